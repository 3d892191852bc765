import type { Actor, BookingStatus } from '#contract/codes.ts'
import { lateChargeAt } from '#server/bookings/charge-view.ts'
import { moneyInWords } from '#server/bookings/letter.ts'
import { share } from '#server/bookings/money.ts'
import { heldOf, nextPayout, paymentStatusOf, releasedOf } from '#server/bookings/payout.ts'
import { promotionIn, promotionOf, withoutPromo } from '#server/bookings/promo.ts'
import { deleteUse, keepOfUse, markUsed } from '#server/bookings/promo-store.ts'
import type { CaseInput } from '#server/bookings/case-commands.ts'
import type { OfferedChange } from '#server/bookings/change-offer-commands.ts'
import { replaceQuote } from '#server/bookings/store.ts'
import type { BookingTerms } from '#server/bookings/terms.ts'
import type { Event } from '#server/bookings/transition.ts'
import { moneyOf, ownersPart } from '#server/bookings/paid-view.ts'
import {
  type BookingRecord,
  type EventPayload,
  payableFrom,
  refundOf,
  sidesOf,
  termsOfRow,
} from '#server/bookings/record-view.ts'
import { addHours, earliest, latest } from '#server/calendar/day.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { send } from '#server/ledger/commands.ts'
import { type Posting, postings, releasedTotal } from '#server/ledger/postings.ts'
import { providerOf } from '#server/payments/commands.ts'
import type { Order, Provider } from '#server/payments/provider.ts'

export type MoveInput = {
  event: Event
  by: Actor
  accountId: string | null
  reason?: string
  note?: string
  /** Of a tip, or of what the sitter waives. */
  amount?: number
  /** What a proposal would make of the booking. */
  offered?: OfferedChange
  /** What else the history keeps of it. */
  more?: EventPayload
  /** The booking has been written in this transaction, and this is its first event. */
  isNew?: boolean
  /** What is said or decided in a disagreement. */
  dispute?: CaseInput
  /** Of a check-in that was told later: when the sitter was there. */
  arrivedAt?: Date
}

export type Change = Partial<
  Pick<
    BookingRecord,
    | 'paid'
    | 'refunded'
    | 'released'
    | 'changed_back'
    | 'payment_status'
    | 'charge_at'
    | 'confirmed_at'
    | 'expires_at'
    | 'sent_at'
    | 'checked_in_at'
    | 'ended_at'
    | 'cancelled_at'
    | 'cancelled_by'
    | 'answered_at'
    | 'reason'
  >
> & { terms?: BookingTerms }
export type Move = {
  deps: Deps
  tx: Tx
  record: BookingRecord
  input: MoveInput
  to: BookingStatus
  at: Date
}
/** `record` when the effect rewrote more than columns of the booking. */
export type Outcome = { change?: Change; payload?: EventPayload; record?: BookingRecord }

