import { staffWith } from '#server/accounts/commands.ts'
import { operatorLetter } from '#server/bookings/desk/mails.ts'
import { isMove } from '#server/bookings/history-view.ts'
import { recordOf } from '#server/bookings/record/commands.ts'
import { happenedIn, payloadOf } from '#server/bookings/record/record.ts'
import { insertNotice } from '#server/bookings/record/store.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { Jobs } from '#server/kernel/jobs/jobs.ts'
import { notify } from '#server/notices/commands.ts'
import { disputeSummaryOf } from '#server/payments/dispute-commands.ts'

/** Notifies all operators of an event once, however often the job runs. */
export function notifyOperators(
  deps: Deps,
  { bookingId, event, idx }: Jobs['bookings.tell-operators'],
): Promise<void> {
  return ensureTransaction(deps, async (deps) => {
    const record = await recordOf(deps.db, bookingId)
    const happened = happenedIn(record, event, idx)
    if (!happened || !isMove(event)) throw new Error(`The booking ${bookingId} has no event ${event}`)
    const isNew = await insertNotice(deps.db, {
      booking_id: bookingId,
      event,
      idx: idx ?? 0,
      receiver: 'operator',
      created_at: deps.now(),
    })
    if (!isNew) return
    const payload = payloadOf(happened)
    const question = payload.dispute ? await disputeSummaryOf(deps.db, payload.dispute) : null
    for (const { id: accountId, name } of await staffWith(deps.db, 'cases.decide')) {
      const letter = operatorLetter(event, name, { record, payload, question, site: deps.site })
      if (!letter) continue
      const { title, ...mail } = letter
      await notify(deps, {
        accountId,
        kind: 'decision-needed',
        title,
        path: letter.button.url.slice(deps.site.url.length),
        subjectId: bookingId,
        mail: { ...mail, kind: `operator-${event}` },
      })
    }
  })
}
