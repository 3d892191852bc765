import ICAL from 'ical.js'
import { instantOf } from '#server/kernel/day.ts'

/** A clock on a wall, to the second. */
export type Wall = { on: string; time: string; seconds: number }
/** The instant of a wall clock, in milliseconds. */
export type Zone = (wall: Wall) => number

const isZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const named =
  (timeZone: string): Zone =>
  ({ on, time, seconds }) =>
    instantOf(on, time, timeZone).getTime() + seconds * 1000

/** By the rules that the calendar brings along, for names that only its program knows. */
function described(text: string): Zone {
  const zone = new ICAL.Timezone(new ICAL.Component(ICAL.parse(text) as unknown[]))
  return ({ on, time, seconds }) => {
    const [year, month, day] = on.split('-').map(Number) as [number, number, number]
    const [hour, minute] = time.split(':').map(Number) as [number, number]
    const wall = ICAL.Time.fromData({ year, month, day, hour, minute, second: seconds, isDate: false })
    return Date.parse(`${on}T${time}:00Z`) + seconds * 1000 - zone.utcOffset(wall) * 1000
  }
}

/** `/freeassociation.sourceforge.net/Europe/Lisbon` is Lisbon. */
const knownName = (tzid: string): string | undefined => {
  const parts = tzid.replaceAll('"', '').split('/').filter(Boolean)
  const names = [parts.join('/'), parts.slice(-2).join('/'), parts.slice(-3).join('/')]
  return names.find((name) => name !== '' && isZone(name))
}

/** The zones of a calendar: those everybody knows, else as it describes them, else the zone of whom it belongs to. */
export function zonesOf(zones: ReadonlyMap<string, string>, timeZone: string) {
  const own = named(timeZone)
  const found = new Map<string, Zone>()
  const of = (tzid: string | undefined): Zone => {
    if (tzid === undefined) return own
    const before = found.get(tzid)
    if (before) return before
    const known = knownName(tzid)
    const text = zones.get(tzid)
    const zone = known ? named(known) : text ? described(text) : own
    found.set(tzid, zone)
    return zone
  }
  return { own, of }
}
