import type { Party } from '#contract/codes.ts'
import { remindOfUpdates } from '#server/bookings/care/rhythm-commands.ts'
import { notifyOperators } from '#server/bookings/desk/mail-commands.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import { noticeKindOf } from '#server/bookings/life/notice-kind.ts'
import { isMailEvent, letterOf } from '#server/bookings/mails.ts'
import { settlePayment } from '#server/bookings/pay/commands.ts'
import { noteDispute } from '#server/bookings/pay/dispute-commands.ts'
import { recordOf } from '#server/bookings/record/commands.ts'
import { happenedIn } from '#server/bookings/record/record.ts'
import { insertNotice } from '#server/bookings/record/store.ts'
import { notifyOfCredit } from '#server/bookings/referral/credit-mail-commands.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler, type Schedule } from '#server/kernel/jobs/jobs.ts'
import * as notices from '#server/notices/commands.ts'

type JobPayload = { bookingId: string; event: string; to: Party; idx?: number }

/** Notifies one side of an event once, however often the job runs. */
export function notify(deps: Deps, { bookingId, event, to, idx }: JobPayload): Promise<void> {
  return ensureTransaction(deps, async (deps) => {
    if (!isMailEvent(event)) throw new Error(`There is no mail for the event ${event}`)
    const record = await recordOf(deps.db, bookingId)
    const happened = happenedIn(record, event, idx)
    const letter = letterOf(record, event, to, happened, deps.site)
    const kind = noticeKindOf(event, to, record, deps.now())
    if (!letter || !kind) return
    const isNew = await insertNotice(deps.db, {
      booking_id: bookingId,
      event,
      idx: idx ?? 0,
      receiver: to,
      created_at: deps.now(),
    })
    if (!isNew) return
    const { title, ...mail } = letter
    await notices.notify(deps, {
      accountId: to === 'owner' ? record.owner_id : record.sitter_account_id,
      kind,
      title,
      path: `/account/bookings/${bookingId}`,
      subjectId: bookingId,
      isOwnAct: happened?.by === to,
      mail: { ...mail, kind: `booking-${event}` },
    })
  })
}

export const bookingJobs = (deps: Deps): JobHandler[] => [
  job('bookings.notify', (payload) => notify(deps, payload)),
  job('bookings.tell-operators', (payload) => notifyOperators(deps, payload)),
  job('bookings.tell-of-credit', ({ creditId }) => notifyOfCredit(deps, creditId)),
  job('bookings.settle-payment', (payload) => settlePayment(deps, payload)),
  job('bookings.note-dispute', (payload) => noteDispute(deps, payload)),
  job('bookings.remind-of-news', async () => {
    await remindOfUpdates(deps)
  }),
  job('bookings.run-clock', async () => {
    await runClock(deps)
  }),
]

export const bookingSchedules: Schedule[] = [
  { name: 'bookings.run-clock', cron: '* * * * *' },
  { name: 'bookings.remind-of-news', cron: '*/15 * * * *' },
]
