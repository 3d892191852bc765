import { capacityRequestFrom } from '#server/bookings/change/offer-commands.ts'
import * as changes from '#server/bookings/change/store.ts'
import type { Change, Move, Outcome } from '#server/bookings/effect.ts'
import type { Event } from '#server/bookings/life/transition.ts'
import { paymentStatusOf, releasedOf } from '#server/bookings/money/payout.ts'
import { adjustScheduledCharge } from '#server/bookings/pay/charge-effects.ts'
import { moveViaProvider, postMove } from '#server/bookings/pay/effects.ts'
import { cancelExtra, markPaid, openExtra } from '#server/bookings/pay/extra-effects.ts'
import { recordOf } from '#server/bookings/record/commands.ts'
import type { ChangeAgreed } from '#server/bookings/record/parts-store.ts'
import { type BookingRecord, payableFrom, sidesOf, termsOfRow } from '#server/bookings/record/record.ts'
import { aboveHeld } from '#server/bookings/refund/effects.ts'
import { heldDays, releaseCapacity, takeCapacity } from '#server/calendar/commands.ts'
import { holdCapacity, releaseHold, settleHold } from '#server/calendar/hold-commands.ts'
import { localOf } from '#server/kernel/day.ts'
import { newId } from '#server/kernel/ids.ts'
import { postings, releasedTotal } from '#server/ledger/postings.ts'
import { sitterForBooking } from '#server/sitters/commands.ts'

export async function writeChange({ deps, record, input, at }: Move): Promise<Outcome> {
  const { offered, by } = input
  if (!offered || (by !== 'owner' && by !== 'sitter'))
    throw new Error(`No change of ${record.id} was offered`)
  await changes.insertChange(deps.db, {
    id: newId(at),
    booking_id: record.id,
    proposed_by: by,
    proposed_at: at,
    expires_at: offered.expiresAt,
    agreed: offered.agreed,
    note: offered.note || null,
  })
  return {
    payload: { amount: offered.agreed.difference, ...(offered.note ? { note: offered.note } : {}) },
    record: await recordOf(deps.db, record.id),
  }
}

/** Replaces the old terms by the new ones: places, dates, pets, price, and the difference in money. */
export async function applyChange(step: Move): Promise<Outcome> {
  const { deps, record, at } = step
  const { agreed } = pendingOf(record)
  const fromOn = localOf(at, record.time_zone).on
  const held = await heldDays(deps.db, record.id)
  await releaseCapacity(deps.db, record.id, at, { fromOn })
  const rewritten = await rewrite(step)
  const capacityRequest = capacityRequestFrom(record, { ...agreed, pets: agreed.pets.length }, fromOn)
  await takeCapacity(deps.db, record.sitter_id, capacityRequest, at, held)
  return outcomeOf(step, agreed, rewritten)
}

/**
 * Applies a change once it is paid. Its places have been held since the acceptance, so it cannot fail for lack of
 * places.
 */
export async function applyPaidChange(step: Move): Promise<Outcome> {
  const { deps, record, at } = step
  const { agreed } = pendingOf(record)
  const fromOn = localOf(at, record.time_zone).on
  await markPaid(step)
  await settleHold(
    deps.db,
    capacityRequestFrom(record, { ...agreed, pets: agreed.pets.length }, fromOn),
    fromOn,
    at,
  )
  return outcomeOf(step, agreed, await rewrite(step))
}

/** Accepts a change that takes effect once the owner has paid the difference; its places are held until then. */
export async function requestChangePayment(step: Move): Promise<Outcome> {
  const { deps, record, at } = step
  const { id, agreed, expires_at: expiresAt } = pendingOf(record)
  const fromOn = localOf(at, record.time_zone).on
  const sitter = (await sitterForBooking(deps.db, record.sitter_id))!
  await holdCapacity(
    deps.db,
    sitter,
    capacityRequestFrom(record, { ...agreed, pets: agreed.pets.length }, fromOn),
    fromOn,
    at,
  )
  await changes.acceptUnpaid(deps.db, id)
  await openExtra(step, 'change', agreed.difference, expiresAt)
  return { payload: { amount: agreed.difference }, record: await recordOf(deps.db, record.id) }
}

async function rewrite({ deps, record, at }: Move): Promise<BookingRecord> {
  const { id, agreed } = pendingOf(record)
  const releasedBefore = releasedOf(payableFrom(record), termsOfRow(record).settings.payout)
  const terms = { ...agreed.terms, ...(releasedTotal(releasedBefore) > 0 ? { releasedBefore } : {}) }
  await changes.rewriteBooking(deps.db, record.id, { ...agreed, terms })
  await changes.endChange(deps.db, id, 'accepted', at)
  return recordOf(deps.db, record.id)
}

const outcomeOf = async (
  step: Move,
  { difference }: ChangeAgreed,
  record: BookingRecord,
): Promise<Outcome> => ({
  change: step.record.charge_at
    ? await adjustScheduledCharge(step, record)
    : await settleDifference(step, difference),
  payload: { amount: difference, ...(step.record.charge_at ? { later: true } : {}) },
  record,
})

/** Charges or refunds the difference. The platform's part of a promo code is unchanged. */
async function settleDifference(step: Move, difference: number): Promise<Change> {
  const { record } = step
  const sides = sidesOf(record)
  if (difference > 0) {
    const charged = await moveViaProvider(step, 'charge', difference)
    await postMove(step, [...charged, postings.capture(sides, difference)])
    const paid = record.paid + difference
    return { paid, payment_status: paymentStatusOf({ paid, refunded: record.refunded }) }
  }
  const refundDue = 0 - difference
  const held = record.paid - record.refunded - record.released
  if (refundDue > held) throw aboveHeld(record, refundDue, held)
  await postMove(step, [
    postings.refund(sides, refundDue),
    ...(await moveViaProvider(step, 'payBack', refundDue)),
  ])
  const refunded = record.refunded + refundDue
  return {
    refunded,
    changed_back: record.changed_back + refundDue,
    payment_status: paymentStatusOf({ paid: record.paid, refunded }),
  }
}

const endings: Partial<Record<Event, changes.ChangeEnd>> = {
  decline_change: 'declined',
  withdraw_change: 'withdrawn',
}

/** Ends the pending change, also when the booking itself ends. */
export async function endChange(step: Move): Promise<Outcome> {
  const { deps, record, input, at } = step
  if (!record.change) return {}
  if (record.change.status === 'awaiting_payment') {
    await releaseHold(deps.db, record.id, at)
    await cancelExtra(step)
  }
  await changes.endChange(deps.db, record.change.id, endings[input.event] ?? 'expired', at)
  return { record: await recordOf(deps.db, record.id) }
}

function pendingOf({ id, change }: BookingRecord) {
  if (!change) throw new Error(`No change of the booking ${id} waits for an answer`)
  return change
}
