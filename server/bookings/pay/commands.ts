import { openRequestStatuses, type BookingStatus, type ExtraPurpose } from '#contract/codes.ts'
import { lockRecord, move } from '#server/bookings/life/commands.ts'
import type { Event } from '#server/bookings/life/transition.ts'
import { isCharging, lateChargeAt } from '#server/bookings/pay/charge.ts'
import * as extras from '#server/bookings/pay/extra-store.ts'
import type { ExtraRow } from '#server/bookings/record/parts-store.ts'
import { type BookingRecord, sidesOf, termsOfRow } from '#server/bookings/record/record.ts'
import * as store from '#server/bookings/record/store.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps } from '#server/kernel/deps.ts'
import type { Jobs } from '#server/kernel/jobs/jobs.ts'
import { providerOf } from '#server/payments/commands.ts'
import type { Order } from '#server/payments/provider.ts'
import { lockSitter } from '#server/sitters/commands.ts'

type PaymentResult = Jobs['bookings.settle-payment']

/** Applies the provider's result of a payment to its booking. Repeated or late results have no further effect. */
export function settlePayment(deps: Deps, result: PaymentResult): Promise<void> {
  return ensureTransaction(deps, async (deps) => {
    const parties = await store.findPartiesOf(deps.db, result.bookingId)
    if (!parties) return
    await lockSitter(deps.db, parties.sitter_id)
    await store.lockOwner(deps.db, parties.owner_id)
    const record = await lockRecord(deps.db, result.bookingId)
    const extra = result.extraId && (await extras.findExtra(deps.db, result.extraId))
    if (extra && result.outcome !== 'swapped')
      await extraOutcomes[result.outcome](deps, record, result, extra)
    else await outcomes[result.outcome](deps, record, result)
  })
}

type Settle = (deps: TxDeps, record: BookingRecord, result: PaymentResult) => Promise<void>

const orderOf = (deps: Deps, record: BookingRecord, sourceId: string): Order => ({
  mode: record.payment_mode,
  bookingId: record.id,
  sides: sidesOf(record),
  currency: record.currency,
  sourceId,
  at: deps.now(),
})

const sendBack = (deps: TxDeps, record: BookingRecord, paymentId: string): Promise<void> =>
  providerOf(record.payment_mode).refundLatePayment(deps, orderOf(deps, record, paymentId), paymentId)

const isWaiting = ({ status }: BookingRecord): boolean => status === 'awaiting_payment'
const requestStatuses: readonly BookingStatus[] = openRequestStatuses
/** A question has no payment; a result that arrives for one belongs to a request that got no card in time. */
const isRequest = ({ status }: BookingRecord): boolean => requestStatuses.includes(status)
const bySystem = { by: 'system', accountId: null } as const

const outcomes: Record<PaymentResult['outcome'], Settle> = {
  /**
   * The amount is authorised, or the card is saved. An accepted booking charges it at once or on its day; an ended
   * one releases it.
   */
  async authorised(deps, record, { paymentId }) {
    const provider = providerOf(record.payment_mode)
    const order = orderOf(deps, record, paymentId ?? record.id)
    if (record.status === 'awaiting_card') await move(deps, record, { event: 'give_card', ...bySystem })
    if (isRequest(record)) await store.notePaymentStatus(deps.db, record.id, 'authorised')
    else if (record.paid === 0 && !record.charge_at) await provider.release(deps, order)
    if (!isWaiting(record)) return
    const isLate = lateChargeAt(record, termsOfRow(record), deps.now()) !== null
    if (isLate && (await provider.storeCard(deps, order, record.total)))
      await move(deps, record, { event: 'keep_card', ...bySystem })
    else await provider.collect(deps, order, record.total)
  },
  /** A payment that arrives after the places are gone is returned in full, and once. */
  async captured(deps, record, { paymentId }) {
    const event = isWaiting(record) ? 'pay' : record.charge_at ? 'pay_charge' : null
    if (event) await move(deps, record, { event, ...bySystem })
    else if (record.paid === 0 && paymentId) await sendBack(deps, record, paymentId)
  },
  async failed(deps, record) {
    // Notified once: if another card fails, the form shows it to the owner.
    const isOwnerNotified = record.events.at(-1)?.event === 'payment_failed'
    if ((isWaiting(record) && !isOwnerNotified) || isCharging(record))
      await move(deps, record, { event: 'payment_failed', ...bySystem })
    else if (isRequest(record)) await store.notePaymentStatus(deps.db, record.id, 'failed')
  },
  async swapped(deps, record) {
    if (record.charge_at) await move(deps, record, { event: 'swap_card', ...bySystem })
  },
}

const isOutstanding = ({ status }: ExtraRow): boolean => status === 'waiting'
type PaymentOutcome = Extract<PaymentResult['outcome'], 'captured' | 'failed'>
const extraEvents: Record<ExtraPurpose, Record<PaymentOutcome, Event>> = {
  change: { captured: 'pay_change', failed: 'change_payment_failed' },
  tip: { captured: 'pay_tip', failed: 'tip_payment_failed' },
}

type SettleExtra = (...args: [...Parameters<Settle>, extra: ExtraRow]) => Promise<void>

/** Like `outcomes`, for payments on top of the price. */
const extraOutcomes: Record<Exclude<PaymentResult['outcome'], 'swapped'>, SettleExtra> = {
  async authorised(deps, record, { paymentId }, extra) {
    const provider = providerOf(record.payment_mode)
    const order = { ...orderOf(deps, record, paymentId ?? extra.id), extra }
    if (isOutstanding(extra)) await provider.collect(deps, order, extra.amount)
    else await provider.release(deps, order)
  },
  async captured(deps, record, { paymentId }, extra) {
    if (isOutstanding(extra))
      await move(deps, record, { event: extraEvents[extra.purpose].captured, ...bySystem })
    else if (extra.status === 'ended' && paymentId) await sendBack(deps, record, paymentId)
  },
  async failed(deps, record, _result, extra) {
    if (isOutstanding(extra) && !extra.unpaid_at)
      await move(deps, record, { event: extraEvents[extra.purpose].failed, ...bySystem })
  },
}
