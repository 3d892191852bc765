import type { CalendarDay } from '#contract/calendar/calendar.ts'
import { isStay, type Service } from '#contract/codes.ts'
import type { DayReason } from '#web/ui/dates/date-props.ts'
import { addDays, type Day, daysBetween, shortDay } from '#web/ui/dates/days.ts'

export type DayMap = ReadonlyMap<Day, CalendarDay>

export const dayMap = (days: readonly CalendarDay[], service: Service): DayMap =>
  new Map(days.filter((day) => day.service === service).map((day) => [day.on, day]))

/** Places that a booking takes on a day: the number of pets or visits, or always one for house sitting. */
export const placesNeeded = (service: Service, pets: number, visitsPerDay: number): number =>
  service === 'house_sitting'
    ? 1
    : service === 'boarding' || service === 'day_care'
      ? Math.max(1, pets)
      : visitsPerDay

/**
 * Returns why a day is unavailable, as text to follow "not available:"; null if there is a place or nothing is known.
 */
export function unavailableReason(day: CalendarDay | undefined, needed: number, name: string): string | null {
  if (!day) return null
  const words = {
    past: 'in the past',
    notice: `${name} needs more notice`,
    away: `${name} is away`,
    full: `${name} is fully booked`,
  }
  if (day.reason) return words[day.reason]
  if (day.free >= needed) return null
  return day.free === 0 ? words.full : `room for ${day.free} only`
}

/**
 * Days that a date picker must not select. Stays need every night of the range; for visits, unavailable days in between
 * can be left out.
 */
export function pickerReason(service: Service, days: DayMap, needed: number, name: string): DayReason {
  return (day, from) => {
    const reason = (on: Day) => unavailableReason(days.get(on), needed, name)
    if (!isStay(service)) return from === null ? reason(day) : null
    if (from === null) return reason(day)
    if (from === day) return reason(day)
    const [first, last] = from < day ? [from, day] : [day, from]
    const blocked = daysBetween(first, addDays(last, -1)).find((night) => reason(night) !== null)
    return blocked === undefined ? null : `the night of ${shortDay(blocked)} is not free`
  }
}

/** Returns the wanted days without enough places. */
export const blockedDays = (wanted: readonly Day[], days: DayMap, needed: number): Day[] =>
  wanted.filter((day) => unavailableReason(days.get(day), needed, '') !== null)
