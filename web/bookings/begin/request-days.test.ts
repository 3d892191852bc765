import { expect, test } from 'vitest'
import type { RequestDay } from '#contract/bookings/requests.ts'
import { effectsOf } from '#web/bookings/begin/request-days.ts'

const day = (on: string, part: Partial<RequestDay> = {}): RequestDay => ({
  on,
  capacity: 3,
  taken: 1,
  wanted: 1,
  obstacle: null,
  ...part,
})
const wordsOf = (days: RequestDay[]) => effectsOf(days, 'boarding').map(({ words }) => words)

test('consecutive days with the same effect are one line, all others a line each', () => {
  expect(wordsOf([day('2030-12-31'), day('2031-01-01'), day('2031-01-02', { taken: 2 })])).toEqual([
    '2 of 3 places taken on Tue 31 Dec – Wed 1 Jan if you accept',
    '3 of 3 places taken on Thu 2 Jan if you accept',
  ])
  expect(wordsOf([day('2030-06-04'), day('2030-06-01')])).toEqual([
    '2 of 3 places taken on Sat 1 Jun if you accept',
    '2 of 3 places taken on Tue 4 Jun if you accept',
  ])
})

test('a day on which the request does not fit says why, and the noun fits service and number', () => {
  expect(effectsOf([day('2030-06-01', { obstacle: 'away', capacity: 0 })], 'boarding')).toEqual([
    { words: 'Does not fit on Sat 1 Jun: you are away', fits: false },
  ])
  expect(effectsOf([day('2030-06-01', { capacity: 1, taken: 0 })], 'dog_walking')).toEqual([
    { words: '1 of 1 walk taken on Sat 1 Jun if you accept', fits: true },
  ])
})
