import {
  type BookingStatus,
  isStay,
  type Service,
  type UpdateRhythm,
  updateRhythms,
} from '#contract/codes.ts'
import { addMinutes, daysFrom, daysBetween, instantOf, localOf } from '#server/kernel/day.ts'

export const usualRhythm = (service: Service): UpdateRhythm => (isStay(service) ? 'daily' : 'each_visit')

/** A stay has no visits, so `each_visit` is not offered for it. */
export const rhythmsOf = (service: Service): UpdateRhythm[] =>
  updateRhythms.filter((rhythm) => rhythm !== 'each_visit' || !isStay(service))

const changeable: readonly BookingStatus[] = [
  'requested',
  'offered',
  'awaiting_payment',
  'confirmed',
  'in_progress',
]
export const isRhythmOpen = (status: BookingStatus): boolean => changeable.includes(status)

/** Times of day in the booking’s time zone. */
const checkpoints: Record<'daily' | 'twice_daily', readonly string[]> = {
  daily: ['19:00'],
  twice_daily: ['12:00', '19:00'],
}
const afterVisitMinutes = 60
/** Once this time has passed after the due time, a reminder is no longer useful and is skipped. */
const remindedForMinutes = 180

export type UpdateSchedule = {
  rhythm: UpdateRhythm
  startsAt: Date
  endsAt: Date
  timeZone: string
  units: readonly { startsAt: Date; endsAt: Date }[]
  /** When the sitter reported something, by the server's clock. */
  reportedAt: readonly Date[]
}

/** Returns when the overdue update was due; null if no reminder is due now. */
export function overdueUpdate(schedule: UpdateSchedule, at: Date): Date | null {
  const due = dueTimes(schedule).findLast(({ until }) => until <= at)
  if (!due || addMinutes(due.until, remindedForMinutes) <= at) return null
  return schedule.reportedAt.some((reportedAt) => reportedAt >= due.since) ? null : due.until
}

/** The periods in each of which the sitter is expected to report something, in order of time. */
function dueTimes({
  rhythm,
  startsAt,
  endsAt,
  timeZone,
  units,
}: UpdateSchedule): { since: Date; until: Date }[] {
  if (rhythm === 'if_needed') return []
  if (rhythm === 'each_visit')
    return units
      .map((unit) => ({ since: unit.startsAt, until: addMinutes(unit.endsAt, afterVisitMinutes) }))
      .toSorted((a, b) => a.until.getTime() - b.until.getTime())
  const from = localOf(startsAt, timeZone).on
  const days = daysFrom(from, daysBetween(from, localOf(endsAt, timeZone).on) + 1)
  const times = checkpoints[rhythm]
  return days
    .flatMap((on) =>
      times.map((time, index) => ({
        since: instantOf(on, times[index - 1] ?? '00:00', timeZone),
        until: instantOf(on, time, timeZone),
      })),
    )
    .filter(({ since, until }) => until > startsAt && until <= endsAt && since < endsAt)
}
