import ICAL from 'ical.js'
import { instantOf } from '#server/kernel/day.ts'

/** A local date and wall-clock time, to the second. */
export type WallTime = { on: string; time: string; seconds: number }
/** Converts a wall-clock time to an instant, in milliseconds. */
export type Zone = (wall: WallTime) => number

const isZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const zoneByName =
  (timeZone: string): Zone =>
  ({ on, time, seconds }) =>
    instantOf(on, time, timeZone).getTime() + seconds * 1000

/** Uses the rules defined in the calendar, for zone names that only its program knows. */
function zoneFromDefinition(text: string): Zone {
  const zone = new ICAL.Timezone(ICAL.Component.fromString(text))
  return ({ on, time, seconds }) => {
    const [year = 0, month = 1, day = 1] = on.split('-').map(Number)
    const [hour = 0, minute = 0] = time.split(':').map(Number)
    const wall = ICAL.Time.fromData({ year, month, day, hour, minute, second: seconds, isDate: false })
    return Date.parse(`${on}T${time}:00Z`) + seconds * 1000 - zone.utcOffset(wall) * 1000
  }
}

/** Recognises prefixed names: `/freeassociation.sourceforge.net/Europe/Lisbon` is `Europe/Lisbon`. */
const knownName = (tzid: string): string | undefined => {
  const parts = tzid.replaceAll('"', '').split('/').filter(Boolean)
  const names = [parts.join('/'), parts.slice(-2).join('/'), parts.slice(-3).join('/')]
  return names.find((name) => name !== '' && isZone(name))
}

/**
 * Resolves the zones of a calendar: by standard name, otherwise by the calendar's own definition, otherwise the owner's
 * zone.
 */
export function zonesOf(zones: ReadonlyMap<string, string>, timeZone: string) {
  const own = zoneByName(timeZone)
  const found = new Map<string, Zone>()
  const of = (tzid: string | undefined): Zone => {
    if (tzid === undefined) return own
    const cached = found.get(tzid)
    if (cached) return cached
    const known = knownName(tzid)
    const text = zones.get(tzid)
    const zone = known ? zoneByName(known) : text ? zoneFromDefinition(text) : own
    found.set(tzid, zone)
    return zone
  }
  return { own, of }
}
