import { expect, test } from 'vitest'
import { Settings } from '#contract/settings.ts'
import { payByOf, payReminder } from '#server/bookings/pay/extra.ts'

const settings = Settings.parse({})
const at = (text: string) => new Date(`${text}:00Z`)

test.each([
  ['2026-12-01T09:00', null, '2026-12-02T09:00'],
  ['2026-12-01T09:00', '2026-12-01T18:00', '2026-12-01T18:00'],
  ['2026-12-01T09:00', '2026-12-09T18:00', '2026-12-02T09:00'],
  ['2026-12-01T09:00', '2026-12-01T09:05', '2026-12-01T09:15'],
] as const)('an extra agreed at %s with a limit of %s must be paid by %s', (from, until, payBy) =>
  expect(payByOf(at(from), until && at(until), settings)).toEqual(at(payBy)),
)

const extra = { purpose: 'change', payBy: at('2026-12-02T09:00'), remindedAt: null } as const

test.each([
  ['2026-12-01T09:00', null, '2026-12-01T21:00'],
  ['2026-12-02T07:00', null, '2026-12-02T08:00'],
  ['2026-12-02T07:01', null, null],
  ['2026-12-01T09:00', '2026-12-01T21:00', null],
  [null, null, null],
] as const)(
  'an owner asked to pay at %s and last reminded at %s gets the next reminder at %s',
  (unpaidAt, remindedAt, next) =>
    expect(
      payReminder({ ...extra, unpaidAt: unpaidAt && at(unpaidAt), remindedAt: remindedAt && at(remindedAt) }),
    ).toEqual(next && at(next)),
)
