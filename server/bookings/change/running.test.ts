import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AppliedPromo, PriceLine } from '#contract/bookings/bookings.ts'
import { type Service, services } from '#contract/codes.ts'
import { Settings } from '#contract/settings.ts'
import { Rates } from '#contract/sitters/sitters.ts'
import {
  type Agreed,
  priceChange,
  refuseChange,
  type ProposedBooking,
} from '#server/bookings/change/change.ts'
import {
  countStartedUnits,
  firstPetOf,
  mergedLines,
  type UnchangedCounts,
} from '#server/bookings/money/split-price.ts'
import { type Plan, planBooking } from '#server/bookings/money/plan.ts'
import { type Price, type PricedPet, priceBooking } from '#server/bookings/money/price.ts'
import { applyDiscount, applyPromo } from '#server/bookings/money/promo.ts'
import { refundableOf, refundAt } from '#server/bookings/money/refund.ts'
import { termsOf } from '#server/bookings/money/terms.ts'
import { addDays } from '#server/kernel/day.ts'

const settings = Settings.parse({})
const pair = { repeat: false, invited: false }
const at = (instant: string) => new Date(instant)

const rex: PricedPet = { id: 'rex', species: 'dog', birthOn: '2021-12-01' }
const pip: PricedPet = { id: 'pip', species: 'dog', birthOn: '2026-05-10' }
const tom: PricedPet = { id: 'tom', species: 'cat', birthOn: '2020-01-01' }
const names: Record<string, string> = { rex: 'Rex', pip: 'Pip', tom: 'Tom' }
const namedPets = (pets: readonly PricedPet[]) => pets.map((pet) => ({ ...pet, name: names[pet.id]! }))

const rates = Rates.parse({
  base: 38_00,
  catBase: 41_00,
  extraPet: 22_00,
  puppyExtra: 5_00,
  holidayExtra: 10_00,
  longStayPct: 10,
  latePickup: true,
  minutes60Extra: 6_50,
  bathing: 25_00,
})
const holidays = [
  {
    country: 'IE',
    subdivision: null,
    year: 2026,
    name: 'Christmas',
    startOn: '2026-12-23',
    endOn: '2027-01-02',
  },
]
type Dates = {
  startOn?: string
  endOn?: string
  endTime?: string
  visits?: { on: string; time: string; minutes?: number }[]
}
const christmas: Dates = { startOn: '2026-12-18', endOn: '2026-12-26', endTime: '11:00' }

function planOf(service: Service, dates: Dates): Plan {
  const terms = {
    timeZone: 'Europe/Dublin',
    now: at('2026-11-22T00:00:00Z'),
    noticeHours: 0,
    rates,
    settings,
  }
  const planned = planBooking({ service, ...dates }, terms)
  if ('refusal' in planned) throw new Error(planned.refusal.detail)
  return planned.plan
}

const askFor = (plan: Plan, pets: readonly PricedPet[], baths = 0) => ({
  service: plan.service,
  rates,
  pets,
  units: plan.units,
  startTime: plan.startTime,
  endTime: plan.endTime,
  addOns: baths > 0 ? [{ code: 'bathing' as const, count: baths }] : [],
  holidays,
  pair,
  settings,
})

type EarlierTerms = { kept?: number; settled?: UnchangedCounts | undefined; promo?: AppliedPromo | undefined }
const policies = (service: Service) =>
  service === 'boarding' || service === 'house_sitting' ? ('moderate' as const) : ('per_unit_24h' as const)

/** The agreement in force, checked in at its beginning. */
function agreedOn(
  plan: Plan,
  price: Price,
  pets: readonly PricedPet[],
  { promo, kept, settled }: EarlierTerms = {},
): Agreed {
  const policy = policies(plan.service)
  const terms = {
    ...termsOf(price, { rates, policy, settings, settingsVersion: 1 }),
    ...(kept ? { kept } : {}),
    ...(settled ? { settled } : {}),
  }
  const booking = refundableOf(plan, price, {
    policy,
    terms: settings.policy,
    confirmedAt: at('2026-11-23T00:00:00Z'),
    checkedInAt: plan.startsAt,
  })
  return { booking, terms, lines: price.lines, promo, pets: namedPets(pets) }
}

