import { expect, test } from 'vitest'
import { isDue, isVerifyDue, type VerifyRhythm } from '#server/backups/due.ts'
import { chooseRemoved, readKeep } from '#server/backups/keep.ts'

test.each([
  ['7 daily, 4 weekly, 6 monthly', { daily: 7, weekly: 4, monthly: 6 }],
  ['2 daily', { daily: 2, weekly: 0, monthly: 0 }],
  ['0 daily', undefined],
  ['7 days', undefined],
  ['', undefined],
  ['7 daily,', undefined],
])('"%s" says how many backups are kept', (text, expected) => {
  expect(readKeep(text)).toEqual(expected)
})

const backups = (...moments: string[]) =>
  moments.map((moment) => ({ id: moment, takenAt: new Date(`${moment}:00Z`) }))

test.each<[string, string[], string[]]>([
  ['2 daily', ['2026-11-01T02:00', '2026-11-02T02:00', '2026-11-03T02:00'], ['2026-11-01T02:00']],
  ['2 daily', ['2026-11-02T02:00', '2026-11-02T14:00', '2026-11-03T02:00'], ['2026-11-02T02:00']],
  // A pause of months removes nothing.
  ['2 daily', ['2026-03-01T02:00', '2026-11-03T02:00'], []],
  // Sunday and the Monday after it are in different weeks.
  ['1 daily, 2 weekly', ['2026-11-01T02:00', '2026-11-02T02:00', '2026-11-03T02:00'], ['2026-11-02T02:00']],
  [
    '1 monthly',
    ['2026-09-30T02:00', '2026-10-31T02:00', '2026-11-01T02:00'],
    ['2026-10-31T02:00', '2026-09-30T02:00'],
  ],
])('with %s of %j these are removed: %j', (keep, moments, removed) => {
  expect(chooseRemoved(backups(...moments), readKeep(keep)!)).toEqual(removed)
})

test.each<[now: string, madeAt: string | null, failedAt: string | null, due: boolean]>([
  ['2026-11-27T02:29', '2026-11-26T02:30', null, false],
  ['2026-11-27T02:30', '2026-11-26T02:30', null, true],
  ['2026-11-27T02:35', '2026-11-27T02:30', null, false],
  ['2026-11-27T01:00', '2026-11-25T02:30', null, true],
  ['2026-11-27T01:00', null, null, true],
  ['2026-11-27T02:40', '2026-11-26T02:30', '2026-11-27T02:30', false],
  ['2026-11-27T03:30', '2026-11-26T02:30', '2026-11-27T02:30', true],
])('at %s, made at %s and failed at %s, the backup of 02:30 is due: %s', (now, madeAt, failedAt, due) => {
  const moment = (text: string | null) => (text ? new Date(`${text}:00Z`) : null)
  const at = { hours: 2, minutes: 30 }
  expect(isDue({ now: moment(now)!, at, madeAt: moment(madeAt), failedAt: moment(failedAt) })).toBe(due)
})

type Failed = [at: string, isDamage: boolean] | null

test.each<[now: string, every: VerifyRhythm, madeAt: string | null, at: string | null, Failed, due: boolean]>(
  [
    ['2026-11-27T02:40', 'daily', null, null, null, false],
    ['2026-11-27T02:40', 'weekly', '2026-11-27T02:30', null, null, true],
    ['2026-11-27T02:40', 'daily', '2026-11-27T02:30', '2026-11-26T02:40', null, true],
    ['2026-11-27T02:45', 'daily', '2026-11-27T02:30', '2026-11-27T02:40', null, false],
    ['2026-11-27T02:40', 'weekly', '2026-11-27T02:30', '2026-11-21T02:40', null, false],
    ['2026-11-27T02:35', 'weekly', '2026-11-27T02:30', '2026-11-20T02:50', null, true],
    ['2026-12-27T02:35', 'weekly', '2026-11-20T02:30', '2026-11-20T02:50', null, false],
    // Damage is found again only in a newer backup; what may pass is tried again after an hour.
    ['2026-11-27T23:00', 'daily', '2026-11-27T02:30', '2026-11-26T02:40', ['2026-11-27T02:40', true], false],
    ['2026-11-28T02:35', 'weekly', '2026-11-28T02:30', '2026-11-26T02:40', ['2026-11-27T02:40', true], true],
    [
      '2026-11-27T03:35',
      'weekly',
      '2026-11-27T02:30',
      '2026-11-20T02:40',
      ['2026-11-27T02:40', false],
      false,
    ],
    ['2026-11-27T03:40', 'weekly', '2026-11-27T02:30', '2026-11-20T02:40', ['2026-11-27T02:40', false], true],
  ],
)(
  'at %s, %s, made at %s, verified at %s and failed at %j, a verification is due: %s',
  (now, every, madeAt, verifiedAt, failed, due) => {
    const moment = (text: string | null) => (text ? new Date(`${text}:00Z`) : null)
    const failure = failed && { at: moment(failed[0])!, isDamage: failed[1] }
    const facts = {
      now: moment(now)!,
      every,
      madeAt: moment(madeAt),
      verifiedAt: moment(verifiedAt),
      failure,
    }
    expect(isVerifyDue(facts)).toBe(due)
  },
)
