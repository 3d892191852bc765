import type { BookingDraft } from '#contract/bookings/bookings.ts'
import { isStay, type Service, type VisitService } from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import type { SitterService } from '#contract/sitters/sitters.ts'
import { requestExpiry } from '#server/bookings/life/expiry.ts'
import { type Plan, planBooking } from '#server/bookings/money/plan.ts'
import { conflicts, type DayUse, type SitterCalendar, type Timed, usesOf } from '#server/calendar/capacity.ts'
import {
  addDays,
  addHours,
  addMinutes,
  dayNumber,
  instantOf,
  localOf,
  weekdayOf,
} from '#server/kernel/day.ts'
import { refusalFor } from '#server/sitters/acceptance.ts'
import type { PetPlan } from './pets.ts'
import type { OwnerPlan, SitterPlan } from './population.ts'
import type { Random } from './random.ts'

/** Time frame of a booking: past, in progress, upcoming, or still waiting for an answer. */
export type Era = 'past' | 'running' | 'ahead' | 'open'
export type Draft = Pick<
  BookingDraft,
  'service' | 'startOn' | 'startTime' | 'endOn' | 'endTime' | 'visits' | 'addOns'
>
/** A possible booking, checked with the rules of the product. */
export type Slot = {
  era: Era
  sitter: SitterPlan
  owner: OwnerPlan
  pets: PetPlan[]
  draft: Draft
  plan: Plan
  requestAt: Date
  expiresAt: Date
}

/** What sitters and owners have planned already; even requests without a booking still occupy their time. */
export type Diaries = {
  sitter: Map<SitterPlan, { calendar: SitterCalendar; uses: DayUse[]; busy: Timed[] }>
  owner: Map<OwnerPlan, { from: number; to: number }[]>
}

export function createDiaries(sitters: readonly SitterPlan[], { capacity }: Settings): Diaries {
  const calendarOf = ({ profile, services, away }: SitterPlan): SitterCalendar => ({
    weekdays: Object.fromEntries(services.map((one) => [one.service, one.weekdayCapacity])),
    overrides: away.flatMap((on) => services.map(({ service }) => ({ on, service, capacity: 0 }))),
    homeCeiling: profile.homeCeiling,
    oneHousehold: profile.oneHousehold,
    visitsWhileSitting: profile.visitsWhileSitting,
    travelMinutes: capacity.travelMinutes,
  })
  return {
    sitter: new Map(sitters.map((sitter) => [sitter, { calendar: calendarOf(sitter), uses: [], busy: [] }])),
    owner: new Map(),
  }
}

const isVisit = (service: Service) => service === 'drop_in' || service === 'dog_walking'
const spanOf = ({ startOn, endOn }: Plan) => ({ from: dayNumber(startOn), to: dayNumber(endOn) })

/** True if the product's calendar would accept it and the owner has no other booking then. */
export function hasRoom(diaries: Diaries, { sitter, owner, pets, plan }: Slot): boolean {
  const { calendar, uses, busy } = diaries.sitter.get(sitter)!
  const { from, to } = spanOf(plan)
  const isElsewhere = (diaries.owner.get(owner) ?? []).some((other) => from <= other.to && other.from <= to)
  if (isElsewhere) return false
  const wanted = { service: plan.service, ownerId: owner.person.email, pets: pets.length, units: plan.units }
  return conflicts(calendar, uses, isVisit(plan.service) ? busy : [], wanted).length === 0
}

export function addToDiaries(diaries: Diaries, { sitter, owner, pets, plan }: Slot): void {
  const diary = diaries.sitter.get(sitter)!
  const wanted = { service: plan.service, ownerId: owner.person.email, pets: pets.length, units: plan.units }
  diary.uses.push(...usesOf(wanted))
  if (isVisit(plan.service)) diary.busy.push(...plan.units)
  diaries.owner.set(owner, [...(diaries.owner.get(owner) ?? []), spanOf(plan)])
}

/** Moves night-time activity to the next morning. */
export function inWakingHours(at: Date, timeZone: string, random: Random): Date {
  const { on, time } = localOf(at, timeZone)
  if (time >= '07:30' && time < '22:30') return at
  const morning = instantOf(time < '07:30' ? on : addDays(on, 1), '07:30', timeZone)
  return addMinutes(morning, random.between(1, 90))
}

const lengths = {
  stay: (random: Random) => random.pick([1, 2, 2, 3, 3, 4, 5, 6, 7, 7, 9, 10, 14]),
  visits: (random: Random) => random.pick([2, 3, 3, 4, 5, 7, 8]),
}

