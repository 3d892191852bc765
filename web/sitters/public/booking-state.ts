import type { BookingDraftInput } from '#contract/bookings/bookings.ts'
import { isStay, type Service } from '#contract/codes.ts'
import type { SitterService } from '#contract/sitters/sitters.ts'
import { type SearchPet, namesText, parseSearch, petsText } from '#web/search/search-state.ts'
import { addDays, type Day, daysBetween, isDay, weekdayOf } from '#web/ui/dates/days.ts'

/** State of the booking form; converts to the page's URL and back without loss. */
export type BookingState = {
  service: Service
  start: Day | null
  end: Day | null
  /** Days of the range without a visit; always empty for stays. */
  skip: readonly Day[]
  /** For stays: planned drop-off and pick-up; null for the usual times. */
  startTime: string | null
  endTime: string | null
  /** For visits and walks: the times of each day; for day care: the drop-off time. */
  times: readonly string[]
  minutes: number
  /**
   * Exceptions for single visits: "2026-12-14T09:00" is left out, "2026-12-14T09:00-10:30" is moved to another time.
   */
  except: readonly string[]
  pets: readonly SearchPet[]
  petIds: readonly string[]
  baths: number
  trips: number
  /** Entered in the check step; empty means no code. */
  promoCode: string
}

export const usualTimes = {
  boarding: { start: '15:00', end: '11:00' },
  house_sitting: { start: '18:00', end: '11:00' },
} as const
const usualVisit: Partial<Record<Service, { time: string; minutes: number }>> = {
  drop_in: { time: '09:00', minutes: 30 },
  day_care: { time: '08:00', minutes: 600 },
  dog_walking: { time: '09:00', minutes: 30 },
}
export const mostVisitsPerDay = 4
/** Default limit of visits, if the instance sets none. */
const usualMost = 60

const clockTime = (text: string | null): string | null =>
  text && /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? text : null
const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const parts = (text: string | null): string[] => (text ?? '').split(',').filter(Boolean)
const countIn = (text: string | null, most: number): number => {
  const count = Number(text ?? '')
  return Number.isInteger(count) && count > 0 ? Math.min(count, most) : 0
}

const timesOf = (service: Service, given: readonly string[]): string[] => {
  const usual = usualVisit[service]
  if (!usual) return []
  const times = [...new Set(given)].sort().slice(0, service === 'day_care' ? 1 : mostVisitsPerDay)
  return times.length > 0 ? times : [usual.time]
}
const minutesOf = (service: Service, given: number): number => {
  if (service === 'day_care') return given >= 60 && given <= 720 ? given : 600
  return given === 60 ? 60 : (usualVisit[service]?.minutes ?? 30)
}

/** Parses the query; a service that the sitter does not offer is replaced by the first one offered. */
export function parseBooking(params: URLSearchParams, offered: readonly SitterService[]): BookingState {
  const search = parseSearch(params)
  const first = offered[0]?.service ?? 'boarding'
  const service = offered.some((one) => one.service === search.service) ? search.service! : first
  const state: BookingState = {
    service,
    start: search.start ?? search.days[0] ?? null,
    end: search.end ?? search.days.at(-1) ?? null,
    skip: parts(params.get('skip')).filter(isDay),
    startTime: clockTime(params.get('startTime')),
    endTime: clockTime(params.get('endTime')),
    times: parts(params.getAll('times').join(',')).filter((time) => clockTime(time) !== null),
    minutes: countIn(params.get('minutes'), 720),
    except: parts(params.get('except')),
    pets: search.pets,
    petIds: parts(params.get('petIds')).filter((id) => idPattern.test(id)),
    baths: countIn(params.get('baths'), 20),
    trips: countIn(params.get('trips'), 2),
    promoCode: (params.get('promoCode') ?? '').slice(0, 40),
  }
  const { start, end } = state
  if (start && end && search.days.length > 0)
    state.skip = daysBetween(start, end).filter((day) => !search.days.includes(day))
  return canonicalise(state)
}

