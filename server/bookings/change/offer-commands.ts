import { createHash } from 'node:crypto'
import type { Quote } from '#contract/bookings/bookings.ts'
import type { calculateChange } from '#contract/bookings/changes.ts'
import { isStay, type Party } from '#contract/codes.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import type { HolidayPeriod } from '#contract/holidays.ts'
import {
  type Agreed,
  affectedAt,
  changeExpiry,
  petsFrom,
  type PricedChange,
  priceChange,
  refuseChange,
} from '#server/bookings/change/change.ts'
import { refuseAddOns } from '#server/bookings/money/add-on.ts'
import { countStartedUnits, firstPetOf } from '#server/bookings/money/split-price.ts'
import { type Plan, planBooking } from '#server/bookings/money/plan.ts'
import { priceBooking } from '#server/bookings/money/price.ts'
import { refundableOf, refundSchedule } from '#server/bookings/money/refund.ts'
import { type BookingTerms, termsOf } from '#server/bookings/money/terms.ts'
import { problemOf, quotedPet, type QuotedPet, refusePets } from '#server/bookings/quote/draft-commands.ts'
import type { ChangeAgreed } from '#server/bookings/record/parts-store.ts'
import { type BookingRecord, refundableFrom, termsOfRow } from '#server/bookings/record/record.ts'
import { capacityFull, checkCapacity } from '#server/calendar/commands.ts'
import { holidaysOfSitter } from '#server/holidays/commands.ts'
import { isHoliday } from '#server/holidays/period.ts'
import { earliest, localOf } from '#server/kernel/day.ts'
import type { Db } from '#server/kernel/db/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { petsOfOwner } from '#server/pets/commands.ts'
import { currentSettings } from '#server/settings/commands.ts'
import { type BookableSitter, sitterForBooking } from '#server/sitters/commands.ts'

export type ChangeDraft = HandlerInput<typeof calculateChange>['body']
/** A priced change, with the hash that binds it to what was shown. */
export type OfferedChange = { agreed: ChangeAgreed; expiresAt: Date; changeHash: string; note: string | null }

/**
 * Checks every rule of a change and prices it by the agreed terms. The side that asks and the time determine the
 * refunds.
 */
export async function offerChange(
  { db, now }: Deps,
  record: BookingRecord,
  draft: ChangeDraft,
  by: Party,
): Promise<Omit<OfferedChange, 'note'>> {
  const at = now()
  const terms = termsOfRow(record)
  const sitter = (await sitterForBooking(db, record.sitter_id))!
  const wanted = await proposedBooking(db, record, sitter, draft, at)
  const { plan, pets } = wanted
  const agreed: Agreed = {
    booking: refundableFrom(record),
    terms,
    lines: record.quote.lines,
    promo: record.quote.promo,
    pets: record.pets,
  }
  const broken = refuseChange(agreed, wanted, at)
  if (broken)
    throw new Problem('change-refused', { detail: broken.detail, rule: broken.rule, ...broken.values })
  const petsChangeAt = petsFrom(agreed, wanted, at)
  const units = unitsWithPets(record, plan, countStartedUnits(agreed.booking, at), petsChangeAt !== null)
  await refuseWithoutPlaces(db, record, sitter, units, pets.length, at)
  const priced = priceChange(agreed, wanted, at, by)
  const { settings } = await currentSettings(db)
  const affected = affectedAt(agreed, wanted, at) ?? plan.endsAt
  const changed: ChangeAgreed = {
    ...agreementOf(record, plan, pets, priced, at),
    units,
    petsFrom: petsChangeAt?.toISOString() ?? null,
  }
  return {
    agreed: changed,
    expiresAt: changeExpiry(at, affected, settings.change.ttlHours),
    changeHash: hashOf(record, changed),
  }
}

