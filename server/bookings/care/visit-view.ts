import type { Booking } from '#contract/bookings/bookings.ts'
import { isStay, type Party } from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import { missableVisits } from '#server/bookings/case/missed.ts'
import type { BookingFacts } from '#server/bookings/facts.ts'
import { mayMove } from '#server/bookings/life/rule.ts'
import type { BookingRecord } from '#server/bookings/record/record.ts'
import { localOf } from '#server/kernel/day.ts'

type VisitContext = { party: Party; facts: BookingFacts; at: Date; settings: Settings }

/** Returns each visit with its local time, and whether this side may report that the other one missed it. */
export function viewVisits(
  { service, units, time_zone: timeZone }: BookingRecord,
  { party, facts, at, settings }: VisitContext,
): Booking['visits'] {
  if (isStay(service)) return []
  const mayReport = mayMove('report_missed', party, facts, at, settings)
  const missable = mayReport ? missableVisits(facts, party, at, settings) : []
  return units.map((unit) => ({
    on: unit.on_date,
    time: localOf(unit.starts_at, timeZone).time,
    minutes: unit.minutes,
    startsAt: unit.starts_at.toISOString(),
    endsAt: unit.ends_at.toISOString(),
    reportable: missable.some(({ startsAt }) => startsAt.getTime() === unit.starts_at.getTime()),
  }))
}
