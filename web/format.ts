/** Days, instants and numbers in words. Locale and time zone are always given, so that server and browser print the same. */
import { cached, locale } from '#contract/words.ts'

const dayFormats = {
  short: new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }),
  long: new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }),
  plain: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  month: new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
}

/** Formats a calendar day in UTC, so that no time zone can shift it. */
export const formatDay = (on: string, style: keyof typeof dayFormats = 'short'): string =>
  dayFormats[style].format(new Date(`${on}T00:00:00Z`))

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

const oneDecimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
const twoDecimals = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 2 })
export const formatKilometres = (kilometres: number): string => `${oneDecimal.format(kilometres)} km`
export const formatKilograms = (kilograms: number): string => `${oneDecimal.format(kilograms)} kg`
export const formatRating = (rating: number): string => twoDecimals.format(rating)
const percentFormat = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
export const formatPercent = (share: number): string => percentFormat.format(share)
const countFormat = new Intl.NumberFormat(locale)
export const formatCount = (count: number): string => countFormat.format(count)

/** "24 kB", "1.5 MB", "2.1 GB", as file managers count. */
export const formatFileSize = (bytes: number): string =>
  bytes < 1e6
    ? `${Math.max(1, Math.round(bytes / 1e3))} kB`
    : bytes < 1e9
      ? `${oneDecimal.format(bytes / 1e6)} MB`
      : `${oneDecimal.format(bytes / 1e9)} GB`

/** "1 night", "4 nights". */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

const languageNames = new Intl.DisplayNames(locale, { type: 'language' })
export const formatLanguage = (code: string): string => languageNames.of(code) ?? code
const countryNames = new Intl.DisplayNames(locale, { type: 'region' })
export const formatCountry = (code: string): string => countryNames.of(code) ?? code

/** "20 min", "1 h", "3 h"; at least one minute. */
export const formatMinutes = (minutes: number): string =>
  minutes < 60 ? `${Math.max(1, minutes)} min` : `${Math.round(minutes / 60)} h`
