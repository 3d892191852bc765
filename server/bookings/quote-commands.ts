import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppliedPromo, BookingDraft, Quote } from '#contract/bookings.ts'
import { isStay, type Species } from '#contract/codes.ts'
import type { Pet } from '#contract/pets.ts'
import type { Settings } from '#contract/settings.ts'
import type { SitterService } from '#contract/sitters.ts'
import { type Plan, planBooking, refuseAddOns } from '#server/bookings/draft.ts'
import { type Price, priceBooking } from '#server/bookings/price.ts'
import { applyDiscount, keepPromo } from '#server/bookings/promo.ts'
import { offerPromo, type PromoOffer } from '#server/bookings/promo-commands.ts'
import { freeCreditOf, isInvitedBy } from '#server/bookings/referral-commands.ts'
import { refundableOf, refundSchedule } from '#server/bookings/refund.ts'
import { isRepeatPair } from '#server/bookings/store.ts'
import { type BookingTerms, termsOf } from '#server/bookings/terms.ts'
import { addMinutes, localOf } from '#server/calendar/day.ts'
import { capacityFull, checkCapacity } from '#server/calendar/commands.ts'
import { holidaysOfSitter } from '#server/holidays/commands.ts'
import type { Db } from '#server/kernel/db.ts'
import type { Deps, TokenViewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { petsOfOwner } from '#server/pets/commands.ts'
import { pricingSettings } from '#server/settings/commands.ts'
import { refusalFor } from '#server/sitters/acceptance.ts'
import { type BookableSitter, sitterForBooking } from '#server/sitters/commands.ts'

/** A pet as far as prices and acceptance care, saved or only described. */
export type QuotedPet = {
  id: string
  name: string | null
  species: Species
  weightKg: number | null
  birthOn: string | null
  neutered: boolean | null
  medication: boolean
}

/** A priced draft with everything a booking made from it freezes. */
export type Offer = {
  sitter: BookableSitter
  plan: Plan
  pets: readonly QuotedPet[]
  price: Price
  terms: BookingTerms
  quote: Quote
  /** What a request reserves of its promo code. */
  promo: PromoOffer | null
  /** The sitter lets this owner book at once. */
  instant: boolean
}

/** A question is held to no rule but that it can be priced; with an offer the sitter sets the own rules aside. */
export type Asking = {
  as?: 'request' | 'question' | 'offer'
  /** What a booking has taken of a promo code before it was offered otherwise. */
  keptPromo?: AppliedPromo | undefined
  /** What the sitter takes off. */
  discount?: number
  /** Whether a credit of the owner is used when no code is named. */
  takesCredit?: boolean
}
type Asker = Pick<TokenViewer, 'accountId'>

/** The full price for this viewer; only the sitter is told what the sitter earns. */
export async function calculateQuote(
  deps: Deps,
  viewer: TokenViewer | null,
  draft: BookingDraft,
  { forSitter = false }: { forSitter?: boolean } = {},
): Promise<Quote> {
  const offer = await makeOffer(deps, viewer, draft)
  return forSitter || offer.sitter.accountId === viewer?.accountId ? offer.quote : quoteForOwner(offer)
}

/** The quote as the owner sees it, who is not told what the sitter earns. */
export function quoteForOwner({ quote, instant }: Offer): Quote {
  const { sitterFee: _fee, sitterFeeRule: _rule, sitterPayout: _payout, ...rest } = quote
  return { ...rest, instant }
}

/** Every rule a draft must pass, in the order in which a person would want to hear of them, and its price. */
export async function makeOffer(
  deps: Deps,
  viewer: Asker | null,
  draft: BookingDraft,
  { as = 'request', keptPromo, discount = 0, takesCredit = as === 'request' }: Asking = {},
): Promise<Offer> {
  const { db } = deps
  const now = deps.now()
  const { settings, version } = await pricingSettings(deps)
  const sitter = await bookableSitter(db, draft, viewer)
  const service = offeredService(sitter, draft)
  const noticeHours = as === 'request' ? service.noticeHours : 0
  const plan = planOf(draft, sitter, { ...service, noticeHours }, settings, now)
  const pets = await petsOf(db, viewer, draft)
  if (as === 'request') refusePets(pets, service, plan, settings)
  const refusal = refuseAddOns(
    draft,
    service.rates,
    pets.map(({ id }) => id),
  )
  if (refusal) throw new Problem(refusal.problem, { detail: refusal.detail, ...refusal.values })
  const wanted = {
    service: plan.service,
    ownerId: viewer?.accountId ?? '',
    pets: pets.length,
    units: plan.units,
  }
  const conflicts = as === 'question' ? [] : await checkCapacity(db, sitter, wanted)
  if (conflicts.length > 0) throw capacityFull(conflicts)

  const lastOn = plan.units.at(-1)!.on
  const holidays = await holidaysOfSitter(db, sitter, plan.startOn, lastOn)
  const repeat = viewer?.accountId ? await isRepeatPair(db, viewer.accountId, sitter.id) : false
  const invited = viewer?.accountId
    ? await isInvitedBy(db, viewer.accountId, sitter.accountId, now, settings)
    : false
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
  const ownerId = viewer?.accountId ?? null
  const code =
    draft.promoCode ??
    (ownerId && takesCredit ? await freeCreditOf(db, ownerId, settings.currency) : undefined)
  const promo =
    code === undefined
      ? null
      : await offerPromo(db, full, { code, ownerId, on: localOf(now, plan.timeZone).on, pair, settings })
  const asked = promo?.price ?? (keptPromo ? keepPromo(full, keptPromo, pair, settings) : full)
  const price = discount > 0 ? applyDiscount(asked, atMost(discount, asked.subtotal), pair, settings) : asked
  const { policy, rates } = service
  const terms = termsOf(price, { rates, policy, settings, settingsVersion: version })
  const refundable = refundableOf(plan, price, {
    policy,
    terms: settings.policy,
    confirmedAt: null,
    checkedInAt: null,
  })
  const validUntil = addMinutes(now, settings.quoteMinutes)
  const quote: Quote = {
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
  const instant = mayBookAtOnce(sitter, repeat)
  const offer = { sitter, plan, pets, price, terms, quote, promo, instant }
  quote.quoteHash = sealOf(deps.site.secret, offer, validUntil)
  return offer
}

const mayBookAtOnce = ({ instantBooking }: BookableSitter, repeat: boolean): boolean =>
  instantBooking === 'everyone' || (instantBooking === 'repeat' && repeat)

/** A discount leaves something to pay. */
function atMost(discount: number, subtotal: number): number {
  if (discount < subtotal) return discount
  throw new Problem('amount-too-high', {
    detail: 'Take off less than the whole price.',
    amount: discount,
    most: subtotal - 1,
  })
}

const stampOf = (until: Date): string => until.getTime().toString(36)

/** Binds dates, pets, lines, fees, policy and settings to a moment until which they hold; nothing is stored. */
function sealOf(
  secret: string,
  { sitter, plan, pets, price, terms }: Omit<Offer, 'quote' | 'promo' | 'instant'>,
  until: Date,
): string {
  const bound = [
    'quote',
    stampOf(until),
    sitter.id,
    plan.service,
    plan.timeZone,
    [plan.startOn, plan.startTime, plan.endOn, plan.endTime],
    plan.units.map(({ startsAt, endsAt }) => [startsAt.getTime(), endsAt.getTime()]),
    pets.map(({ id }) => id).toSorted(),
    price.lines,
    price.total,
    price.sitterPayout,
    terms.policy,
    terms.settings.currency,
    terms.settingsVersion,
  ]
  const seal = createHmac('sha256', secret).update(JSON.stringify(bound)).digest('base64url')
  return `${stampOf(until)}.${seal}`
}

/** True when this hash was given for the very same offer and still holds. */
export function isQuotedBy(secret: string, offer: Offer, quoteHash: string, now: Date): boolean {
  const stamp = /^([0-9a-z]{1,9})\.[\w-]{43}$/.exec(quoteHash)?.[1]
  if (stamp === undefined) return false
  const until = new Date(Number.parseInt(stamp, 36))
  if (until < now) return false
  const [given, made] = [Buffer.from(quoteHash), Buffer.from(sealOf(secret, offer, until))]
  return given.length === made.length && timingSafeEqual(given, made)
}

const hidden: readonly BookableSitter['status'][] = ['draft', 'in_review']

/** Sitters may price their own services with described pets, published or not, but not book themselves. */
async function bookableSitter(
  db: Db,
  { sitterId, petIds }: BookingDraft,
  viewer: Asker | null,
): Promise<BookableSitter> {
  const sitter = await sitterForBooking(db, sitterId)
  const isOwn = sitter !== undefined && sitter.accountId === viewer?.accountId
  if (!sitter || (hidden.includes(sitter.status) && !isOwn)) throw new Problem('sitter-not-found')
  if (isOwn && petIds)
    throw new Problem('sitter-own', {
      detail: 'Choose another sitter; your own profile shows what you offer.',
    })
  if (sitter.status === 'paused' && !isOwn)
    throw new Problem('sitter-unavailable', {
      detail: `${sitter.name} is taking a break. Choose another sitter.`,
    })
  return sitter
}

function offeredService(sitter: BookableSitter, draft: BookingDraft): SitterService {
  const service = sitter.services.find((offered) => offered.service === draft.service)
  if (!service)
    throw new Problem('service-not-offered', {
      detail: 'Choose one of the services this sitter offers.',
      offered: sitter.services.map((offered) => offered.service),
    })
  return service
}

function planOf(
  draft: BookingDraft,
  { timeZone }: BookableSitter,
  { rates, noticeHours }: SitterService,
  settings: Settings,
  now: Date,
): Plan {
  const planned = planBooking(draft, { timeZone, now, noticeHours, rates, settings })
  if ('plan' in planned) return planned.plan
  const { problem, detail, values } = planned.refusal
  throw new Problem(problem, { detail, ...values })
}

async function petsOf(db: Db, viewer: Asker | null, draft: BookingDraft): Promise<QuotedPet[]> {
  if (draft.pets)
    return draft.pets.map(({ name, ...pet }, index) => ({
      ...pet,
      name: name || null,
      id: `pet-${index + 1}`,
      medication: false,
    }))
  const ids = [...new Set(draft.petIds)]
  const pets = viewer?.accountId ? await petsOfOwner(db, ids, viewer.accountId) : []
  const found = pets.filter(({ archived }) => !archived)
  if (found.length !== ids.length) throw new Problem('pet-not-found')
  return found.map(quotedPet)
}

export const quotedPet = (pet: Pet): QuotedPet => ({
  id: pet.id,
  name: pet.name,
  species: pet.species,
  weightKg: pet.weightKg,
  birthOn: pet.birthOn,
  neutered: pet.neutered,
  medication: pet.medications.length > 0,
})

/** How many there are, and each by itself; pets that were agreed before meet no rule that came since. */
export function refusePets(
  pets: readonly QuotedPet[],
  { maxPets, accepts }: SitterService,
  plan: Pick<Plan, 'startOn'>,
  settings: Settings,
  isAgreed: (petId: string) => boolean = () => false,
): void {
  if (pets.length > maxPets)
    throw new Problem('pets-too-many', {
      detail: `This sitter takes at most ${maxPets} in one booking.`,
      maxPets,
      pets: pets.length,
    })
  for (const pet of pets.filter(({ id }) => !isAgreed(id))) {
    const refusal = refusalFor(pet, accepts, plan.startOn, settings)
    if (refusal)
      throw new Problem('pet-refused', {
        detail: pet.name ? `${pet.name}: ${refusal.detail}` : refusal.detail,
        petId: pet.id,
        rule: refusal.rule,
        values: refusal.values,
      })
  }
}
