import type { BookingDraft } from '#contract/bookings/bookings.ts'
import { isStay, type Service, type VisitService } from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import type { Rates } from '#contract/sitters/sitters.ts'
import { defaultMinutes, nightsOf, unitsOf } from '#server/bookings/money/price.ts'
import type { DateRule, Refusal } from '#server/bookings/money/refusal.ts'
import { addDays, addHours, addMinutes, clockMinutes, instantOf, localOf } from '#server/kernel/day.ts'
import { dayInWords, instantInWords } from '#server/kernel/words.ts'

export type Unit = { on: string; startsAt: Date; endsAt: Date; minutes: number }

/** A draft with every default filled in and every wall-clock time converted to an instant in the sitter's time zone. */
export type Plan = {
  service: Service
  timeZone: string
  startOn: string
  startTime: string
  endOn: string
  endTime: string
  startsAt: Date
  endsAt: Date
  /** In order of time: each night, visit, walk or day. */
  units: Unit[]
}

export type PlanTerms = {
  timeZone: string
  now: Date
  noticeHours: number
  rates: Pick<Rates, 'minutes60Extra'>
  settings: Pick<Settings, 'stay' | 'visit' | 'horizonDays'>
}

type DraftDates = Pick<BookingDraft, 'service' | 'startOn' | 'startTime' | 'endOn' | 'endTime' | 'visits'>

const stayTimes = {
  boarding: { start: '15:00', end: '11:00' },
  house_sitting: { start: '18:00', end: '11:00' },
} as const
const visitTimes = { drop_in: '09:00', day_care: '08:00', dog_walking: '09:00' } as const
const unitWords = { drop_in: 'visits', day_care: 'days of care', dog_walking: 'walks' } as const
const shortestCare = 60
const longestCare = 720

/** Returns the plan of a draft, or the first rule it breaks. The calendar is not checked here. */
export function planBooking(draft: DraftDates, terms: PlanTerms): { plan: Plan } | { refusal: Refusal } {
  const planned = isStay(draft.service) ? planStay(draft, terms) : planVisits(draft, terms)
  if ('refusal' in planned) return planned
  const refusal = refuseTiming(planned.plan, terms)
  return refusal ? { refusal } : planned
}

const refused = (rule: DateRule, detail: string, values: Refusal['values'] = {}): { refusal: Refusal } => ({
  refusal: { problem: 'dates-refused', rule, detail, values },
})

function planStay(draft: DraftDates, terms: PlanTerms): { plan: Plan } | { refusal: Refusal } {
  const { startOn, endOn, service } = draft
  if (!isStay(service) || !startOn || !endOn)
    return refused('days_missing', 'Give the first and the last day.')
  const { maxNights } = terms.settings.stay
  const nights = nightsOf(startOn, endOn)
  if (nights < 1)
    return refused(
      'days_order',
      `The last day must come after the first: ${dayInWords(endOn)} does not come after ${dayInWords(startOn)}.`,
      { startOn, endOn },
    )
  if (nights > maxNights)
    return refused('nights_max', `A stay has at most ${maxNights} nights, not ${nights}.`, {
      nights,
      maxNights,
    })
  const startTime = draft.startTime ?? stayTimes[service].start
  // The default must not cause a charge for a late pick-up that nobody asked for.
  const endTime = draft.endTime ?? (startTime < stayTimes[service].end ? startTime : stayTimes[service].end)
  const at = (on: string, time: string) => instantOf(on, time, terms.timeZone)
  const endsAt = at(endOn, endTime)
  const units = unitsOf(draft).map(({ on, minutes }, index) => ({
    on,
    minutes,
    startsAt: at(on, startTime),
    endsAt: index === nights - 1 ? endsAt : at(addDays(on, 1), startTime),
  }))
  const startsAt = units[0]!.startsAt
  const { timeZone } = terms
  return { plan: { service, timeZone, startOn, startTime, endOn, endTime, startsAt, endsAt, units } }
}

