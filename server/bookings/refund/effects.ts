import { formatMoney } from '#contract/words.ts'
import type { Change, Move, Outcome } from '#server/bookings/effect.ts'
import { heldOf, nextPayout, paymentStatusOf, releasedOf } from '#server/bookings/money/payout.ts'
import { promotionIn, promotionOf } from '#server/bookings/money/promo.ts'
import { share } from '#server/bookings/money/share.ts'
import { amountOf, moveViaProvider, postMove } from '#server/bookings/pay/effects.ts'
import { setUseAmount } from '#server/bookings/quote/promo-store.ts'
import { moneyOf, ownerAmounts } from '#server/bookings/record/paid.ts'
import { type BookingRecord, payableFrom, sidesOf, termsOfRow } from '#server/bookings/record/record.ts'
import { refundOf } from '#server/bookings/refund/refund.ts'
import { Problem } from '#server/kernel/problem.ts'
import { postings, releasedTotal } from '#server/ledger/postings.ts'

/** Refunds in proportion to what was paid by the owner, and by the platform for its promo code. */
export async function refundAmount(step: Move, amount: number): Promise<Change> {
  const { record } = step
  const { quote } = record
  const sides = sidesOf(record)
  const { paid, refunded: before } = moneyOf(record)
  const promotion = promotionOf(quote.promo)
  const promoted = promotionIn(promotion, before + amount, paid) - promotionIn(promotion, before, paid)
  const total = amount - promoted
  await postMove(step, [
    postings.refund(sides, total, promoted),
    ...(await moveViaProvider(step, 'payBack', total)),
  ])
  if (quote.promo)
    await setUseAmount(
      step.deps.db,
      record.id,
      quote.promo.amount - share(quote.promo.amount, before + amount, paid),
    )
  const refunded = record.refunded + amount
  return {
    refunded,
    payment_status: paymentStatusOf({ paid: record.paid, refunded }),
    ...storeReleasedSplit(record),
  }
}

/** A refund changes the sum that is split, so the split of the part already released is stored. */
function storeReleasedSplit(record: BookingRecord): Pick<Change, 'terms'> {
  if (record.released === 0) return {}
  const terms = termsOfRow(record)
  const releasedBefore = releasedOf(payableFrom(record), terms.settings.payout)
  return { terms: { ...terms, releasedBefore } }
}

export async function refund(step: Move): Promise<Outcome> {
  const {
    record,
    input: { by, reason },
    at,
  } = step
  if (by === 'system') throw new Error('A system event cannot refund anything')
  const { total, promotion, sitterKeeps, rule } = refundOf(record, at, by)
  return {
    change: {
      ...(record.charge_at ? {} : await refundAmount(step, total + promotion)),
      cancelled_at: at,
      cancelled_by: by,
      reason: reason ?? null,
    },
    payload: { refund: { total, sitterKeeps, rule } },
  }
}

/** Refusal of a refund that exceeds what is held. */
export const aboveHeld = (
  { currency }: Pick<BookingRecord, 'currency'>,
  amount: number,
  most: number,
): Problem =>
  new Problem('amount-too-high', {
    detail: `At most ${formatMoney(most, currency)} can still be taken off the price of this booking, not ${formatMoney(amount, currency)}.`,
    amount,
    most,
  })

/** Refunds more than the rules require, at most what is still held. */
export async function refundMore(step: Move): Promise<Outcome> {
  const amount = amountOf(step)
  const most = heldOf(payableFrom(step.record))
  if (amount > most) throw aboveHeld(step.record, amount, most)
  const { record } = step
  const change = await refundAmount(step, amount)
  const given = ownerAmounts({ ...record, ...change }).refunded - ownerAmounts(record).refunded
  return { change, payload: { amount: given, ...(given < amount ? { promotion: amount - given } : {}) } }
}

/** Releases the next part of the sitter's share from the escrow. */
export async function releasePayout(step: Move): Promise<Outcome> {
  const { record } = step
  const next = nextPayout(payableFrom(record), termsOfRow(record).settings.payout)
  if (!next) throw new Error(`There is no payout to release for the booking ${record.id}`)
  const sides = sidesOf(record)
  await postMove(step, [
    postings.release(sides, next.release),
    ...(await moveViaProvider(step, 'payOut', next.release.sitter)),
  ])
  return { change: { released: record.released + releasedTotal(next.release) } }
}
