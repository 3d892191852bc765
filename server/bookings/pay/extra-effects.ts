import type { ExtraPurpose } from '#contract/codes.ts'
import type { Move, Outcome } from '#server/bookings/effect.ts'
import { amountOf, orderOf, postTip } from '#server/bookings/pay/effects.ts'
import * as extras from '#server/bookings/pay/extra-store.ts'
import { payByOf } from '#server/bookings/pay/extra.ts'
import { recordOf } from '#server/bookings/record/commands.ts'
import type { ExtraRow } from '#server/bookings/record/parts-store.ts'
import { type BookingRecord, termsOfRow } from '#server/bookings/record/record.ts'
import { newId } from '#server/kernel/ids.ts'
import { providerOf } from '#server/payments/commands.ts'

/** Records a payment on top of the price and has the provider request it; `until` is the latest time it is needed. */
export async function openExtra(
  step: Move,
  purpose: ExtraPurpose,
  amount: number,
  until: Date | null,
): Promise<void> {
  const { deps, record, at } = step
  const id = newId(at)
  await extras.insertExtra(deps.db, {
    id,
    booking_id: record.id,
    purpose,
    amount,
    status: 'waiting',
    opened_at: at,
    pay_by: payByOf(at, until, termsOfRow(record).settings),
  })
  await providerOf(record.payment_mode).collect(deps, orderOf(step, { id, purpose }), amount)
}

function waitingOf({ id, extra }: BookingRecord): ExtraRow {
  if (!extra) throw new Error(`Nothing is to be paid on top of the booking ${id}`)
  return extra
}

export async function markPaid({ deps, record, at }: Move): Promise<ExtraRow> {
  const extra = waitingOf(record)
  await extras.updateExtra(deps.db, extra.id, { status: 'paid', ended_at: at })
  return extra
}

/** Stops requesting the payment; a payment that arrives anyway is returned. */
export async function cancelExtra(step: Move): Promise<void> {
  const { deps, record, at } = step
  const extra = waitingOf(record)
  await extras.updateExtra(deps.db, extra.id, { status: 'ended', ended_at: at })
  await providerOf(record.payment_mode).release(deps, orderOf(step, extra))
}

export async function requestTip(step: Move): Promise<Outcome> {
  const amount = amountOf(step)
  await openExtra(step, 'tip', amount, null)
  return { payload: { amount }, record: await recordOf(step.deps.db, step.record.id) }
}

export async function applyPaidTip(step: Move): Promise<Outcome> {
  const extra = await markPaid(step)
  const posted = await postTip(step, extra.amount, extra)
  return { ...posted, record: await recordOf(step.deps.db, step.record.id) }
}

export async function endTip(step: Move): Promise<Outcome> {
  const { amount } = waitingOf(step.record)
  await cancelExtra(step)
  return { payload: { amount }, record: await recordOf(step.deps.db, step.record.id) }
}

export async function noteUnpaid({ deps, record, at }: Move): Promise<Outcome> {
  const { id, amount } = waitingOf(record)
  await extras.updateExtra(deps.db, id, { unpaid_at: at })
  return { payload: { amount }, record: await recordOf(deps.db, record.id) }
}

export async function notePayReminder({ deps, record, at }: Move): Promise<Outcome> {
  const { id, amount } = waitingOf(record)
  await extras.updateExtra(deps.db, id, { reminded_at: at })
  return { payload: { amount }, record: await recordOf(deps.db, record.id) }
}
