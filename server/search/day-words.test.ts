import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysFrom } from '#server/kernel/day.ts'
import {
  clearDays,
  daysEntered,
  type DayWords,
  isInWindow,
  maskOf,
  meetsDays,
  noDays,
  setDays,
  windowDays,
  wordOf,
} from '#server/search/day-words.ts'

const today = '2026-11-20'
const anyDays = fc.array(fc.integer({ min: 0, max: windowDays - 1 }).map((ahead) => addDays(today, ahead)))
const isSet = (words: DayWords, on: string) => meetsDays(words, maskOf([on], today))

test('setting, clearing and testing days behaves like a set of days', () => {
  fc.assert(
    fc.property(anyDays, anyDays, anyDays, (set, cleared, asked) => {
      const days = new Set(set.filter((on) => !cleared.includes(on)))
      const words = clearDays(setDays(noDays(), maskOf(set, today)), maskOf(cleared, today))
      expect(meetsDays(words, maskOf(asked, today))).toBe(asked.some((on) => days.has(on)))
      expect(daysFrom(today, windowDays).filter((on) => isSet(words, on))).toEqual([...days].toSorted())
    }),
    { numRuns: 30 },
  )
})

test('every word fits a signed PostgreSQL bigint', () => {
  const all = maskOf(daysFrom(today, windowDays), today)
  expect(all).toEqual([-1n, -1n, -1n, -1n, -1n, -1n])
  for (const on of daysFrom(today, 64))
    for (const word of maskOf([on], today)) expect(word >= -(2n ** 63n) && word < 2n ** 63n).toBe(true)
})

test('each of the 384 days of a window has its own bit in one of six words', () => {
  const used = daysFrom(today, windowDays).map((on) => `${wordOf(on)} ${maskOf([on], today)[wordOf(on)]}`)
  expect(new Set(used).size).toBe(windowDays)
  expect(new Set(daysFrom(today, windowDays).map(wordOf))).toEqual(new Set([0, 1, 2, 3, 4, 5]))
})

test('the bit of a day does not depend on the current date', () => {
  const on = '2027-03-01'
  expect(maskOf([on], today)).toEqual(maskOf([on], '2027-02-28'))
})

test('days outside the window have no bit', () => {
  expect(isInWindow(addDays(today, 383), today)).toBe(true)
  expect(maskOf([addDays(today, -1), addDays(today, windowDays)], today)).toEqual(noDays())
})

test('daysEntered returns the days that have entered the window since the last run', () => {
  expect(daysEntered(today, addDays(today, 1))).toEqual([addDays(today, windowDays)])
  expect(daysEntered(today, addDays(today, 3))).toHaveLength(3)
  expect(daysEntered(today, today)).toEqual([])
  expect(daysEntered('2020-01-01', today)).toEqual(daysFrom(today, windowDays))
})
