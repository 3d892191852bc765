import * as fc from 'fast-check'
import { isStay, services, stayPolicies } from '#contract/codes.ts'
import { Settings } from '#contract/settings.ts'
import { Rates } from '#contract/sitters/sitters.ts'
import { planBooking } from '#server/bookings/money/plan.ts'
import { priceBooking } from '#server/bookings/money/price.ts'
import { type Refundable, refundableOf } from '#server/bookings/money/refund.ts'
import { addDays } from '#server/kernel/day.ts'

const settings = Settings.parse({})
/** The instant at which all generated bookings are requested. */
export const askedAt = new Date('2027-03-01T12:00:00Z')

/** Generates a planned and priced booking of any service, policy and length. */
export const anyBooking: fc.Arbitrary<Refundable> = fc
  .record({
    service: fc.constantFrom(...services),
    policy: fc.constantFrom(...stayPolicies),
    zone: fc.constantFrom('Europe/Warsaw', 'America/New_York', 'Australia/Sydney', 'Africa/Cairo', 'UTC'),
    ahead: fc.integer({ min: 2, max: 40 }),
    length: fc.integer({ min: 1, max: 14 }),
    base: fc.integer({ min: 1_00, max: 99_99 }),
    holidayExtra: fc.option(fc.integer({ min: 0, max: 30_00 })),
    trips: fc.integer({ min: 0, max: 2 }),
    endTime: fc.constantFrom('11:00', '19:00'),
    confirmed: fc.boolean(),
    repeat: fc.boolean(),
  })
  .map(({ service, policy, zone, ahead, length, base, holidayExtra, trips, endTime, confirmed, repeat }) => {
    const startOn = addDays('2027-03-01', ahead)
    const visits = Array.from({ length }, (_, index) => ({ on: addDays(startOn, index), time: '09:00' }))
    const dates = isStay(service) ? { startOn, endOn: addDays(startOn, length), endTime } : { visits }
    const rates = Rates.parse({ base, holidayExtra, latePickup: true, pickupTrip: 7_77, longStayPct: 7 })
    const result = planBooking(
      { service, ...dates },
      { timeZone: zone, now: askedAt, noticeHours: 0, rates, settings },
    )
    if ('refusal' in result) throw new Error(result.refusal.detail)
    const { plan } = result
    const hasTrips = trips > 0 && (isStay(service) || service === 'day_care')
    const price = priceBooking({
      service,
      rates,
      pets: [{ id: 'rex', species: 'dog', birthOn: null }],
      units: plan.units,
      startTime: plan.startTime,
      endTime: plan.endTime,
      addOns: hasTrips ? [{ code: 'pickup_trip', count: trips }] : [],
      holidays: [
        {
          country: 'PL',
          subdivision: null,
          year: 2027,
          name: 'Easter',
          startOn: '2027-03-26',
          endOn: '2027-03-29',
        },
      ],
      pair: { repeat, invited: false },
      settings,
    })
    return refundableOf(plan, price, {
      policy: isStay(service) ? policy : 'per_unit_24h',
      terms: settings.policy,
      confirmedAt: confirmed ? askedAt : null,
      checkedInAt: null,
    })
  })