function planVisits(draft: DraftDates, terms: PlanTerms): { plan: Plan } | { refusal: Refusal } {
  const { service } = draft
  if (isStay(service) || !draft.visits?.length)
    return refused('days_missing', 'Choose at least one day and time.')
  const { maxPerBooking } = terms.settings.visit
  if (draft.visits.length > maxPerBooking)
    return refused(
      'visits_max',
      `One booking holds at most ${maxPerBooking} ${unitWords[service]}, not ${draft.visits.length}.`,
      { visits: draft.visits.length, maxPerBooking },
    )
  const visits = draft.visits
    .map(({ on, time, minutes }) => {
      const startsAt = instantOf(on, time ?? visitTimes[service], terms.timeZone)
      const length = minutes ?? defaultMinutes[service]
      return {
        on,
        time: time ?? visitTimes[service],
        minutes: length,
        startsAt,
        endsAt: addMinutes(startsAt, length),
      }
    })
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  for (const [index, visit] of visits.entries()) {
    const refusal =
      refuseLength(service, visit, terms) ?? refuseNeighbours(service, visits, index, terms.settings)
    if (refusal) return refusal
  }
  const [first, last] = [visits[0]!, visits.at(-1)!]
  const end = localOf(last.endsAt, terms.timeZone)
  return {
    plan: {
      service,
      timeZone: terms.timeZone,
      startOn: first.on,
      startTime: first.time,
      endOn: end.on,
      endTime: end.time,
      startsAt: first.startsAt,
      endsAt: last.endsAt,
      units: visits.map(({ on, minutes, startsAt, endsAt }) => ({ on, minutes, startsAt, endsAt })),
    },
  }
}

type TimedVisit = Unit & { time: string }

function refuseLength(
  service: Service,
  visit: TimedVisit,
  terms: PlanTerms,
): { refusal: Refusal } | undefined {
  const { on, time, minutes } = visit
  if (service === 'day_care') {
    if (minutes < shortestCare || minutes > longestCare)
      return refused(
        'care_length',
        `A day of care lasts between 1 and 12 hours, not ${minutes} minutes (${dayInWords(on)}).`,
        { on, minutes },
      )
    if (clockMinutes(time) + minutes >= 24 * 60)
      return refused(
        'care_overnight',
        `A day of care must end on the day it starts: ${minutes} minutes from ${time} go beyond ${dayInWords(on)}.`,
        { on, time, minutes },
      )
    return undefined
  }
  const allowed = terms.rates.minutes60Extra === null ? [30] : [30, 60]
  if (!allowed.includes(minutes))
    return refused(
      'visit_length',
      `This sitter offers ${allowed.join(' or ')} minutes, not ${minutes} (${dayInWords(on)}).`,
      { on, minutes },
    )
  return undefined
}

function refuseNeighbours(
  service: VisitService,
  visits: readonly TimedVisit[],
  index: number,
  { visit: { maxPerDay } }: PlanTerms['settings'],
): { refusal: Refusal } | undefined {
  const [visit, before] = [visits[index]!, visits[index - 1]]
  const { on, time } = visit
  if (before?.on === on && service === 'day_care')
    return refused(
      'care_once_a_day',
      `A day of care can be booked once a day, not twice on ${dayInWords(on)}.`,
      {
        on,
      },
    )
  const units = unitWords[service]
  if (before && before.endsAt > visit.startsAt)
    return refused(
      'visits_overlap',
      `Two ${units} would be at the same time, on ${dayInWords(on)} at ${time}.`,
      { on, time },
    )
  const perDay = visits.filter((other) => other.on === on).length
  if (perDay > maxPerDay)
    return refused(
      'visits_per_day',
      `At most ${maxPerDay} ${units} fit in a day, not ${perDay} (${dayInWords(on)}).`,
      { on, visits: perDay, maxPerDay },
    )
  return undefined
}

function refuseTiming(plan: Plan, { now, noticeHours, settings, timeZone }: PlanTerms): Refusal | undefined {
  const { startsAt } = plan
  if (startsAt <= now)
    return {
      problem: 'dates-refused',
      rule: 'past',
      detail: `The booking would start in the past: ${instantInWords(startsAt, timeZone)}.`,
      values: { startsAt: startsAt.toISOString() },
    }
  const earliestAt = addHours(now, noticeHours)
  if (startsAt < earliestAt)
    return {
      problem: 'notice-too-short',
      rule: 'notice',
      detail: `This sitter needs ${noticeHours} hours of notice: the earliest start is ${instantInWords(earliestAt, timeZone)}.`,
      values: { noticeHours, earliestAt: earliestAt.toISOString() },
    }
  const lastOn = addDays(localOf(now, timeZone).on, settings.horizonDays)
  const beyond = isStay(plan.service) ? plan.startOn : plan.units.at(-1)!.on
  if (beyond > lastOn)
    return {
      problem: 'horizon-exceeded',
      rule: 'horizon',
      detail: `Bookings can start at most ${settings.horizonDays} days ahead, until ${dayInWords(lastOn)}, and not on ${dayInWords(beyond)}.`,
      values: { on: beyond, lastOn },
    }
  return undefined
}
