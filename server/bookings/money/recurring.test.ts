import { describe, expect, test } from 'vitest'
import { Settings } from '#contract/settings.ts'
import { recurringVisits } from '#server/bookings/money/recurring.ts'
import { type Refundable, refundAt, refundSchedule } from '#server/bookings/money/refund.ts'
import { addMinutes, instantOf } from '#server/kernel/day.ts'

const zone = 'Europe/Dublin'
const visit = (on: string, time = '09:00') => {
  const startsAt = instantOf(on, time, zone)
  return { on, startsAt, endsAt: addMinutes(startsAt, 30), net: 20_00 }
}
const recurs = (...visits: ReturnType<typeof visit>[]) => recurringVisits(visits, zone)

describe('a visit recurs', () => {
  test('if there is another one a week later at the same local time, even across a DST change', () => {
    expect(recurs(visit('2027-03-24'), visit('2027-03-26'), visit('2027-03-31'))).toEqual([true, false, true])
    expect(recurs(visit('2027-03-24'), visit('2027-03-31', '10:00'))).toEqual([false, false])
  })
  test('on the working days of two weeks, but not if every day of both weeks is booked', () => {
    const days = Array.from({ length: 14 }, (_, index) =>
      visit(`2027-06-${String(index + 1).padStart(2, '0')}`),
    )
    expect(recurs(...days)).not.toContain(true)
    const working = days.filter((_, index) => index % 7 < 5)
    expect(recurs(...working)).not.toContain(false)
  })
  test('only if there is another one', () => expect(recurs(visit('2027-06-01'))).toEqual([false]))
})

const booking = (units: ReturnType<typeof visit>[]): Refundable => ({
  service: 'dog_walking',
  policy: 'per_unit_24h',
  timeZone: zone,
  startsAt: units[0]!.startsAt,
  endsAt: units.at(-1)!.endsAt,
  confirmedAt: null,
  checkedInAt: null,
  units,
  addOns: [],
  latePickup: 0,
  subtotal: units.length * 20_00,
  ownerFee: units.length * 2_00,
  promotion: 0,
  sitterFeeBasisPoints: 1000,
  terms: Settings.parse({}).policy,
})

test('weekly visits are refunded in full until 12 hours before each one, single visits until 24 hours before', () => {
  const series = booking([visit('2027-06-07'), visit('2027-06-14'), visit('2027-06-21')])
  const at = (on: string, time: string) => refundAt(series, instantOf(on, time, zone), 'owner')
  expect(at('2027-06-06', '21:00').total).toBe(66_00)
  expect(at('2027-06-06', '21:01').total).toBe(55_00)
  expect(at('2027-06-06', '21:01').rule).toMatch(/^Anything that starts at least 12 hours from now/)
  expect(refundSchedule(series, instantOf('2027-06-01', '09:00', zone))[0]).toEqual({
    until: '2027-06-06T20:00:00.000Z',
    refund: 66_00,
  })

  const mixed = booking([visit('2027-06-07'), visit('2027-06-08'), visit('2027-06-14')])
  const late = refundAt(mixed, instantOf('2027-06-07', '15:00', zone), 'owner')
  expect(late.units.map(({ refund }) => refund)).toEqual([0, 10_00, 20_00])
  expect(late.rule).toMatch(
    /^Anything that starts at least 24 hours from now \(12 for visits that recur weekly\)/,
  )
})
