import type { z } from 'zod'
import type { Booking, createBooking } from '#contract/bookings/bookings.ts'
import { isStay, type Service } from '#contract/codes.ts'
import { formatMoney } from '#contract/words.ts'
import { requireConsent } from '#server/accounts/consent-commands.ts'
import { requireVerifiedAddress } from '#server/accounts/verified-address.ts'
import { refuseBlocked } from '#server/blocks/commands.ts'
import { move } from '#server/bookings/life/commands.ts'
import { type QuoteOptions, makeOffer, quoteForOwner } from '#server/bookings/quote/commands.ts'
import type { Offer } from '#server/bookings/quote/offer.ts'
import { reservePromo } from '#server/bookings/quote/promo-commands.ts'
import { checkQuoteHash } from '#server/bookings/quote/quote-hash.ts'
import { recordOf } from '#server/bookings/record/commands.ts'
import * as store from '#server/bookings/record/store.ts'
import { showBooking } from '#server/bookings/show-commands.ts'
import { transitions } from '#server/bookings/transitions.ts'
import { addDays, addHours, localOf } from '#server/kernel/day.ts'
import { type Tx } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps, Viewer } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { Problem } from '#server/kernel/problem.ts'
import { instantInWords } from '#server/kernel/words.ts'
import { paymentModeOf } from '#server/payments/commands.ts'
import { currentSettings, requireOpen } from '#server/settings/commands.ts'
import { lockSitter, lockSitterShared, sitterForBooking } from '#server/sitters/commands.ts'

type BookingInput = z.output<(typeof createBooking)['body']>

/** Starts a booking for an owner: a request at the quoted price, an instant booking, or a question. */
export function requestBooking(deps: Deps, viewer: Viewer, input: BookingInput): Promise<Booking> {
  return ensureTransaction(deps, async (deps) => {
    const { event } = input
    await requireOpen(deps.db, event === 'inquire' ? 'questions' : 'requests')
    await requireConsent(deps, viewer.accountId)
    // Only an instant booking takes places and needs an exclusive lock on the sitter.
    await (transitions[event].effects.includes('take_places') ? lockSitter : lockSitterShared)(
      deps.db,
      input.sitterId,
    )
    await store.lockOwner(deps.db, viewer.accountId)
    const { offer, datesOpen } =
      event === 'inquire'
        ? await offerForQuestion(deps, viewer, input)
        : await offerForRequest(deps, viewer, input)
    const { accountId: otherId, name: otherName } = offer.sitter
    await refuseBlocked(deps.db, { accountId: viewer.accountId, otherId, otherName })
    const id = await insert(deps, viewer.accountId, offer, { message: input.message || null, datesOpen })
    if (offer.promo) await reservePromo(deps.db, offer.promo, id, viewer.accountId)
    const { accountId } = viewer
    const moved = await move(deps, await recordOf(deps.db, id), {
      event,
      by: 'owner',
      accountId,
      isNew: true,
    })
    return showBooking(deps, moved.record, accountId)
  })
}

type PricedRequest = { offer: Offer; datesOpen: boolean }

async function offerForRequest(deps: TxDeps, viewer: Viewer, input: BookingInput): Promise<PricedRequest> {
  const { event, quoteHash = '', message: _message, ...draft } = input
  const offer = await makeOffer(deps, viewer, draft)
  refuseOtherPrice(deps, offer, quoteHash)
  await refuseRequest(deps.db, viewer.accountId, event, offer)
  return { offer, datesOpen: false }
}

/** Refuses a price that differs from the one that was shown, with the new quote. */
export function refuseOtherPrice(
  deps: Deps,
  offer: Offer,
  quoteHash: string,
  quote = quoteForOwner(offer),
): void {
  const mismatch = checkQuoteHash(deps.site.secret, offer, quoteHash, deps.now())
  if (!mismatch) return
  const price = `it is ${formatMoney(quote.total, quote.currency)} now`
  const detail =
    mismatch.rule === 'quote_expired'
      ? `The price was valid until ${instantInWords(mismatch.until, offer.plan.timeZone)}; ${price}.`
      : `The price differs from the one that was shown; ${price}.`
  throw new Problem('price-changed', {
    detail: `${detail} Check the new price and try again.`,
    rule: mismatch.rule,
    quote,
  })
}