function proposalOf(
  agreed: Agreed,
  plan: Plan,
  pets: readonly PricedPet[],
  moment: Date,
  baths = 0,
): ProposedBooking {
  const unitsBefore = Math.min(countStartedUnits(agreed.booking, moment), plan.units.length - 1)
  const ask = askFor(plan, pets, baths)
  return {
    plan,
    price: priceBooking(ask),
    ahead: priceBooking({
      ...ask,
      units: plan.units.slice(unitsBefore),
      unitsBefore,
      firstPetId: firstPetOf(agreed.lines),
    }),
    pets: namedPets(pets),
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
const netsOf = ({ units }: Price) => units.map(({ net }) => net)
const short = (lines: readonly PriceLine[]) =>
  mergedLines(lines).map(({ label, units, amount }) => [label, units, amount])

describe('a change of pets in a running booking', () => {
  test('is priced from the next walk on, including on the same day and with walks of two lengths', () => {
    const visits = [
      { on: '2026-12-14', time: '09:00', minutes: 60 },
      { on: '2026-12-14', time: '17:00', minutes: 30 },
      { on: '2026-12-15', time: '09:00', minutes: 60 },
    ]
    const plan = planOf('dog_walking', { visits })
    const agreed = agreedOn(plan, priceBooking(askFor(plan, [rex])), [rex])
    const noon = at('2026-12-14T12:00:00Z')
    const { price, settled } = priceChange(agreed, proposalOf(agreed, plan, [rex, pip], noon), noon, 'owner')
    expect(netsOf(price)).toEqual([44_50, 65_00, 71_50])
    expect(short(price.lines)).toEqual([
      ['Dog walk: Rex', 3, 114_00],
      ['60 minutes', 2, 13_00],
      ['Additional pet: Pip', 2, 44_00],
      ['Puppy: Pip', 2, 10_00],
    ])
    expect(settled).toEqual({ units: 1, lines: 2 })

    // And leaves again before the last one, which is refunded at half because it begins within a day.
    const next = agreedOn(plan, price, [rex, pip], { settled })
    const evening = at('2026-12-14T18:00:00Z')
    const last = priceChange(next, proposalOf(next, plan, [rex], evening), evening, 'owner')
    expect(netsOf(last.price)).toEqual([44_50, 65_00, 44_50])
    expect([last.retained, last.price.subtotal]).toEqual([13_50, 167_50])
    expect(short(last.price.lines)).toEqual([
      ['Dog walk: Rex', 3, 114_00],
      ['60 minutes', 2, 13_00],
      ['Additional pet: Pip', 1, 22_00],
      ['Puppy: Pip', 1, 5_00],
      ['Kept of what was taken out late', 1, 13_50],
    ])
  })

  test('keeps the price of nights that have begun when a different pet becomes the first pet', () => {
    const plan = planOf('boarding', christmas)
    const agreed = agreedOn(plan, priceBooking(askFor(plan, [rex])), [rex])
    const moment = at('2026-12-20T10:00:00Z')
    const { price, difference } = priceChange(
      agreed,
      proposalOf(agreed, plan, [rex, tom], moment),
      moment,
      'owner',
    )
    // 38.00 less 10 % twice; 41.00 and 22.00 less 10 % three times; the same plus 10.00 on three holidays.
    expect(netsOf(price)).toEqual([34_20, 34_20, 56_70, 56_70, 56_70, 73_00, 73_00, 73_00])
    expect(price.lines.slice(2).map(({ label, dates }) => [label, dates?.[0]])).toEqual([
      ['Boarding: Tom', '2026-12-20'],
      ['Holiday surcharge', '2026-12-23'],
      ['Additional pet: Rex', '2026-12-20'],
      ['Long-stay discount', '2026-12-20'],
    ])
    expect(difference).toBe(3 * 22_50 + 3 * 25_00 + (40_00 - 31_50))
  })

  test('keeps the promo and discount share of begun nights, and applies the remainder to the other nights', () => {
    const plan = planOf('boarding', christmas)
    const promo: AppliedPromo = { code: 'SNOW', amount: 33_33, paidBy: 'sitter' }
    const lowered = applyDiscount(
      applyPromo(priceBooking(askFor(plan, [rex])), { ...promo, percent: null }, pair, settings),
      20_00,
      pair,
      settings,
    )
    const agreed = agreedOn(plan, lowered, [rex], { promo })
    const moment = at('2026-12-20T10:00:00Z')
    const { price } = priceChange(agreed, proposalOf(agreed, plan, [rex, pip], moment), moment, 'owner')
    expect(netsOf(price).slice(0, 2)).toEqual(netsOf(lowered).slice(0, 2))
    expect(sum(netsOf(price))).toBe(468_90 - 53_33)
    expect(price.subtotal).toBe(468_90 - 53_33)
  })

  test('is refused once the last night has begun, although the stay can still be extended to a later time', () => {
    const plan = planOf('boarding', christmas)
    const agreed = agreedOn(plan, priceBooking(askFor(plan, [rex])), [rex])
    const moment = at('2026-12-25T16:00:00Z')
    expect(refuseChange(agreed, proposalOf(agreed, plan, [rex, pip], moment), moment)?.rule).toBe(
      'pets_begun',
    )
    const later = proposalOf(agreed, planOf('boarding', { ...christmas, endTime: '19:00' }), [rex], moment)
    expect(refuseChange(agreed, later, moment)).toBeNull()
    expect(priceChange(agreed, later, moment, 'owner').price.subtotal).toBe(315_00 + 19_00)
  })
})

test('nights that have begun keep the long-stay discount when the stay is shortened', () => {
  const plan = planOf('boarding', christmas)
  const agreed = agreedOn(plan, priceBooking(askFor(plan, [rex])), [rex])
  const moment = at('2026-12-20T10:00:00Z')
  const short4 = planOf('boarding', { ...christmas, endOn: '2026-12-22' })
  const { price } = priceChange(agreed, proposalOf(agreed, short4, [rex], moment), moment, 'sitter')
  expect(netsOf(price)).toEqual([34_20, 34_20, 38_00, 38_00])
})

const anyRun = fc.record({
  service: fc.constantFrom(...services),
  length: fc.integer({ min: 2, max: 12 }),
  households: fc.array(fc.subarray([rex, pip, tom], { minLength: 1 }), { minLength: 2, maxLength: 5 }),
  hours: fc.array(fc.integer({ min: 1, max: 70 }), { minLength: 4, maxLength: 4 }),
  by: fc.constantFrom('owner' as const, 'sitter' as const),
  baths: fc.integer({ min: 0, max: 1 }),
  longer: fc.integer({ min: 0, max: 3 }),
  off: fc.integer({ min: 0, max: 40_00 }),
  discount: fc.integer({ min: 0, max: 20_00 }),
  paidBy: fc.constantFrom('platform' as const, 'sitter' as const),
})

test('after any number of pet changes, parts add up to the total, begun units keep their price, no cent is lost', () => {
  let changed = 0
  fc.assert(
    fc.property(anyRun, ({ service, length, households, hours, by, longer, off, discount, ...run }) => {
      const isStay = service === 'boarding' || service === 'house_sitting'
      const baths = service === 'dog_walking' || service === 'drop_in' ? 0 : run.baths
      const datesOf = (units: number): Dates =>
        isStay
          ? { startOn: '2026-12-18', endOn: addDays('2026-12-18', units), endTime: '19:00' }
          : {
              visits: Array.from({ length: units }, (_, index) => ({
                on: addDays('2026-12-18', service === 'day_care' ? index : Math.floor(index / 2)),
                time: index % 2 === 0 || service === 'day_care' ? '08:00' : '19:00',
                ...(service === 'day_care' ? {} : { minutes: index % 3 === 0 ? 60 : 30 }),
              })),
            }
      const plan = planOf(service, datesOf(length))
      const promo = off > 0 ? { code: 'SNOW', amount: off, paidBy: run.paidBy } : undefined
      let price = priceBooking(askFor(plan, households[0]!, baths))
      if (promo) price = applyPromo(price, { ...promo, percent: null }, pair, settings)
      if (discount > 0 && discount < price.subtotal) price = applyDiscount(price, discount, pair, settings)
      let agreed = agreedOn(plan, price, households[0]!, { promo: price.promo })
      let moment = plan.startsAt
      for (const [index, pets] of households.slice(1).entries()) {
        moment = new Date(+moment + hours[index]! * 3_600_000)
        const next = planOf(service, datesOf(length + (index === 1 ? longer : 0)))
        const wanted = proposalOf(agreed, next, pets, moment, baths)
        if (refuseChange(agreed, wanted, moment)) continue
        changed++
        const { booking } = agreed
        const result = priceChange(agreed, wanted, moment, by)
        const { price: after, retainedTotal: keptInAll, settled, difference } = result
        expect(sum(after.lines.map(({ amount }) => amount))).toBe(after.subtotal)
        const parts = [
          ...netsOf(after),
          ...after.addOns.map(({ amount }) => amount),
          after.latePickup,
          keptInAll,
        ]
        expect(sum(parts)).toBe(after.subtotal)
        expect(Math.min(...parts)).toBeGreaterThanOrEqual(0)
        const started = countStartedUnits(booking, moment)
        expect(netsOf(after).slice(0, started)).toEqual(booking.units.slice(0, started).map(({ net }) => net))
        expect(sum(mergedLines(after.lines).map(({ amount }) => amount))).toBe(after.subtotal)
        expect(difference).toBe(after.subtotal + after.ownerFee - booking.subtotal - booking.ownerFee)
        agreed = agreedOn(next, after, pets, {
          promo: after.promo,
          kept: keptInAll,
          settled,
        })
        for (const party of ['owner', 'sitter'] as const) {
          const { total, promotion, sitterKeeps, platformKeeps, units } = refundAt(
            agreed.booking,
            moment,
            party,
          )
          expect(total + sitterKeeps + platformKeeps).toBe(
            after.subtotal + after.ownerFee - agreed.booking.promotion,
          )
          expect(Math.min(total, promotion, sitterKeeps)).toBeGreaterThanOrEqual(0)
          units.forEach(({ refund }, unit) => expect(refund).toBeLessThanOrEqual(netsOf(after)[unit]!))
        }
      }
    }),
  )
  expect(changed).toBeGreaterThan(50)
})
