import { formatZone } from '#contract/words.ts'
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

/** `Hello Olga,` for `Olga Nunes` or `Olga N.`; without a name nobody is named. */
export const greetingTo = (name: string | null): string =>
  name ? `Hello ${name.trim().split(/\s/)[0]},` : 'Hello,'

const months = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Returns for example `November 2026` for `2026-11`. */
export const monthInWords = (month: string): string => months.format(Date.parse(`${month}-01T00:00:00Z`))

/** Returns for example `Dublin time`, from the city in the zone's name. */
export const zoneInWords = (timeZone: string): string =>
  timeZone.includes('/') ? `${formatZone(timeZone)} time` : timeZone

/** `Tue, 15 Dec 2026, 12:00 (Dublin time)` */
export function instantInWords(at: Date, timeZone: string): string {
  const { on, time } = localOf(at, timeZone)
  return `${dayInWords(on)}, ${time} (${zoneInWords(timeZone)})`
}