/** Each move posts its transfers once: its source is the version of the booking that it makes. */
export async function postMove({ tx, record, at }: Move, moved: readonly Posting[]): Promise<void> {
  const { id, currency } = record
  const source = { source: 'booking', sourceId: sourceOf(record), bookingId: id, currency, at }
  await send(tx, source, moved)
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

type Errand = 'charge' | 'payBack' | 'payOut'

/** What the provider of this booking's money posts at once when it moves an amount between a person and the outside. */
export async function outside(
  step: Move,
  errand: Errand,
  amount: number,
  extra?: Order['extra'],
): Promise<Posting[]> {
  if (amount === 0) return []
  const provider: Provider = providerOf(step.record.payment_mode)
  return provider[errand](step.deps, step.tx, orderOf(step, extra), amount)
}

export async function capturePayment(step: Move): Promise<Outcome> {
  const { record, at } = step
  const sides = sidesOf(record)
  const { total } = record
  const promoted = promotionOf(record.quote.promo)
  await postMove(step, [...(await outside(step, 'charge', total)), postings.capture(sides, total, promoted)])
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

/** The owner's money is asked for, or a card that is charged later; the places are kept until the answer, and so long at most. */
export async function askPayment(step: Move): Promise<Outcome> {
  const { deps, tx, record, at } = step
  const { ttlHours, leadHours, minTtlMinutes } = termsOfRow(record).settings.payments
  const usual = earliest(addHours(at, ttlHours), addHours(record.starts_at, -leadHours))
  const provider = providerOf(record.payment_mode)
  if (lateChargeAt(record, termsOfRow(record), at)) {
    const isKept = await provider.keep(deps, tx, orderOf(step), record.total)
    const outcome = isKept ? 'authorised' : 'failed'
    await deps.enqueue(tx, 'bookings.settle-payment', { bookingId: record.id, paymentId: null, outcome })
  } else await provider.ask(deps, tx, orderOf(step), record.total)
  return { change: { expires_at: latest(usual, addHours(at, minTtlMinutes / 60)) } }
}

export async function voidPayment(step: Move): Promise<Outcome> {
  const { deps, tx, record } = step
  await providerOf(record.payment_mode).letGo(deps, tx, orderOf(step))
  return record.payment_status === 'authorised' ? { change: { payment_status: 'voided' } } : {}
}

/** Whoever has paid gets back in proportion: the owner, and the platform for its promo code. */
export async function giveBack(step: Move, amount: number): Promise<Change> {
  const { record } = step
  const { quote } = record
  const sides = sidesOf(record)
  const { paid, refunded: before } = moneyOf(record)
  const promotion = promotionOf(quote.promo)
  const promoted = promotionIn(promotion, before + amount, paid) - promotionIn(promotion, before, paid)
  const total = amount - promoted
  await postMove(step, [postings.refund(sides, total, promoted), ...(await outside(step, 'payBack', total))])
  if (quote.promo)
    await keepOfUse(step.tx, record.id, quote.promo.amount - share(quote.promo.amount, before + amount, paid))
  const refunded = record.refunded + amount
  return {
    refunded,
    payment_status: paymentStatusOf({ paid: record.paid, refunded }),
    ...keepReleased(record),
  }
}

/** A refund makes another sum of what is shared out; how the released part of it was shared stays known. */
function keepReleased(record: BookingRecord): Pick<Change, 'terms'> {
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
  if (by === 'system') throw new Error('The clock refunds nothing')
  const { total, promotion, sitterKeeps, rule } = refundOf(record, at, by)
  return {
    change: {
      ...(record.charge_at ? {} : await giveBack(step, total + promotion)),
      cancelled_at: at,
      cancelled_by: by,
      reason: reason ?? null,
    },
    payload: { refund: { total, sitterKeeps, rule } },
  }
}

export async function countPromo({ tx, record }: Move): Promise<Outcome> {
  if (record.quote.promo) await markUsed(tx, record.id)
  return {}
}

export async function returnPromo({ tx, record }: Move): Promise<Outcome> {
  if (record.quote.promo) await keepOfUse(tx, record.id, 0)
  return {}
}

/** Of a request that is a question again: what became of its cards, and the credit it would have used. */
export async function forgetRequest({ tx, record }: Move): Promise<Outcome> {
  const change: Change = { payment_status: 'none' }
  if (!record.quote.promo) return { change }
  const quote = withoutPromo(record.quote)
  await deleteUse(tx, record.id)
  await replaceQuote(tx, record.id, quote)
  return { change, record: { ...record, quote, total: quote.total } }
}

export const amountOf = ({ record, input }: Move): number => {
  if (!input.amount) throw new Error(`${input.event} of the booking ${record.id} names no amount`)
  return input.amount
}

/** The refusal of what is no longer there to be given back. */
export const aboveHeld = (
  { currency }: Pick<BookingRecord, 'currency'>,
  amount: number,
  most: number,
): Problem =>
  new Problem('amount-too-high', {
    detail: `At most ${moneyInWords(most, currency)} is still held for this booking, not ${moneyInWords(amount, currency)}.`,
    amount,
    most,
  })

/** More than the rules give back, at most what is still held. */
export async function refundMore(step: Move): Promise<Outcome> {
  const amount = amountOf(step)
  const most = heldOf(payableFrom(step.record))
  if (amount > most) throw aboveHeld(step.record, amount, most)
  const { record } = step
  const change = await giveBack(step, amount)
  const given = ownersPart({ ...record, ...change }).refunded - ownersPart(record).refunded
  return { change, payload: { amount: given, ...(given < amount ? { promotion: amount - given } : {}) } }
}

/** All of it is the sitter's. */
export async function postTip(step: Move, amount: number, extra?: Order['extra']): Promise<Outcome> {
  const sides = sidesOf(step.record)
  await postMove(step, [postings.tip(sides, amount), ...(await outside(step, 'payOut', amount, extra))])
  return { payload: { amount } }
}

export const giveTip = (step: Move): Promise<Outcome> => postTip(step, amountOf(step))

/** The next part of what the sitter keeps leaves the escrow. */
export async function releasePayout(step: Move): Promise<Outcome> {
  const { record } = step
  const next = nextPayout(payableFrom(record), termsOfRow(record).settings.payout)
  if (!next) throw new Error(`Nothing is to be released for the booking ${record.id}`)
  const sides = sidesOf(record)
  await postMove(step, [
    postings.release(sides, next.release),
    ...(await outside(step, 'payOut', next.release.sitter)),
  ])
  return { change: { released: record.released + releasedTotal(next.release) } }
}
