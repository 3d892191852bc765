import type { Change, Move, Outcome } from '#server/bookings/effect.ts'
import { isCharging, lateChargeAt } from '#server/bookings/pay/charge.ts'
import { orderOf, returnPromo } from '#server/bookings/pay/effects.ts'
import { type BookingRecord, termsOfRow } from '#server/bookings/record/record.ts'
import { providerOf } from '#server/payments/commands.ts'
import { payUntil } from '#server/payments/late-charge.ts'

/** Confirms without a payment: the saved card is charged later. */
export function scheduleCharge({ record, at }: Move): Outcome {
  const chargeAt = lateChargeAt(record, termsOfRow(record), at)
  if (!chargeAt) throw new Error(`The booking ${record.id} is to be charged at once`)
  return {
    change: { charge_at: chargeAt, confirmed_at: at, expires_at: null, payment_status: 'authorised' },
  }
}

export async function requestCharge(step: Move): Promise<Outcome> {
  const { deps, record } = step
  await providerOf(record.payment_mode).collect(deps, orderOf(step), record.total)
  return {}
}

/** Cancels a future charge: the saved card is released, and the promo code counts as never used. */
export async function cancelScheduledCharge(step: Move): Promise<Outcome> {
  const { deps, record } = step
  if (!record.charge_at) return {}
  await providerOf(record.payment_mode).release(deps, orderOf(step))
  await returnPromo(step)
  return { change: { charge_at: null, payment_status: 'voided' } }
}

/**
 * Records a failed payment, which the owner is asked to make. For a booking already confirmed, the time to pay starts
 * only now.
 */
export function noteFailedPayment({ record, at }: Move): Outcome {
  const change: Change = { payment_status: 'failed' }
  if (!record.charge_at) return { change }
  const expiresAt = payUntil(at, record.starts_at, termsOfRow(record).settings.payments)
  return { change: { ...change, charge_at: null, expires_at: expiresAt } }
}

/**
 * Adapts a future charge to changed terms: the new amount is charged on the day that follows from the new dates, and
 * no money moves now.
 */
export async function adjustScheduledCharge(step: Move, changed: BookingRecord): Promise<Change> {
  const { deps, record, at } = step
  if (isCharging(record)) throw new Error(`The card of the booking ${record.id} is being charged`)
  await providerOf(record.payment_mode).storeCard(deps, orderOf(step), changed.total)
  return { charge_at: lateChargeAt(changed, termsOfRow(changed), at) ?? at }
}
