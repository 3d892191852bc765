import { expect, test } from 'vitest'
import { Settings } from '#contract/settings.ts'
import { type CompletedBooking, earnsCredit, invitedUntil } from '#server/bookings/referral/referral.ts'

const { referral } = Settings.parse({})
const first: CompletedBooking = {
  inviterIsSitter: false,
  paid: 83_60,
  given: { amount: 0, toInviter: 0, isEarned: false },
}

test('the first booking of an invited account earns both a credit', () => {
  expect(earnsCredit(referral, first)).toBe(true)
})

test.each([
  ['the two booked each other', { inviterIsSitter: true }],
  ['the booking cost less than the credit', { paid: 9_99 }],
  ['the new account has earned one already', { given: { ...first.given, isEarned: true } }],
  ['who invites has had enough of them', { given: { ...first.given, toInviter: 20 } }],
  ['the budget has no room for both', { given: { ...first.given, amount: 980_01 } }],
])('no credit is earned when %s', (_, part) => {
  expect(earnsCredit(referral, { ...first, ...part })).toBe(false)
})

test('no credit is earned if the instance sets the credit to 0', () => {
  expect(earnsCredit({ ...referral, credit: 0 }, first)).toBe(false)
})

test('an invitation ends after twelve months, on the same day of the next year', () => {
  expect(invitedUntil(new Date('2026-11-20T10:00:00Z'), referral)).toEqual(new Date('2027-11-20T10:00:00Z'))
})
