import { type Obstacle, type Service, services } from '#contract/codes.ts'
import { addMinutes, weekdayOf } from '#server/kernel/day.ts'

/** Places taken on one day by bookings that consume capacity: pets, one house, or visits. */
export type DayUse = {
  on: string
  kind: Service
  used: number
  /** The owners of these bookings; only needed for boarding and day care. */
  ownerIds: readonly string[]
}
/** `imported`: a calendar feed of the sitter blocks the day, which no override of the sitter's own can open. */
export type DayOverride = { on: string; service: Service; capacity: number; imported?: boolean }

/** The sitter's settings; a service without weekdays is not offered. Nothing is free on a day with capacity 0. */
export type SitterCalendar = {
  weekdays: Partial<Record<Service, readonly number[]>>
  overrides: readonly DayOverride[]
  homeCeiling: number
  oneHousehold: boolean
  visitsWhileSitting: boolean
  travelMinutes: number
}

export type FreeDay = {
  on: string
  service: Service
  capacity: number
  free: number
  /** Null while there is a place. */
  obstacle: Obstacle | null
}

type Limit = { free: number; obstacle: Obstacle }
type UsedPlaces = (kind: Service) => number
type Day = {
  capacity: number
  isImported: boolean
  used: UsedPlaces
  calendar: SitterCalendar
  otherHousehold: boolean
}

const isVisit = (service: Service): boolean => service === 'drop_in' || service === 'dog_walking'
const isAtHome = (service: Service): boolean => service === 'boarding' || service === 'day_care'
const unlimited = Number.POSITIVE_INFINITY
const blockedIf = (blocked: boolean, obstacle: Obstacle): Limit => ({
  free: blocked ? 0 : unlimited,
  obstacle,
})

const ownPlaces =
  (service: Service) =>
  (day: Day): Limit => ({
    free: day.capacity - day.used(service),
    obstacle: day.isImported ? 'other_calendar' : day.capacity === 0 ? 'away' : 'full',
  })
const homePlaces = ({ used, calendar }: Day): Limit => ({
  free: calendar.homeCeiling - used('boarding') - used('day_care'),
  obstacle: 'home_full',
})
const household = ({ otherHousehold, calendar }: Day): Limit =>
  blockedIf(calendar.oneHousehold && otherHousehold, 'other_household')
const notHouseSitting = ({ used }: Day): Limit => blockedIf(used('house_sitting') > 0, 'house_sitting')
const visitsAllowed = ({ used, calendar }: Day): Limit =>
  blockedIf(!calendar.visitsWhileSitting && used('house_sitting') > 0, 'house_sitting')
const homeEmpty = ({ used, calendar }: Day): Limit => {
  const visits = calendar.visitsWhileSitting ? 0 : used('drop_in') + used('dog_walking')
  return blockedIf(used('boarding') + used('day_care') + visits > 0, 'home_in_use')
}

/** Rules section 17: the limits that each service has to share on a day. */
const limits: Record<Service, readonly ((day: Day) => Limit)[]> = {
  boarding: [ownPlaces('boarding'), homePlaces, household, notHouseSitting],
  day_care: [ownPlaces('day_care'), homePlaces, household, notHouseSitting],
  house_sitting: [ownPlaces('house_sitting'), homeEmpty],
  drop_in: [ownPlaces('drop_in'), visitsAllowed],
  dog_walking: [ownPlaces('dog_walking'), visitsAllowed],
}

const key = (on: string, service: Service): string => `${on} ${service}`

/** Returns a lookup of days; `ownerId` is the owner whose household would book, undefined for a new one. */
function daysOf(calendar: SitterCalendar, uses: readonly DayUse[], ownerId?: string) {
  const overrides = new Map<string, number>()
  const imported = new Set<string>()
  for (const day of calendar.overrides)
    if (day.imported) imported.add(key(day.on, day.service))
    else overrides.set(key(day.on, day.service), day.capacity)
  const used = new Map<string, number>()
  const shared = new Set<string>()
  for (const use of uses) {
    const place = key(use.on, use.kind)
    used.set(place, (used.get(place) ?? 0) + use.used)
    if (isAtHome(use.kind) && use.used > 0 && use.ownerIds.some((id) => id !== ownerId)) shared.add(use.on)
  }
  return (on: string, service: Service): FreeDay => {
    const weekday = calendar.weekdays[service]?.[weekdayOf(on)] ?? 0
    const isImported = imported.has(key(on, service))
    const own = calendar.weekdays[service] ? (overrides.get(key(on, service)) ?? weekday) : 0
    const capacity = isImported ? 0 : own
    const day = {
      capacity,
      isImported,
      calendar,
      used: (kind: Service) => used.get(key(on, kind)) ?? 0,
      otherHousehold: shared.has(on),
    }
    const tightest = limits[service]
      .map((limit) => limit(day))
      .reduce((least, limit) => (limit.free < least.free ? limit : least))
    const free = Math.max(0, tightest.free)
    return { on, service, capacity, free, obstacle: free === 0 ? tightest.obstacle : null }
  }
}

