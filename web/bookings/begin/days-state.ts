import type { Booking, BookingDraftInput } from '#contract/bookings/bookings.ts'
import { isStay, type Service } from '#contract/codes.ts'
import { addDays, type Day } from '#web/ui/dates/days.ts'

export type VisitRow = { key: number; on: Day | null; time: string; minutes: number }

/** Form state for the days of a booking. */
export type DaysState = {
  service: Service
  start: Day | null
  end: Day | null
  startTime: string
  endTime: string
  visits: readonly VisitRow[]
}

const usual: Record<Service, { startTime: string; endTime: string; minutes: number }> = {
  boarding: { startTime: '15:00', endTime: '11:00', minutes: 0 },
  house_sitting: { startTime: '18:00', endTime: '11:00', minutes: 0 },
  drop_in: { startTime: '09:00', endTime: '', minutes: 30 },
  day_care: { startTime: '08:00', endTime: '', minutes: 600 },
  dog_walking: { startTime: '09:00', endTime: '', minutes: 30 },
}

const noVisit = (service: Service, key: number): VisitRow => {
  const { startTime: time, minutes } = usual[service]
  return { key, on: null, time, minutes }
}

/** Returns the days of a booking, or only the usual times if its dates are still open. */
export function daysOf(booking: Booking): DaysState {
  const { service, datesOpen, startOn, endOn, startTime, endTime, visits } = booking
  if (datesOpen) return { service, start: null, end: null, ...usual[service], visits: [noVisit(service, 0)] }
  return {
    service,
    start: startOn,
    end: endOn,
    startTime,
    endTime,
    visits: visits.map(({ on, time, minutes }, key) => ({ key, on, time, minutes })),
  }
}

/** Returns the times of a booking without its days, so that other days can be chosen. */
export function otherDaysOf(booking: Booking): DaysState {
  const state = daysOf(booking)
  return { ...state, start: null, end: null, visits: state.visits.slice(0, 1).map(withoutDay) }
}
const withoutDay = (visit: VisitRow): VisitRow => ({ ...visit, on: null })

/** Adds a visit on the day after the last one. */
export function withVisit(state: DaysState): DaysState {
  const last = state.visits.at(-1)
  const key = Math.max(-1, ...state.visits.map((visit) => visit.key)) + 1
  const next = last?.on ? { ...last, key, on: addDays(last.on, 1) } : noVisit(state.service, key)
  return { ...state, visits: [...state.visits, next] }
}

type Days = Pick<BookingDraftInput, 'startOn' | 'startTime' | 'endOn' | 'endTime' | 'visits'>

/** Converts the days to the API's format; null while some are missing. */
export function bodyOf(state: DaysState): Days | null {
  const { service, start, end, startTime, endTime, visits } = state
  if (isStay(service))
    return start && end && start < end ? { startOn: start, startTime, endOn: end, endTime } : null
  const given = visits.flatMap(({ on, time, minutes }) => (on ? [{ on, time, minutes }] : []))
  return given.length > 0 && given.length === visits.length ? { visits: given } : null
}