/** Checks the rules of a request or an instant booking, other than those of its price. */
export async function refuseRequest(
  tx: Tx,
  ownerId: string,
  event: 'request' | 'instant_book' | 'inquire',
  { plan, terms, sitter, instant, circle }: Offer,
): Promise<void> {
  if (event === 'instant_book' && !instant)
    throw new Problem('instant-off', {
      detail: `${sitter.name} lets ${sitter.instantBooking === 'repeat' ? 'only owners with a completed booking' : 'nobody'} book at once. Send a request instead.`,
      instantBooking: sitter.instantBooking,
    })
  const { maxOverlapping } = terms.settings.request
  const open = await store.countOpenRequests(tx, ownerId, plan.startsAt, plan.endsAt)
  if (event !== 'request' || circle || open < maxOverlapping) return
  throw new Problem('requests-too-many', {
    detail: `You have ${open} open requests for these dates, and at most ${maxOverlapping} are possible. Wait for an answer or withdraw one.`,
    open,
    maxOverlapping,
  })
}

const hoursOfDay = 24

/** A question takes no places and binds nobody, so neither the calendar nor the sitter's rules are checked. */
async function offerForQuestion(deps: TxDeps, viewer: Viewer, input: BookingInput): Promise<PricedRequest> {
  requireVerifiedAddress(deps.site, viewer, 'You need a confirmed e-mail address to ask a question.')
  const { settings } = await currentSettings(deps.db)
  const { maxPerDay } = settings.inquiry
  const questionCount = await store.countInquiries(
    deps.db,
    viewer.accountId,
    addHours(deps.now(), -hoursOfDay),
  )
  if (questionCount >= maxPerDay)
    throw new Problem('inquiries-too-many', {
      detail: `You have asked ${questionCount} questions in 24 hours, and at most ${maxPerDay} are possible. Wait for the answers.`,
      asked: questionCount,
      maxPerDay,
    })
  const { event: _event, quoteHash: _hash, message: _message, ...draft } = input
  const options: QuoteOptions = { as: 'question' }
  const datesOpen = !draft.startOn && !draft.visits
  const dated = datesOpen ? { ...draft, ...(await exampleDays(deps, draft)) } : draft
  return { offer: await makeOffer(deps, viewer, dated, options), datesOpen }
}

const exampleAheadDays = 30

/** A question without days stores the price of one night or visit some weeks ahead, as an example. */
async function exampleDays(deps: TxDeps, { sitterId, service }: { sitterId: string; service: Service }) {
  const sitter = await sitterForBooking(deps.db, sitterId)
  const today = localOf(deps.now(), sitter?.timeZone ?? 'UTC').on
  const on = addDays(today, exampleAheadDays)
  return isStay(service) ? { startOn: on, endOn: addDays(on, 1) } : { visits: [{ on }] }
}

export const termsColumns = ({ plan, quote, terms }: Offer) => ({
  start_on: plan.startOn,
  start_time: plan.startTime,
  end_on: plan.endOn,
  end_time: plan.endTime,
  starts_at: plan.startsAt,
  ends_at: plan.endsAt,
  quote: JSON.stringify(quote),
  terms: JSON.stringify(terms),
  currency: quote.currency,
  total: quote.total,
})

export const unitsOfPlan = ({ plan }: Offer) =>
  plan.units.map((unit) => ({
    on_date: unit.on,
    starts_at: unit.startsAt,
    ends_at: unit.endsAt,
    minutes: unit.minutes,
  }))

/** Inserts the booking with its frozen terms (effect `freeze_terms` of the table). The first event sets its status. */
export async function insert(
  deps: TxDeps,
  ownerId: string,
  offer: Offer,
  { message, datesOpen }: { message: string | null; datesOpen: boolean },
): Promise<string> {
  const now = deps.now()
  const id = newId(now)
  await store.insertBooking(
    deps.db,
    {
      ...termsColumns(offer),
      id,
      owner_id: ownerId,
      sitter_id: offer.sitter.id,
      service: offer.plan.service,
      status: 'inquiry',
      version: 0,
      time_zone: offer.plan.timeZone,
      circle: offer.circle,
      payment_mode: offer.circle ? 'manual' : paymentModeOf(deps),
      message,
      dates_open: datesOpen,
      created_at: now,
      updated_at: now,
    },
    offer.pets.map((pet) => pet.id),
    unitsOfPlan(offer),
  )
  return id
}
