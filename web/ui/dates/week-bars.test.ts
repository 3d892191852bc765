import { expect, test } from 'vitest'
import { daysBetween } from '#web/ui/dates/days.ts'
import { wholeWeeksOfMonth } from '#web/ui/dates/whole-weeks.ts'
import { fitBars, layBars } from '#web/ui/dates/week-bars.ts'

const week = daysBetween('2026-12-28', '2027-01-03')
const span = (id: string, startOn: string, endOn = startOn) => ({ id, startOn, endOn })
/** "rex 0: 3–5", and a mark at each end that lies in another week. */
const drawn = (bars: ReturnType<typeof layBars<ReturnType<typeof span>>>) =>
  bars.map(
    ({ span: { id }, lane, column, columns, begins, ends }) =>
      `${id} ${lane}: ${begins ? '' : '…'}${column}–${column + columns - 1}${ends ? '' : '…'}`,
  )

test('a bar covers its first and last day, also across the end of a year', () => {
  expect(drawn(layBars([span('rex', '2026-12-30', '2027-01-02')], week))).toEqual(['rex 0: 2–5'])
})

test('the whole weeks of a month split a stay that lasts from one month into the next', () => {
  const stay = [span('rex', '2027-01-29', '2027-02-09')]
  const weeksOf = (month: string) => wholeWeeksOfMonth(month).map((days) => drawn(layBars(stay, days)))
  expect(weeksOf('2027-01-01')).toEqual([[], [], [], [], ['rex 0: 4–6…']])
  expect(weeksOf('2027-02-01')).toEqual([['rex 0: …0–6…'], ['rex 0: …0–1'], [], []])
})

test('bars that share a day are in different lanes, and the earlier and longer ones on top', () => {
  const bars = layBars(
    [
      span('visit', '2026-12-31'),
      span('late', '2027-01-01', '2027-01-05'),
      span('short', '2026-12-30', '2026-12-31'),
      span('long', '2026-12-30', '2027-01-01'),
      span('before', '2026-12-20', '2026-12-28'),
    ],
    week,
  )
  expect(drawn(bars)).toEqual([
    'before 0: …0–0',
    'long 0: 2–4',
    'short 1: 2–3',
    'visit 2: 3–3',
    'late 1: 4–6…',
  ])
})

test('a stay that ends on the day on which another begins shares that day with it', () => {
  const bars = layBars(
    [span('first', '2026-12-28', '2026-12-30'), span('second', '2026-12-30', '2027-01-01')],
    week,
  )
  expect(drawn(bars)).toEqual(['first 0: 0–2', 'second 1: 2–4'])
})

test('spans outside the week have no bar', () => {
  expect(layBars([span('a', '2026-12-20', '2026-12-27'), span('b', '2027-01-04')], week)).toEqual([])
})

test('lanes above the limit are hidden, and the last one counts them on each day', () => {
  const spans = ['a', 'b', 'c', 'd'].map((id) => span(id, '2026-12-30'))
  const bars = layBars([...spans, span('e', '2026-12-29', '2026-12-31')], week)
  const fitted = fitBars(bars, 7, 3)
  expect(drawn(fitted.bars)).toEqual(['e 0: 1–3', 'a 1: 2–2'])
  expect(fitted).toMatchObject({ lanes: 3, hidden: [0, 0, 3, 0, 0, 0, 0] })
  expect(fitBars(bars, 7, 5)).toMatchObject({ lanes: 5, hidden: [0, 0, 0, 0, 0, 0, 0] })
  expect(fitBars([], 7, 3)).toEqual({ bars: [], lanes: 0, hidden: [0, 0, 0, 0, 0, 0, 0] })
})
