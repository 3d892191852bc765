import type { createPromoCode, listPromoCodes, PromoCode } from '#contract/bookings/promo-codes.ts'
import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import type { Settings } from '#contract/settings.ts'
import type { Pair } from '#server/bookings/money/fees.ts'
import type { Price } from '#server/bookings/money/price.ts'
import {
  applyPromo,
  isPromoAvailable,
  type PromoRequest,
  type PromoLimits,
} from '#server/bookings/money/promo.ts'
import * as store from '#server/bookings/quote/promo-store.ts'
import { audit } from '#server/identity/sessions/commands.ts'
import { type Db, type Tx } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { Problem } from '#server/kernel/problem.ts'
import { currentSettings } from '#server/settings/commands.ts'

/** The price after the code, and what a request must reserve of it. */
export type PromoOffer = {
  price: Price
  promoId: string
  reservation: Pick<PromoRequest, 'on' | 'currency' | 'amount'> & { code: string }
}

/**
 * Returns the same refusal for a code that does not exist, has ended, is used up or is not for this owner, so that
 * codes cannot be guessed.
 */
function refused(code: string): Problem {
  const promoCode = code.toUpperCase()
  return new Problem('promo-invalid', {
    detail: `You cannot use the code ${promoCode} for this booking. Check the spelling, or continue without it.`,
    promoCode,
  })
}

const limitsOf = (row: store.PromoRow): PromoLimits => ({
  currency: row.currency,
  fromOn: row.from_on,
  untilOn: row.until_on,
  endedAt: row.ended_at,
  firstBookingOnly: row.first_booking,
  budget: row.budget,
  usesPerOwner: row.uses_per_owner,
})

async function refuseUnavailable(
  db: Db,
  row: store.PromoRow | undefined,
  ownerId: string | null,
  { code, ...reservation }: PromoOffer['reservation'],
): Promise<void> {
  if (!row || (row.owner_id !== null && row.owner_id !== ownerId)) throw refused(code)
  const taken = await store.sumUses(db, row.id, ownerId)
  const hasBooked = ownerId !== null && row.first_booking && (await store.hasBooked(db, ownerId))
  if (!isPromoAvailable(limitsOf(row), { ...reservation, hasBooked, taken })) throw refused(code)
}

type PromoInput = { code: string; ownerId: string | null; on: string; pair: Pair; settings: Settings }

/** Takes a code off a price, or refuses it; nothing is reserved yet. */
export async function offerPromo(
  db: Db,
  price: Price,
  { code, ownerId, on, pair, settings }: PromoInput,
): Promise<PromoOffer> {
  const row = await store.findPromo(db, code.toUpperCase())
  if (!row) throw refused(code)
  const terms = {
    code: row.code,
    percent: row.percent,
    amount: row.amount,
    paidBy: row.paid_by,
    credit: row.owner_id !== null,
  }
  const lowered = applyPromo(price, terms, pair, settings)
  const reservation = { code: row.code, on, currency: settings.currency, amount: lowered.promo?.amount ?? 0 }
  await refuseUnavailable(db, row, ownerId, reservation)
  return { price: lowered, promoId: row.id, reservation }
}

/** Reserves a request's part of the code, after a check under a lock. */
export async function reservePromo(
  tx: Tx,
  { promoId, reservation }: Pick<PromoOffer, 'promoId' | 'reservation'>,
  bookingId: string,
  ownerId: string,
): Promise<void> {
  await refuseUnavailable(tx, await store.lockPromo(tx, promoId), ownerId, reservation)
  await store.insertUse(tx, {
    booking_id: bookingId,
    promo_id: promoId,
    owner_id: ownerId,
    status: 'reserved',
    amount: reservation.amount,
  })
}

const viewPromo = (row: store.ListedPromo): PromoCode => ({
  id: row.id,
  code: row.code,
  percent: row.percent,
  amount: row.amount,
  currency: row.currency,
  paidBy: row.paid_by,
  firstBookingOnly: row.first_booking,
  fromOn: row.from_on,
  untilOn: row.until_on,
  budget: row.budget,
  usesPerOwner: row.uses_per_owner,
  note: row.note,
  createdAt: row.created_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  reserved: { count: Number(row.reserved_count), amount: Number(row.reserved_amount) },
  used: { count: Number(row.used_count), amount: Number(row.used_amount) },
})

export async function listPromos({ db }: Deps): Promise<EndpointResponse<typeof listPromoCodes>> {
  const { settings } = await currentSettings(db)
  return { currency: settings.currency, items: (await store.listPromos(db)).map(viewPromo) }
}

export type Operator = { viewer: Viewer; ip: string }

export function createPromo(
  deps: Deps,
  { viewer, ip }: Operator,
  terms: HandlerInput<typeof createPromoCode>['body'],
): Promise<PromoCode> {
  return ensureTransaction(deps, async (deps) => {
    const { settings } = await currentSettings(deps.db)
    const at = deps.now()
    const id = newId(at)
    const isNew = await store.insertPromo(deps.db, {
      id,
      code: terms.code,
      percent: terms.percent,
      amount: terms.amount,
      currency: settings.currency,
      paid_by: terms.paidBy,
      first_booking: terms.firstBookingOnly,
      from_on: terms.fromOn,
      until_on: terms.untilOn,
      budget: terms.budget,
      uses_per_owner: terms.usesPerOwner,
      note: terms.note || null,
      created_at: at,
    })
    if (!isNew) throw new Problem('promo-exists', { detail: 'Choose another code.' })
    await audit(deps, 'promo-created', viewer.uid, { ip }, { promoId: id, code: terms.code })
    return viewPromo((await store.listPromos(deps.db, id))[0]!)
  })
}

/** Ends a code for all further requests. Idempotent. */
export function endPromo(deps: Deps, { viewer, ip }: Operator, promoId: string): Promise<PromoCode> {
  return ensureTransaction(deps, async (deps) => {
    const row = await store.lockPromo(deps.db, promoId)
    if (!row) throw new Problem('promo-not-found')
    if (row.ended_at === null) {
      await store.endPromo(deps.db, promoId, deps.now())
      await audit(deps, 'promo-ended', viewer.uid, { ip }, { promoId, code: row.code })
    }
    return viewPromo((await store.listPromos(deps.db, promoId))[0]!)
  })
}