/** Changes the service and resets what depends on it. */
export const withService = (state: BookingState, service: Service): BookingState =>
  canonicalise({ ...state, service, times: [], except: [], minutes: 0, startTime: null, endTime: null })

/** Removes what does not apply to the service, so that each booking has one canonical URL. */
export function canonicalise(state: BookingState): BookingState {
  const { service, start, end } = state
  const stay = isStay(service)
  const between = start && end && !stay ? new Set(daysBetween(start, end)) : null
  const times = timesOf(service, state.times)
  const skip = between ? [...new Set(state.skip)].filter((day) => between.has(day)).sort() : []
  const exceptions = new Map(state.except.map((text) => [text.slice(0, keyLength), text]))
  return {
    ...state,
    skip,
    startTime: stay ? state.startTime : null,
    endTime: stay ? state.endTime : null,
    times,
    except: [...exceptions.values()]
      .filter((text) => {
        const [on, time] = [text.slice(0, 10), text.slice(11, keyLength)]
        const rest = text.slice(keyLength)
        const isMove = rest.startsWith('-') && clockTime(rest.slice(1)) !== null && rest.slice(1) !== time
        return between?.has(on) && !skip.includes(on) && times.includes(time) && (rest === '' || isMove)
      })
      .sort(),
    minutes: stay ? 0 : minutesOf(service, state.minutes),
    baths: hasExtras(service) ? state.baths : 0,
    trips: hasExtras(service) ? state.trips : 0,
  }
}

const keyLength = '2026-12-14T09:00'.length

/** Shown wherever single rates appear beside prices that include the fee. */
export const whyWithoutFee = 'Without the service fee, which is worked out once for the whole booking.'

export const hasExtras = (service: Service): boolean => isStay(service) || service === 'day_care'

/** Returns the query parameters, without default values. */
export function bookingParams(state: BookingState): Record<string, string> {
  const {
    service,
    start,
    end,
    skip,
    startTime,
    endTime,
    times,
    minutes,
    except,
    pets,
    petIds,
    baths,
    trips,
    promoCode,
  } = state
  const usual = usualVisit[service]
  const all: Record<string, string | number | null | false> = {
    service,
    start,
    end,
    skip: skip.join(','),
    startTime,
    endTime,
    times: (usual && times.join(',') !== usual.time && times.join(',')) || null,
    minutes: usual !== undefined && minutes !== usual.minutes && minutes,
    except: except.join(','),
    pets: petsText(pets),
    petNames: namesText(pets),
    petIds: petIds.join(','),
    baths,
    trips,
    promoCode,
  }
  return Object.fromEntries(Object.entries(all).flatMap(([key, value]) => (value ? [[key, `${value}`]] : [])))
}

type Days = Pick<BookingState, 'service' | 'start' | 'end'> & Partial<Pick<BookingState, 'skip'>>

/** Returns the calendar days of a booking: its nights, or the days of its visits. */
export function bookedDays({ service, start, end, skip = [] }: Days): Day[] {
  if (!start || !end || end < start) return []
  if (isStay(service)) return start === end ? [] : daysBetween(start, addDays(end, -1))
  return daysBetween(start, end).filter((day) => !skip.includes(day))
}

/** `key` identifies a visit by its day and usual time; `time` is null if the visit is left out. */
export type PlannedVisit = { key: string; on: Day; time: string | null }

/** Returns all visits, walks or days in order of time, including those left out. */
export function plannedVisits(state: BookingState): PlannedVisit[] {
  const exceptions = new Map(
    state.except.map((text) => [text.slice(0, keyLength), text.slice(keyLength + 1)]),
  )
  return bookedDays(state).flatMap((on) =>
    state.times.map((usual) => {
      const key = `${on}T${usual}`
      return { key, on, time: (exceptions.get(key) ?? usual) || null }
    }),
  )
}

/** Returns the visits that take place. */
export const visitsOf = (state: BookingState) =>
  plannedVisits(state).flatMap(({ on, time }) => (time === null ? [] : [{ on, time }]))

