import type { Change, Move, Outcome } from '#server/bookings/effect.ts'
import { paymentStatusOf } from '#server/bookings/money/payout.ts'
import { promotionOf, withoutPromo } from '#server/bookings/money/promo.ts'
import { lateChargeAt } from '#server/bookings/pay/charge.ts'
import { deleteUse, setUseAmount, markUsed } from '#server/bookings/quote/promo-store.ts'
import { type BookingRecord, sidesOf, termsOfRow } from '#server/bookings/record/record.ts'
import { replaceQuote } from '#server/bookings/record/store.ts'
import { addHours, earliest, latest } from '#server/kernel/day.ts'
import { send } from '#server/ledger/commands.ts'
import { type Posting, postings } from '#server/ledger/postings.ts'
import { providerOf } from '#server/payments/commands.ts'
import type { Order, Provider } from '#server/payments/provider.ts'

/** Posts the transfers of an event once: their source id is the version of the booking that the event creates. */
export async function postMove({ deps, record, at }: Move, moved: readonly Posting[]): Promise<void> {
  const { id, currency } = record
  const source = { source: 'booking', sourceId: sourceOf(record), bookingId: id, currency, at }
  await send(deps.db, source, moved)
}

const sourceOf = ({ id, version }: BookingRecord): string => `${id}/${version + 1}`

export const orderOf = ({ record, at }: Move, extra?: Order['extra']): Order => ({
  mode: record.payment_mode,
  bookingId: record.id,
  sides: sidesOf(record),
  currency: record.currency,
  sourceId: sourceOf(record),
  at,
  ...(extra ? { extra } : {}),
})

type MoneyMethod = 'charge' | 'payBack' | 'payOut'

/** Returns the postings that the provider makes at once when an amount moves between a person and the outside. */
export async function moveViaProvider(
  step: Move,
  method: MoneyMethod,
  amount: number,
  extra?: Order['extra'],
): Promise<Posting[]> {
  if (amount === 0) return []
  const provider: Provider = providerOf(step.record.payment_mode)
  return provider[method](step.deps, orderOf(step, extra), amount)
}

export async function capturePayment(step: Move): Promise<Outcome> {
  const { record, at } = step
  const sides = sidesOf(record)
  const { total } = record
  const promoted = promotionOf(record.quote.promo)
  await postMove(step, [
    ...(await moveViaProvider(step, 'charge', total)),
    postings.capture(sides, total, promoted),
  ])
  return {
    change: {
      paid: total + promoted,
      payment_status: paymentStatusOf({ paid: total + promoted, refunded: 0 }),
      charge_at: null,
      confirmed_at: record.confirmed_at ?? at,
      expires_at: null,
    },
  }
}

/**
 * Requests the owner's payment, or saves a card that is charged later. The places are held until the answer, at most
 * until `expires_at`.
 */
export async function requestPayment(step: Move): Promise<Outcome> {
  const { deps, record, at } = step
  const { ttlHours, leadHours, minTtlMinutes } = termsOfRow(record).settings.payments
  const usual = earliest(addHours(at, ttlHours), addHours(record.starts_at, -leadHours))
  const provider = providerOf(record.payment_mode)
  if (lateChargeAt(record, termsOfRow(record), at)) {
    const isCardSaved = await provider.storeCard(deps, orderOf(step), record.total)
    const outcome = isCardSaved ? 'authorised' : 'failed'
    await deps.enqueue(deps.db, 'bookings.settle-payment', { bookingId: record.id, paymentId: null, outcome })
  } else await provider.collect(deps, orderOf(step), record.total)
  return { change: { expires_at: latest(usual, addHours(at, minTtlMinutes / 60)) } }
}

export async function voidPayment(step: Move): Promise<Outcome> {
  const { deps, record } = step
  await providerOf(record.payment_mode).release(deps, orderOf(step))
  return record.payment_status === 'authorised' ? { change: { payment_status: 'voided' } } : {}
}

export async function countPromo({ deps, record }: Move): Promise<Outcome> {
  if (record.quote.promo) await markUsed(deps.db, record.id)
  return {}
}

export async function returnPromo({ deps, record }: Move): Promise<Outcome> {
  if (record.quote.promo) await setUseAmount(deps.db, record.id, 0)
  return {}
}

/** Removes the payment state and the reserved credit of a request that becomes a question again. */
export async function resetPaymentOfRequest({ deps, record }: Move): Promise<Outcome> {
  const change: Change = { payment_status: 'none' }
  if (!record.quote.promo) return { change }
  const quote = withoutPromo(record.quote)
  await deleteUse(deps.db, record.id)
  await replaceQuote(deps.db, record.id, quote)
  return { change, record: { ...record, quote, total: quote.total } }
}

export const amountOf = ({ record, input }: Move): number => {
  if (!input.amount) throw new Error(`${input.event} of the booking ${record.id} names no amount`)
  return input.amount
}

/** Posts a tip, all of which goes to the sitter. */
export async function postTip(step: Move, amount: number, extra?: Order['extra']): Promise<Outcome> {
  const sides = sidesOf(step.record)
  await postMove(step, [
    postings.tip(sides, amount),
    ...(await moveViaProvider(step, 'payOut', amount, extra)),
  ])
  return { payload: { amount } }
}

export const giveTip = (step: Move): Promise<Outcome> => postTip(step, amountOf(step))
