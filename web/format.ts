/** Days, instants and numbers in words. Locale and time zone are always given, so that server and browser print the same. */
import { cached, locale } from '#contract/words.ts'

// Formatters are created when first used: each takes milliseconds on a slow phone, and few pages need all of them.

const dayStyles = {
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  plain: { day: 'numeric', month: 'short' },
  month: { month: 'long', year: 'numeric' },
} satisfies Record<string, Intl.DateTimeFormatOptions>
type DayStyle = keyof typeof dayStyles
const dayFormat = cached(
  (style: DayStyle) => new Intl.DateTimeFormat(locale, { ...dayStyles[style], timeZone: 'UTC' }),
)

/** Formats a calendar day in UTC, so that no time zone can shift it. */
export const formatDay = (on: string, style: DayStyle = 'short'): string =>
  dayFormat(style).format(new Date(`${on}T00:00:00Z`))

/** "Sat 12 – Wed 16 Dec" or "Wed 30 Dec – Sat 2 Jan". */
export function formatDayRange(startOn: string, endOn: string): string {
  if (startOn === endOn) return formatDay(startOn)
  const sameMonth = startOn.slice(0, 7) === endOn.slice(0, 7)
  const start = sameMonth ? formatDay(startOn).replace(/ \p{L}+$/u, '') : formatDay(startOn)
  return `${start} – ${formatDay(endOn)}`
}

const instantFormat = cached(
  (timeZone) =>
    new Intl.DateTimeFormat(locale, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      timeZone,
    }),
)
/** "Tue 15 Dec, 12:00" in the named zone. */
export const formatInstant = (at: string, timeZone: string): string =>
  instantFormat(timeZone).format(new Date(at))

const timeFormat = cached(
  (timeZone) => new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone }),
)
/** "12:00" in the named zone. */
export const formatTime = (at: string, timeZone: string): string => timeFormat(timeZone).format(new Date(at))

const numberStyles = {
  oneDecimal: { maximumFractionDigits: 1 },
  rating: { minimumFractionDigits: 1, maximumFractionDigits: 2 },
  percent: { style: 'percent', maximumFractionDigits: 0 },
  count: {},
} satisfies Record<string, Intl.NumberFormatOptions>
const numberFormat = cached(
  (style: keyof typeof numberStyles) => new Intl.NumberFormat(locale, numberStyles[style]),
)
const oneDecimal = (value: number): string => numberFormat('oneDecimal').format(value)
export const formatKilometres = (kilometres: number): string => `${oneDecimal(kilometres)} km`
export const formatKilograms = (kilograms: number): string => `${oneDecimal(kilograms)} kg`
export const formatRating = (rating: number): string => numberFormat('rating').format(rating)
export const formatPercent = (share: number): string => numberFormat('percent').format(share)
export const formatCount = (count: number): string => numberFormat('count').format(count)

/** "24 kB", "1.5 MB", "2.1 GB", as file managers count. */
export const formatFileSize = (bytes: number): string =>
  bytes < 1e6
    ? `${Math.max(1, Math.round(bytes / 1e3))} kB`
    : bytes < 1e9
      ? `${oneDecimal(bytes / 1e6)} MB`
      : `${oneDecimal(bytes / 1e9)} GB`

/** "1 night", "4 nights". */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

const namesOf = cached((type: 'language' | 'region') => new Intl.DisplayNames(locale, { type }))
export const formatLanguage = (code: string): string => namesOf('language').of(code) ?? code
export const formatCountry = (code: string): string => namesOf('region').of(code) ?? code

/** "20 min", "1 h", "3 h"; at least one minute. */
export const formatMinutes = (minutes: number): string =>
  minutes < 60 ? `${Math.max(1, minutes)} min` : `${Math.round(minutes / 60)} h`