/** Returns the weekdays with visits; 0 is Monday. */
export const weekdaysOf = (state: BookingState): Set<number> => new Set(bookedDays(state).map(weekdayOf))

/** Removes a weekday from the visits, or adds it again. */
export function toggleWeekday(state: BookingState, weekday: number): BookingState {
  const { start, end, skip } = state
  if (!start || !end) return state
  const days = daysBetween(start, end).filter((day) => weekdayOf(day) === weekday)
  const isOn = days.some((day) => !skip.includes(day))
  return canonicalise({
    ...state,
    skip: isOn ? [...skip, ...days] : skip.filter((day) => !days.includes(day)),
  })
}

const clockMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Returns the first visit that begins before the previous one of the day has ended. */
function overlapOf(state: BookingState): { on: Day; time: string; before: string } | undefined {
  const visits = visitsOf(state).sort((a, b) => (a.on + a.time < b.on + b.time ? -1 : 1))
  for (const [index, { on, time }] of visits.entries()) {
    const last = visits[index - 1]
    if (last?.on === on && clockMinutes(time) < clockMinutes(last.time) + state.minutes)
      return { on, time, before: last.time }
  }
  return undefined
}

/** `name` is the field to focus. */
export type Missing = { name: 'start' | 'end' | 'pets' | 'days' | 'times' | 'visits'; message: string }

/** Lists what is missing of the days; `count` is the number of nights or visits in them. */
function missingDays({ service, start, end }: BookingState, count: number): Missing[] {
  const missing: Missing[] = []
  if (!start) missing.push({ name: 'start', message: 'Choose the first day' })
  if (!end) missing.push({ name: 'end', message: 'Choose the last day' })
  if (start && end && count === 0)
    missing.push(
      isStay(service)
        ? { name: 'end', message: 'The last day must come after the first' }
        : { name: 'days', message: 'Choose at least one day' },
    )
  return missing
}

/** Lists what is missing before a price can be computed. */
export function missingIn(state: BookingState, most = usualMost): Missing[] {
  const { service, pets, petIds } = state
  const stay = isStay(service)
  const visits = stay ? [] : visitsOf(state)
  const missing = missingDays(state, (stay ? bookedDays(state) : visits).length)
  if (visits.length > most)
    missing.push({ name: 'end', message: `One booking holds at most ${most} of these, not ${visits.length}` })
  const overlap = stay ? undefined : overlapOf(state)
  if (overlap)
    missing.push({
      name: state.except.some((text) => text.startsWith(overlap.on)) ? 'visits' : 'times',
      message: `Choose times that do not overlap: at ${overlap.time} the one at ${overlap.before} still has ${clockMinutes(overlap.before) + state.minutes - clockMinutes(overlap.time)} minutes to go`,
    })
  if (pets.length + petIds.length === 0) missing.push({ name: 'pets', message: 'Say which pet it is for' })
  return missing
}

/** Converts the form to API input; null if something is missing. */
export function draftOf(sitterId: string, state: BookingState, most = usualMost): BookingDraftInput | null {
  if (missingIn(state, most).length > 0) return null
  const { service, start, end, startTime, endTime, minutes, pets, petIds, baths, trips, promoCode } = state
  const addOns = [
    ...(baths > 0 ? [{ code: 'bathing' as const, count: baths }] : []),
    ...(trips > 0 ? [{ code: 'pickup_trip' as const, count: trips }] : []),
  ]
  const who =
    petIds.length > 0
      ? { petIds: [...petIds] }
      : {
          pets: pets.map(({ species, weightKg, bornOn, neutered, medication, name }) => ({
            species,
            weightKg,
            birthOn: bornOn,
            neutered,
            medication,
            ...(name && { name }),
          })),
        }
  const when = isStay(service)
    ? {
        startOn: start!,
        endOn: end!,
        ...(startTime && { startTime }),
        ...(endTime && { endTime }),
      }
    : { visits: visitsOf(state).map((visit) => ({ ...visit, minutes })) }
  return { sitterId, service, ...when, ...who, addOns, ...(promoCode && { promoCode }) }
}