/** Generates a draft from a first day on; undefined if the service is closed on too many days. */
export function draftFrom(
  offered: SitterService,
  startOn: string,
  length: number | undefined,
  random: Random,
): Draft | undefined {
  const { service } = offered
  return isStay(service)
    ? stayFrom(offered, startOn, length ?? lengths.stay(random), random)
    : visitsFrom({ ...offered, service }, startOn, length ?? lengths.visits(random), random)
}

function stayFrom({ service, rates }: SitterService, startOn: string, nights: number, random: Random): Draft {
  const hasLatePickup = service === 'boarding' && random.chance(0.2)
  const startTime =
    service === 'boarding' ? random.pick(['09:30', '12:00', '15:00', '15:00', '17:30']) : '18:00'
  return {
    service,
    startOn,
    startTime,
    endOn: addDays(startOn, nights),
    endTime: hasLatePickup ? '18:30' : random.pick(['09:00', '11:00', '11:00', '14:00']),
    addOns: [
      ...(rates.bathing !== null && random.chance(0.25) ? [{ code: 'bathing' as const, count: 1 }] : []),
      ...(rates.pickupTrip !== null && random.chance(0.3)
        ? [{ code: 'pickup_trip' as const, count: random.integer(1, 2) }]
        : []),
    ],
  }
}

function visitsFrom(
  { service, rates, weekdayCapacity }: SitterService & { service: VisitService },
  startOn: string,
  count: number,
  random: Random,
): Draft | undefined {
  const days: string[] = []
  for (let on = startOn; days.length < count; on = addDays(on, 1)) {
    if (weekdayCapacity[weekdayOf(on)]! > 0) days.push(on)
    if (dayNumber(on) - dayNumber(startOn) > 21) return undefined
  }
  const times = {
    drop_in: random.chance(0.5) ? ['08:30', '18:00'] : [random.pick(['09:00', '12:00', '17:30'])],
    dog_walking: [random.pick(['07:30', '12:30', '13:15', '17:45'])],
    day_care: [random.pick(['07:30', '08:00', '08:30'])],
  }[service]
  const minutes =
    service === 'day_care'
      ? random.pick([480, 540, 600])
      : rates.minutes60Extra !== null && random.chance(0.35)
        ? 60
        : 30
  return { service, visits: days.flatMap((on) => times.map((time) => ({ on, time, minutes }))), addOns: [] }
}

export type SlotRequest = {
  era: Era
  sitter: SitterPlan
  owner: OwnerPlan
  pets: PetPlan[]
  service: SitterService
  draft: Draft
  requestAt: Date
}

/** Converts a request to a slot if all rules allow it: pets, notice, horizon, calendar and the times of its era. */
export function slotOf(
  { era, sitter, owner, pets, service, draft, requestAt }: SlotRequest,
  { settings, now, timeZone }: { settings: Settings; now: Date; timeZone: string },
): Slot | undefined {
  const { noticeHours, rates, accepts, maxPets } = service
  if (requestAt >= now || requestAt < addHours(sitter.joinedAt, 24)) return undefined
  const planned = planBooking(draft, { timeZone, now: requestAt, noticeHours, rates, settings })
  if ('refusal' in planned || pets.length > maxPets) return undefined
  const { plan } = planned
  const requestedOn = localOf(requestAt, timeZone).on
  const refused = pets.some(({ input, fromOn }) => {
    const isInsulin = input.medications.some(({ name }) => name.startsWith('Insulin'))
    if (fromOn >= requestedOn || (isInsulin && !sitter.tags.has('injections'))) return true
    const petFacts = { ...input, medication: input.medications.length > 0 }
    return refusalFor(petFacts, accepts, plan.startOn, settings) !== null
  })
  if (refused) return undefined
  const expiresAt = requestExpiry(requestAt, plan.startsAt, settings)
  const slot = { era, sitter, owner, pets, draft, plan, requestAt, expiresAt }
  return isOfEra(slot, now) ? slot : undefined
}

const isOfEra = ({ era, plan: { startsAt, endsAt }, expiresAt }: Slot, now: Date): boolean =>
  ({
    past: addHours(endsAt, 1) < now,
    running: addMinutes(startsAt, 30) < now && addHours(endsAt, -1) > now,
    ahead: addHours(now, 2) < startsAt && expiresAt < now,
    open: addMinutes(now, 40) < expiresAt && expiresAt < startsAt,
  })[era]
