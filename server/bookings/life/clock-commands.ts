import { factsOf } from '#server/bookings/facts.ts'
import { lockRecord, move } from '#server/bookings/life/commands.ts'
import { dueEvent } from '#server/bookings/life/rule.ts'
import { type DuePosition, findDue } from '#server/bookings/record/list-store.ts'
import { termsOfRow } from '#server/bookings/record/record.ts'
import * as store from '#server/bookings/record/store.ts'
import { stopwatch } from '#server/kernel/clock.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { maxJumpMs } from '#server/kernel/jobs/clock-watch.ts'

const batch = 50

/** Carries out every event that is due, with one transaction per booking. Concurrent runs do no harm. */
export async function runClock(deps: Deps): Promise<{ moved: number }> {
  const at = deps.now()
  const startedAt = stopwatch()
  const jumpMs = () => deps.now().getTime() - at.getTime() - (stopwatch() - startedAt)
  const failures: unknown[] = []
  let moved = 0
  let after: DuePosition | undefined
  for (;;) {
    const due = await findDue(deps.db, at, after, batch)
    for (const { id } of due) {
      // Each booking is checked again against the current time, so a clock that has jumped in the meantime must stop
      // the run.
      if (Math.abs(jumpMs()) > maxJumpMs)
        throw new Error('The clock jumped while due events were carried out')
      try {
        moved += await advance(deps, id)
      } catch (error) {
        // A failure in one booking must not stop the others; the job fails at the end and is retried.
        deps.log.error({ err: error, bookingId: id }, 'booking clock')
        failures.push(error)
      }
    }
    after = due.at(-1)
    if (due.length < batch) break
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not every due event could be carried out')
  return { moved }
}

/** After a long outage several events may be due, one after the other. */
function advance(deps: Deps, id: string): Promise<number> {
  return ensureTransaction(deps, async (deps) => {
    const parties = await store.lockSitterOf(deps.db, id)
    if (!parties) return 0
    let record = await lockRecord(deps.db, id)
    for (let events = 0; ; events++) {
      const due = dueEvent(factsOf(record), deps.now(), termsOfRow(record).settings)
      if (!due) return events
      const { event, caseId } = due
      const moved = await move(deps, record, {
        event,
        by: 'system',
        accountId: null,
        ...(caseId ? { dispute: { caseId, words: '' } } : {}),
      })
      if (!moved.dueAt || moved.dueAt > deps.now()) return events + 1
      record = moved.record
    }
  })
}