/** Plans and prices the booking as the change would make it. */
async function proposedBooking(
  db: Db,
  record: BookingRecord,
  sitter: BookableSitter,
  draft: ChangeDraft,
  at: Date,
) {
  const terms = termsOfRow(record)
  const plan = planOf(record, draft, at)
  const started = countStartedUnits(refundableFrom(record), at)
  const pets = await petsOf(db, record, sitter, draft, (plan.units[started] ?? plan.units[0]!).on)
  const petIds = pets.map(({ id }) => id)
  const refusal = refuseAddOns({ service: record.service, addOns: draft.addOns }, terms.rates, petIds)
  if (refusal) throw problemOf(refusal)
  const priceInput = {
    service: record.service,
    rates: terms.rates,
    pets: pets.map(({ id, species, birthOn }) => ({ id, species, birthOn })),
    units: plan.units,
    ...(isStay(record.service) ? { startTime: plan.startTime, endTime: plan.endTime } : {}),
    addOns: draft.addOns,
    holidays: await holidaysOf(db, record, sitter, plan),
    // `priceChange` computes the fees again, by what was agreed.
    pair: { repeat: false, invited: false },
    settings: terms.settings,
  }
  const unitsBefore = Math.min(started, plan.units.length - 1)
  return {
    plan,
    price: priceBooking(priceInput),
    ahead: priceBooking({
      ...priceInput,
      units: plan.units.slice(unitsBefore),
      unitsBefore,
      firstPetId: firstPetOf(record.quote.lines),
    }),
    pets,
  }
}

/** Plans without notice, because the other side is asked. What has begun is checked as of the time it was planned. */
function planOf(record: BookingRecord, draft: ChangeDraft, at: Date): Plan {
  const { rates, settings } = termsOfRow(record)
  const before = new Date(record.starts_at.getTime() - 1)
  const planned = planBooking(
    { ...draft, service: record.service },
    { timeZone: record.time_zone, now: earliest(at, before), noticeHours: 0, rates, settings },
  )
  if ('plan' in planned) return planned.plan
  throw problemOf(planned.refusal)
}

/** Returns the wanted pets, which must be the same owner's. New ones have to suit the sitter as in a request. */
async function petsOf(
  db: Db,
  record: BookingRecord,
  sitter: BookableSitter,
  { petIds }: ChangeDraft,
  fromOn: string,
): Promise<QuotedPet[]> {
  const ids = [...new Set(petIds)]
  const isIn = (id: string) => record.pets.some((pet) => pet.id === id)
  const found = (await petsOfOwner(db, ids, record.owner_id)).filter((pet) => !pet.archived || isIn(pet.id))
  if (found.length !== ids.length) throw new Problem('pet-not-found')
  const pets = found.map(quotedPet)
  if (pets.every(({ id }) => isIn(id))) return pets
  const service = sitter.services.find((offered) => offered.service === record.service)
  if (!service)
    throw new Problem('service-not-offered', {
      detail: 'The sitter no longer offers this service, so no pet can be added.',
      offered: sitter.services.map((offered) => offered.service),
    })
  refusePets(pets, service, { startOn: fromOn }, termsOfRow(record).settings, isIn)
  return pets
}

type AgreedUnit = ChangeAgreed['units'][number]

/** Units that have begun keep the pets they had: those of an earlier change, or those of the booking until this one. */
function unitsWithPets(
  record: BookingRecord,
  plan: Plan,
  started: number,
  petsChange: boolean,
): AgreedUnit[] {
  const now = petsChange ? record.pets.map(({ id }) => id) : null
  return plan.units.map(({ on, startsAt, endsAt, minutes }, index) => {
    const petIds = index < started ? (record.units[index]?.pet_ids ?? now) : null
    const unit = { on, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), minutes }
    return petIds ? { ...unit, petIds } : unit
  })
}

