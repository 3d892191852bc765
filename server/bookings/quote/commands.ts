import type { AppliedPromo, BookingDraft, Quote } from '#contract/bookings/bookings.ts'
import { isStay, type Policy } from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import { formatMoney } from '#contract/words.ts'
import { refuseAddOns } from '#server/bookings/money/add-on.ts'
import type { Pair } from '#server/bookings/money/fees.ts'
import type { Plan } from '#server/bookings/money/plan.ts'
import { type Price, priceBooking } from '#server/bookings/money/price.ts'
import { applyDiscount, reapplyPromo } from '#server/bookings/money/promo.ts'
import { refundableOf, refundSchedule } from '#server/bookings/money/refund.ts'
import { termsOf } from '#server/bookings/money/terms.ts'
import {
  type QuoteViewer,
  bookableSitter,
  offeredService,
  petsOf,
  planOf,
  problemOf,
  type QuotedPet,
  refusePets,
} from '#server/bookings/quote/draft-commands.ts'
import type { Offer } from '#server/bookings/quote/offer.ts'
import { offerPromo } from '#server/bookings/quote/promo-commands.ts'
import { signQuote } from '#server/bookings/quote/quote-hash.ts'
import { isRepeatPair } from '#server/bookings/record/store.ts'
import { freeCreditOf, isInvitedBy } from '#server/bookings/referral/commands.ts'
import { capacityFull, checkCapacity } from '#server/calendar/commands.ts'
import { holidaysOfSitter } from '#server/holidays/commands.ts'
import { addHours, addMinutes, localOf } from '#server/kernel/day.ts'
import type { Db } from '#server/kernel/db/db.ts'
import type { Deps, TokenViewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { instantInWords } from '#server/kernel/words.ts'
import { pricingSettings } from '#server/settings/commands.ts'
import type { BookableSitter } from '#server/sitters/commands.ts'

/** Options of pricing. A question only has to be priceable; in an offer the sitter overrides their own rules. */
export type QuoteOptions = {
  as?: 'request' | 'question' | 'offer'
  /** Promo code the booking had taken before the new offer. */
  earlierPromo?: AppliedPromo | undefined
  /** The sitter's discount. */
  discount?: number
  /** True if a credit of the owner is used when no code is given. */
  takesCredit?: boolean
}

/** Returns the full price for this viewer. The sitter's earnings are shown only to the sitter. */
export async function calculateQuote(
  deps: Deps,
  viewer: TokenViewer | null,
  draft: BookingDraft,
  { forSitter = false }: { forSitter?: boolean } = {},
): Promise<Quote> {
  const offer = await makeOffer(deps, viewer, draft)
  return forSitter || offer.sitter.accountId === viewer?.accountId ? offer.quote : quoteForOwner(offer)
}

/** Returns the quote as the owner sees it, without the sitter's earnings. */
export function quoteForOwner({ quote, instant }: Offer): Quote {
  const { sitterFee: _fee, sitterFeeRule: _rule, sitterPayout: _payout, ...rest } = quote
  return { ...rest, instant }
}

/** Checks every rule of a draft, in the order most useful to a person, and prices it. */
export async function makeOffer(
  deps: Deps,
  viewer: QuoteViewer | null,
  draft: BookingDraft,
  options: QuoteOptions = {},
): Promise<Offer> {
  const now = deps.now()
  const { settings, version } = await pricingSettings(deps)
  const request = { viewer, draft, settings, now }
  const checked = await checkDraft(deps.db, request, options.as ?? 'request')
  const { sitter, service, plan, pets } = checked
  const { full, pair } = await fullPrice(deps.db, request, checked)
  const { price, promo } = await reducedPrice(deps.db, request, options, { plan, full, pair })
  const { policy, rates } = service
  const terms = termsOf(price, { rates, policy, settings, settingsVersion: version })
  const validUntil = addMinutes(now, settings.quoteMinutes)
  const quote = quoteOf(plan, price, { policy, settings, now, validUntil })
  const instant = mayBookAtOnce(sitter, pair.repeat)
  const circle = draft.circle ?? false
  const offer = { sitter, plan, pets, price, terms, quote, promo, instant, circle }
  quote.quoteHash = signQuote(deps.site.secret, offer, validUntil)
  return offer
}

type QuoteRequest = { viewer: QuoteViewer | null; draft: BookingDraft; settings: Settings; now: Date }
type Checked = {
  sitter: BookableSitter
  service: ReturnType<typeof offeredService>
  plan: Plan
  pets: QuotedPet[]
}

/** Refuses a draft that breaks a rule of the sitter or of the site, or for which there is no room. */
async function checkDraft(
  db: Db,
  { viewer, draft, settings, now }: QuoteRequest,
  as: NonNullable<QuoteOptions['as']>,
): Promise<Checked> {
  const sitter = await bookableSitter(db, draft, viewer)
  const service = offeredService(sitter, draft)
  const noticeHours = as === 'request' ? service.noticeHours : 0
  const plan = planOf(draft, sitter, { ...service, noticeHours }, settings, now)
  if (as === 'offer') refuseTooSoon(plan, settings, now)
  const pets = await petsOf(db, viewer, draft)
  if (as === 'request') refusePets(pets, service, plan, settings)
  const refusal = refuseAddOns(
    draft,
    service.rates,
    pets.map(({ id }) => id),
  )
  if (refusal) throw problemOf(refusal)
  const capacityRequest = {
    service: plan.service,
    ownerId: viewer?.accountId ?? '',
    pets: pets.length,
    units: plan.units,
  }
  // A friend manages their own days and answers each request.
  const conflicts = as === 'question' || draft.circle ? [] : await checkCapacity(db, sitter, capacityRequest)
  if (conflicts.length > 0) throw capacityFull(conflicts)
  return { sitter, service, plan, pets }
}

/** Returns the price before any promo code or discount. */
async function fullPrice(
  db: Db,
  { viewer, draft, settings, now }: QuoteRequest,
  { sitter, service, plan, pets }: Checked,
): Promise<{ full: Price; pair: Pair }> {
  const lastOn = plan.units.at(-1)!.on
  const holidays = await holidaysOfSitter(db, sitter, plan.startOn, lastOn)
  const ownerId = viewer?.accountId
  const repeat = ownerId ? await isRepeatPair(db, ownerId, sitter.id) : false
  const invited = ownerId ? await isInvitedBy(db, ownerId, sitter.accountId, now, settings) : false
  const pair = { repeat, invited }
  const full = priceBooking({
    service: draft.service,
    rates: service.rates,
    pets: pets.map(({ id, species, birthOn }) => ({ id, species, birthOn })),
    units: plan.units,
    ...(isStay(draft.service) ? { startTime: plan.startTime, endTime: plan.endTime } : {}),
    addOns: draft.addOns,
    holidays,
    pair,
    settings,
  })
  return { full, pair }
}

type Priced = { plan: Plan; full: Price; pair: Pair }

/** Takes a promo code or a credit off the price, then the sitter's discount. */
async function reducedPrice(
  db: Db,
  request: QuoteRequest,
  { as = 'request', earlierPromo, discount = 0, takesCredit = as === 'request' }: QuoteOptions,
  priced: Priced,
): Promise<Pick<Offer, 'price' | 'promo'>> {
  const { settings } = request
  const { full, pair } = priced
  const promo = await promoFor(db, request, takesCredit, priced)
  const price = promo?.price ?? (earlierPromo ? reapplyPromo(full, earlierPromo, pair, settings) : full)
  if (discount <= 0) return { price, promo }
  const allowed = allowDiscount(discount, price.subtotal, settings.currency)
  return { price: applyDiscount(price, allowed, pair, settings), promo }
}

/** Applies the promo code of the draft, or a credit of the owner. */
async function promoFor(
  db: Db,
  { viewer, draft, settings, now }: QuoteRequest,
  takesCredit: boolean,
  { plan, full, pair }: Priced,
): Promise<Offer['promo']> {
  const ownerId = viewer?.accountId ?? null
  const code =
    draft.promoCode ??
    (ownerId && takesCredit && !draft.circle ? await freeCreditOf(db, ownerId, settings.currency) : undefined)
  if (code === undefined) return null
  if (draft.promoCode !== undefined && !settings.open.promoCodes)
    throw new Problem('promo-invalid', { detail: 'Promo codes cannot be used at the moment.' })
  return offerPromo(db, full, { code, ownerId, on: localOf(now, plan.timeZone).on, pair, settings })
}

type QuoteTerms = { policy: Policy; settings: Settings; now: Date; validUntil: Date }

/** Writes the quote; its hash is added once the whole offer is known. */
function quoteOf(plan: Plan, price: Price, { policy, settings, now, validUntil }: QuoteTerms): Quote {
  const refundable = refundableOf(plan, price, {
    policy,
    terms: settings.policy,
    confirmedAt: null,
    checkedInAt: null,
  })
  return {
    currency: settings.currency,
    timeZone: plan.timeZone,
    lines: price.lines,
    subtotal: price.subtotal,
    ownerFee: price.ownerFee,
    ownerFeeRule: price.ownerFeeRule,
    total: price.total,
    ...(price.promo ? { promo: price.promo } : {}),
    sitterFee: price.sitterFee,
    ...(price.sitterFeeRule ? { sitterFeeRule: price.sitterFeeRule } : {}),
    sitterPayout: price.sitterPayout,
    units: plan.units.length,
    refundSchedule: refundSchedule(refundable, now),
    policy,
    holidays: price.holidays,
    quoteHash: '',
    validUntil: validUntil.toISOString(),
  }
}

const mayBookAtOnce = ({ instantBooking }: BookableSitter, repeat: boolean): boolean =>
  instantBooking === 'everyone' || (instantBooking === 'repeat' && repeat)

/** Refuses an offer that would expire at once (rules section 9, `expiryOf`). */
function refuseTooSoon({ startsAt, timeZone }: Plan, { offer }: Pick<Settings, 'offer'>, now: Date): void {
  const { leadHours } = offer
  const earliestAt = addHours(now, leadHours)
  if (startsAt > earliestAt) return
  throw new Problem('notice-too-short', {
    detail: `An offer expires ${leadHours} ${leadHours === 1 ? 'hour' : 'hours'} before the start, so choose a start after ${instantInWords(earliestAt, timeZone)}.`,
    rule: 'notice',
    noticeHours: leadHours,
    earliestAt: earliestAt.toISOString(),
  })
}

/** Returns the discount, which must leave something to pay. */
function allowDiscount(discount: number, subtotal: number, currency: string): number {
  if (discount < subtotal) return discount
  throw new Problem('amount-too-high', {
    detail: `Take off less than the whole price: at most ${formatMoney(subtotal - 1, currency)}, not ${formatMoney(discount, currency)}.`,
    amount: discount,
    most: subtotal - 1,
  })
}
