import type { CareEntry } from '#contract/care/report-cards.ts'
import type { BookingStatus } from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import { addHours, addMinutes } from '#server/kernel/day.ts'

export type CareFacts = {
  status: BookingStatus
  startsAt: Date
  /** When the booking ended or will end. */
  endsAt: Date
  units: number
  petIds: readonly string[]
}
type CareSettings = Pick<Settings, 'checkIn' | 'care'>

/** How far a phone's clock may be ahead of the server's. */
const skewMinutes = 5

const reportableStatuses: readonly BookingStatus[] = ['confirmed', 'in_progress', 'completed', 'closed']

/** The window in which entries can have happened, and until when the server accepts them. */
export const careWindow = (
  { startsAt, endsAt }: Pick<CareFacts, 'startsAt' | 'endsAt'>,
  settings: CareSettings,
) => ({
  from: addHours(startsAt, -settings.checkIn.beforeHours),
  until: addHours(endsAt, settings.care.afterHours),
  toldUntil: addHours(endsAt, settings.care.tellDays * 24),
})

/** Returns why no entries are accepted for this booking now; null if they are. */
export function refuseEntries(facts: CareFacts, at: Date, settings: CareSettings): string | null {
  const { from, toldUntil } = careWindow(facts, settings)
  const refusal = refuseDuty(facts)
  if (refusal !== null) return refusal
  if (at < addMinutes(from, -skewMinutes))
    return `The report card opens ${settings.checkIn.beforeHours} hours before the start.`
  if (at > toldUntil)
    return `The booking has been over for more than ${settings.care.tellDays} days; write a message instead.`
  return null
}

/** Returns why this booking has no duty; null if it has. */
export const refuseDuty = ({ status }: Pick<CareFacts, 'status'>): string | null =>
  reportableStatuses.includes(status) ? null : 'A report card belongs to a confirmed booking.'

/** Returns why this entry is refused; null if it is accepted. */
export function refuseEntry(
  entry: CareEntry,
  facts: CareFacts,
  at: Date,
  settings: CareSettings,
): string | null {
  const happenedAt = new Date(entry.happenedAt)
  const { from, until } = careWindow(facts, settings)
  if (happenedAt > addMinutes(at, skewMinutes))
    return 'Its time is in the future. Check the clock of your device.'
  if (happenedAt < from) return 'Its time is before the booking. Check the clock of your device.'
  if (happenedAt > until)
    return `Its time is more than ${settings.care.afterHours} hours after the end of the booking.`
  if ('unit' in entry && entry.unit >= facts.units)
    return 'The booking no longer has this day or visit; it was changed.'
  if ('petId' in entry && !facts.petIds.includes(entry.petId))
    return 'This pet no longer belongs to the booking.'
  if (entry.kind === 'incident' && entry.happened && entry.words.length < 10)
    return 'Say in a few words what happened.'
  return null
}