/** Days already agreed keep the agreed holidays; new days use today's. */
async function holidaysOf(
  db: Db,
  record: BookingRecord,
  sitter: BookableSitter,
  plan: Plan,
): Promise<HolidayPeriod[]> {
  const { country, subdivision } = sitter
  const year = Number(plan.startOn.slice(0, 4))
  const frozen = record.quote.holidays.map((period) => ({
    ...period,
    country: country ?? '',
    subdivision,
    year,
  }))
  const current = await holidaysOfSitter(db, sitter, plan.startOn, plan.units.at(-1)!.on)
  const old = record.units.map(({ on_date: on }) => on)
  const added = plan.units.map(({ on }) => on).filter((on) => !old.includes(on) && !isHoliday(on, frozen))
  return [...frozen, ...current.flatMap((period) => onlyNew(period, old, added))]
}

/** Returns a period as a whole if it covers no agreed day, otherwise its new days one by one. */
function onlyNew(period: HolidayPeriod, old: readonly string[], added: readonly string[]): HolidayPeriod[] {
  const covers = (on: string) => period.startOn <= on && on <= period.endOn
  if (!added.some(covers)) return []
  if (!old.some(covers)) return [period]
  return added.filter(covers).map((on) => ({ ...period, startOn: on, endOn: on }))
}

/** The booking after the change from a day on, in the form the calendar takes. */
export const capacityRequestFrom = (
  record: BookingRecord,
  { units, pets }: { units: readonly AgreedUnit[]; pets: number },
  fromOn: string,
) => ({
  id: record.id,
  service: record.service,
  ownerId: record.owner_id,
  pets,
  units: units
    .filter(({ on }) => on >= fromOn)
    .map(({ on, startsAt, endsAt, petIds }) => ({
      on,
      startsAt: new Date(startsAt),
      endsAt: new Date(endsAt),
      ...(petIds ? { pets: petIds.length } : {}),
    })),
})

/**
 * Refuses a change without free places. The booking's own places count as free for it, and past days are not checked
 * again.
 */
async function refuseWithoutPlaces(
  db: Db,
  record: BookingRecord,
  sitter: BookableSitter,
  units: readonly AgreedUnit[],
  pets: number,
  at: Date,
): Promise<void> {
  const wanted = capacityRequestFrom(record, { units, pets }, localOf(at, record.time_zone).on)
  const conflicts = await checkCapacity(db, sitter, wanted, record.id)
  if (conflicts.length > 0) throw capacityFull(conflicts)
}

function agreementOf(
  record: BookingRecord,
  plan: Plan,
  pets: readonly QuotedPet[],
  { price, retainedTotal, retained, settled, difference, rule }: PricedChange,
  at: Date,
): Omit<ChangeAgreed, 'units' | 'petsFrom'> {
  const old = termsOfRow(record)
  const { rates, policy, settings, settingsVersion } = old
  const terms: BookingTerms = {
    ...termsOf(price, { rates, policy, settings, settingsVersion }),
    ...(retainedTotal > 0 ? { kept: retainedTotal } : {}),
    ...(settled ? { settled } : {}),
  }
  const refundable = refundableOf(plan, price, {
    policy,
    terms: settings.policy,
    confirmedAt: record.confirmed_at,
    checkedInAt: record.checked_in_at,
  })
  const quote: Quote = {
    ...record.quote,
    lines: price.lines,
    subtotal: price.subtotal,
    ownerFee: price.ownerFee,
    ownerFeeRule: price.ownerFeeRule,
    total: price.total,
    sitterFee: price.sitterFee,
    sitterPayout: price.sitterPayout,
    units: plan.units.length,
    refundSchedule: refundSchedule(refundable, at),
    holidays: price.holidays,
  }
  return {
    ...plan,
    startsAt: plan.startsAt.toISOString(),
    endsAt: plan.endsAt.toISOString(),
    pets: pets.map(({ id, name }) => ({ id, name: name ?? '' })),
    quote,
    terms,
    difference,
    kept: retained,
    rule,
  }
}

/** Binds the price that was shown to the state of the booking for which it was computed. */
const hashOf = (
  { id, version }: BookingRecord,
  { units, pets, quote, difference, kept }: ChangeAgreed,
): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        id,
        version,
        units,
        pets.map((pet) => pet.id),
        quote.lines,
        quote.total,
        difference,
        kept,
      ]),
    )
    .digest('base64url')
