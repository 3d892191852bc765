import type { Duty, ReportCard } from '#contract/care/report-cards.ts'
import { isStay } from '#contract/codes.ts'
import { dayIn } from '#web/clock.ts'

/** The part of a duty that the day's list needs. */
export type DayDuty = Pick<Duty, 'booking' | 'report'>

/**
 * One thing in the sitter's day: pets come, pets go, or a visit. `at` is the time by which the list is ordered, `until`
 * the end of a visit.
 */
export type Stop = {
  kind: 'arrival' | 'departure' | 'visit'
  duty: DayDuty
  card: ReportCard
  at: string
  until: string | null
}

export type SittingDay = {
  today: Stop[]
  tomorrow: Stop[]
  /** Stays under way with neither arrival nor departure today. */
  staying: DayDuty[]
}

const dayMilliseconds = 86_400_000

/** Returns the arrival and the departure of a stay, or each visit of another booking. */
function stopsOf(duty: DayDuty): Stop[] {
  const { booking, report } = duty
  const [first, last] = [report.items[0], report.items.at(-1)]
  if (!first || !last) return []
  if (!isStay(booking.service))
    return report.items.map((card) => ({
      kind: 'visit',
      duty,
      card,
      at: card.startsAt,
      until: card.endsAt,
    }))
  return [
    { kind: 'arrival', duty, card: first, at: booking.startsAt, until: null },
    { kind: 'departure', duty, card: last, at: booking.endsAt, until: null },
  ]
}

/** True for an arrival that was due on an earlier day and has not been recorded. */
const isOverdue = ({ kind, duty, card, at }: Stop, now: number): boolean =>
  kind === 'arrival' && duty.booking.status === 'confirmed' && !card.arrivedAt && Date.parse(at) < now

/** Sorts the sitter's current bookings into today, tomorrow and stays under way, each in order of time. */
export function dayOf(duties: readonly DayDuty[], now: number): SittingDay {
  const stops = duties.flatMap(stopsOf).toSorted((a, b) => a.at.localeCompare(b.at))
  const isOn = ({ at, duty }: Stop, instant: number) =>
    dayIn(at, duty.booking.timeZone) === dayIn(new Date(instant).toISOString(), duty.booking.timeZone)
  const today = stops.filter((stop) => isOn(stop, now) || isOverdue(stop, now))
  return {
    today,
    tomorrow: stops.filter((stop) => isOn(stop, now + dayMilliseconds)),
    staying: duties.filter(
      (duty) =>
        duty.booking.status === 'in_progress' &&
        isStay(duty.booking.service) &&
        !today.some((stop) => stop.duty === duty),
    ),
  }
}

/** What the sitter can record about a stop with one press; null if nothing. */
export function nextEntryOf({ kind, duty, card }: Stop): 'arrive' | null {
  return kind !== 'departure' && duty.report.writable && !card.arrivedAt && !card.leftAt ? 'arrive' : null
}
