import { addDays, addHours, instantOf, localOf } from '#server/kernel/day.ts'

/** A request that waits for the sitter's answer. */
export type Waiting = {
  askedAt: Date
  remindedAt: Date | null
  startsAt: Date
  expiresAt: Date | null
  timeZone: string
}

/** Rules section 9. These numbers are not part of what the two sides agree, so bookings keep no copy of them. */
const hoursAfter = [2, 12]
const hoursBeforeExpiry = 2
const [evening, morning] = ['22:00', '07:00'] as const
/** This close to the start, reminders are sent at night too. */
const urgentHours = 24

/** Returns when the sitter is next reminded of a request; null if no reminder is left. Each reminder is sent once. */
export function nextReminder({ askedAt, remindedAt, startsAt, expiresAt, timeZone }: Waiting): Date | null {
  if (!expiresAt) return null
  const occasions = [
    ...hoursAfter.map((hours) => addHours(askedAt, hours)),
    addHours(expiresAt, -hoursBeforeExpiry),
  ]
  const since = remindedAt ?? askedAt
  const ahead = occasions
    .map((at) => (at >= addHours(startsAt, -urgentHours) ? at : afterNight(at, timeZone)))
    .filter((at) => at > since && at < expiresAt)
    .toSorted((a, b) => a.getTime() - b.getTime())
  return ahead[0] ?? null
}

/** Returns the same instant, or the next morning if it is night at the place of the booking. */
function afterNight(at: Date, timeZone: string): Date {
  const { on, time } = localOf(at, timeZone)
  if (time < morning) return instantOf(on, morning, timeZone)
  return time >= evening ? instantOf(addDays(on, 1), morning, timeZone) : at
}
