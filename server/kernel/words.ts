import { localOf } from '#server/kernel/day.ts'

const days = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Returns for example `Fri, 18 Dec 2026`. A calendar day has no zone, so it is parsed and formatted in UTC. */
export const dayInWords = (on: string): string => days.format(Date.parse(`${on}T00:00:00Z`))

/** Returns for example `Dublin time`, from the city in the zone's name. */
export const zoneInWords = (timeZone: string): string =>
  timeZone.includes('/') ? `${timeZone.split('/').at(-1)!.replaceAll('_', ' ')} time` : timeZone

/** `Tue, 15 Dec 2026, 12:00 (Dublin time)` */
export function instantInWords(at: Date, timeZone: string): string {
  const { on, time } = localOf(at, timeZone)
  return `${dayInWords(on)}, ${time} (${zoneInWords(timeZone)})`
}

/** Returns for example `€627.00` or `US$627.00`, in the format of the web pages. */
export function moneyInWords(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(amount / 10 ** digits).replaceAll('\u00a0', ' ')
}

/** `Rex`, `Rex and Pip`, `Rex, Pip and Tom` */
export const listInWords = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`
