import type { WithDatabase } from '#server/doctor/check.ts'
import { count, fault, type Finding, ok } from '#server/doctor/finding.ts'
import { clockStates } from '#server/kernel/jobs/clock-watch.ts'

/** Workers note their clock every minute. */
const silentMinutes = 5

export async function worker({ deps: { db }, now }: WithDatabase): Promise<Finding> {
  const [last] = await clockStates(db)
  const advice = 'Start a server with SERVICES=worker; without one there are no mails, payouts or reminders.'
  if (!last) return fault('No worker has run yet.', advice)
  const minutes = Math.floor((now().getTime() - last.seenAt.getTime()) / 60_000)
  if (minutes >= silentMinutes) return fault(`No worker has run for ${count(minutes, 'minute')}.`, advice)
  return ok(`A worker runs on ${last.machine.split(' ').at(-1)}.`)
}