/** Returns the places left on each day for each service offered; for a new owner unless `ownerId` is given. */
export function freePlaces(
  calendar: SitterCalendar,
  uses: readonly DayUse[],
  days: readonly string[],
  ownerId?: string,
): FreeDay[] {
  const dayOf = daysOf(calendar, uses, ownerId)
  const offered = services.filter((service) => calendar.weekdays[service])
  return days.flatMap((on) => offered.map((service) => dayOf(on, service)))
}

export type Timed = { startsAt: Date; endsAt: Date }
/** `pets` is set where the number of pets differs from that of the booking. */
export type WantedUnit = Timed & { on: string; pets?: number }
export type Wanted = {
  service: Service
  ownerId: string
  pets: number
  units: readonly WantedUnit[]
}
export type Conflict = { on: string; obstacle: Obstacle; free: number }

/** Returns what a booking takes on each of its days: a place per pet at home, one house, or one place per visit. */
export function usesOf({ service, ownerId, pets, units }: Wanted): DayUse[] {
  const places = (unit: WantedUnit): number => (isAtHome(service) ? (unit.pets ?? pets) : 1)
  const taken = new Map<string, number>()
  for (const unit of units) taken.set(unit.on, (taken.get(unit.on) ?? 0) + places(unit))
  return [...taken].map(([on, used]) => ({ on, kind: service, used, ownerIds: [ownerId] }))
}

/** Returns what the first uses take on each day beyond the second. */
export const usesBeyond = (some: readonly DayUse[], others: readonly DayUse[]): DayUse[] =>
  some.flatMap((use) => {
    const other = others.find(({ on, kind }) => on === use.on && kind === use.kind)
    const used = use.used - (other?.used ?? 0)
    return used > 0 ? [{ ...use, used }] : []
  })

/** Returns the days on which a booking does not fit, and why; `busy` are the visits and walks already agreed. */
export function conflicts(
  calendar: SitterCalendar,
  uses: readonly DayUse[],
  busy: readonly Timed[],
  wanted: Wanted,
): Conflict[] {
  const dayOf = daysOf(calendar, uses, wanted.ownerId)
  const taken = isVisit(wanted.service)
    ? new Set(wanted.units.filter((unit) => isTaken(unit, busy, calendar.travelMinutes)).map(({ on }) => on))
    : new Set<string>()
  return usesOf(wanted).flatMap(({ on, used }): Conflict[] => {
    const { free, obstacle } = dayOf(on, wanted.service)
    if (used > free) return [{ on, free, obstacle: obstacle ?? 'full' }]
    return taken.has(on) ? [{ on, free, obstacle: 'time_taken' }] : []
  })
}

export type DayIfAccepted = {
  on: string
  capacity: number
  /** Places taken by others, and the places that this booking would take. */
  taken: number
  wanted: number
  /** Null if the booking fits. */
  obstacle: Obstacle | null
}

/** Returns the places on each day of a booking, and whether it fits there. */
export function daysIfAccepted(
  calendar: SitterCalendar,
  uses: readonly DayUse[],
  busy: readonly Timed[],
  wanted: Wanted,
): DayIfAccepted[] {
  const dayOf = daysOf(calendar, uses, wanted.ownerId)
  const refused = new Map(conflicts(calendar, uses, busy, wanted).map(({ on, obstacle }) => [on, obstacle]))
  return usesOf(wanted).map(({ on, used }) => ({
    on,
    capacity: dayOf(on, wanted.service).capacity,
    taken: uses
      .filter((use) => use.on === on && use.kind === wanted.service)
      .reduce((sum, use) => sum + use.used, 0),
    wanted: used,
    obstacle: refused.get(on) ?? null,
  }))
}

/** Returns true if the unit overlaps a busy time, counting the travel time between two visits. */
export const isTaken = (unit: Timed, busy: readonly Timed[], travelMinutes: number): boolean =>
  busy.some(
    ({ startsAt, endsAt }) =>
      unit.startsAt < addMinutes(endsAt, travelMinutes) && startsAt < addMinutes(unit.endsAt, travelMinutes),
  )
