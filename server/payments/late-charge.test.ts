import { describe, expect, test } from 'vitest'
import {
  type Charge,
  chargeAtOf,
  chargeReminder,
  payUntil,
  unansweredAt,
} from '#server/payments/late-charge.ts'

const at = (text: string) => new Date(`${text}Z`)
const course = (startsAt: string, endsAt: string) => ({
  startsAt: at(startsAt),
  endsAt: at(endsAt),
  payoutDelayHours: 48,
})

describe('the charge date', () => {
  test.each([
    // what it is, start, end, accepted, charged
    [
      'two nights in 199 days',
      '2027-06-18T14:00',
      '2027-06-20T10:00',
      '2026-12-01T09:00',
      '2027-03-26T10:00',
    ],
    [
      'the last moment before it',
      '2027-06-18T14:00',
      '2027-06-20T10:00',
      '2027-03-26T09:59',
      '2027-03-26T10:00',
    ],
    ['the moment itself', '2027-06-18T14:00', '2027-06-20T10:00', '2027-03-26T10:00', null],
    ['a weekend soon', '2026-12-11T15:00', '2026-12-13T11:00', '2026-12-01T09:00', null],
    [
      '60 nights, only the last slice counts',
      '2027-06-01T10:00',
      '2027-07-31T10:00',
      '2026-12-01T09:00',
      '2027-05-06T10:00',
    ],
    [
      '80 nights: before the start all the same',
      '2027-06-20T10:00',
      '2027-09-08T10:00',
      '2026-12-01T09:00',
      '2027-06-12T10:00',
    ],
    [
      '80 nights that begin within the week',
      '2027-06-20T10:00',
      '2027-09-08T10:00',
      '2027-06-13T09:00',
      null,
    ],
  ])('for %s', (_, startsAt, endsAt, accepted, charged) => {
    expect(chargeAtOf(course(startsAt, endsAt), at(accepted))).toEqual(charged && at(charged))
  })

  test('is at most 88 days before the last transfer, for stays of up to 78 nights and up to a year ahead', () => {
    const day = 86_400_000
    const now = at('2026-12-01T09:00')
    for (let ahead = 1; ahead <= 365; ahead += 7)
      for (let nights = 1; nights <= 78; nights += 7) {
        const startsAt = new Date(now.getTime() + ahead * day)
        const endsAt = new Date(startsAt.getTime() + nights * day)
        const chargedAt = chargeAtOf({ startsAt, endsAt, payoutDelayHours: 48 }, now) ?? now
        expect((endsAt.getTime() + 2 * day - chargedAt.getTime()) / day).toBeLessThanOrEqual(88)
        if (chargedAt > now)
          expect((startsAt.getTime() - chargedAt.getTime()) / day).toBeGreaterThanOrEqual(8)
      }
  })
})

describe('the reminder', () => {
  const charge: Charge = {
    at: at('2027-03-26T10:00'),
    since: at('2026-12-01T09:00'),
    askedAt: null,
    remindedAt: null,
  }
  test.each([
    ['comes three days before', {}, '2027-03-23T10:00'],
    ['comes once', { remindedAt: at('2027-03-23T10:00') }, null],
    ['comes again for another day', { remindedAt: at('2027-03-01T10:00') }, '2027-03-23T10:00'],
    ['does not follow on the confirmation', { since: at('2027-03-24T10:00') }, null],
    ['is pointless once the card is charged', { askedAt: at('2027-03-26T10:00') }, null],
  ] as const)('%s', (_, other, expected) => {
    expect(chargeReminder({ ...charge, ...other })).toEqual(expected && at(expected))
  })
})

test('a charge without a result counts as failed four days before the start, but not before it was requested', () => {
  const charge = { at: at('2027-03-26T10:00'), since: at('2026-12-01T09:00'), remindedAt: null }
  const start = at('2027-06-18T14:00')
  expect(unansweredAt({ ...charge, askedAt: null }, start)).toBeNull()
  expect(unansweredAt({ ...charge, askedAt: charge.at }, start)).toEqual(at('2027-06-14T14:00'))
  expect(unansweredAt({ ...charge, askedAt: at('2027-06-17T14:00') }, start)).toEqual(at('2027-06-17T14:00'))
})

test.each([
  ['2027-03-26T10:00', '2027-03-29T10:00'],
  ['2027-06-17T14:00', '2027-06-18T13:00'],
  ['2027-06-18T12:55', '2027-06-18T13:10'],
])('a card declined at %s may be replaced until %s', (declined, until) => {
  const window = { leadHours: 1, minTtlMinutes: 15 }
  expect(payUntil(at(declined), at('2027-06-18T14:00'), window)).toEqual(at(until))
})
