import { expect, test } from 'vitest'
import { environmentAt } from './moment.ts'
import { moments, selectionOf } from './moments.ts'

test('every moment has the local time that its name describes', () => {
  const local = (moment: keyof typeof moments, plusMinutes = 0) =>
    new Date(Date.parse(moments[moment]) + plusMinutes * 60_000).toLocaleString('en-GB', {
      timeZone: 'Europe/Lisbon',
      weekday: 'long',
      hour: '2-digit',
      minute: '2-digit',
    })
  expect(local('evening')).toBe('Monday 19:00')
  expect(local('sunday')).toBe('Sunday 11:20')
  // Ten minutes after the start, the clock jumps from 01:00 to 02:00, or from 02:00 back to 01:00.
  expect([local('spring-forward', 9), local('spring-forward', 10)]).toEqual(['Sunday 00:59', 'Sunday 02:00'])
  expect([local('fall-back', 9), local('fall-back', 10)]).toEqual(['Sunday 01:59', 'Sunday 01:00'])
  expect(moments['leap-day']).toContain('-02-29T')
  expect(moments['year-end']).toContain('-12-31T23:30')
})

test('moments and stages can be selected by name, and an unknown name is an error that lists the valid ones', () => {
  expect(selectionOf(['leap-day', 'unit'])).toEqual({ moments: ['leap-day'], stages: ['unit'] })
  expect(selectionOf([])).toEqual({ moments: Object.keys(moments), stages: ['unit', 'proofs', 'browser'] })
  expect(selectionOf(['proofs']).moments).toHaveLength(8)
  expect(() => selectionOf(['leapday'])).toThrow(/There is no moment or stage "leapday".*leap-day/)
})

test('without TEST_NOW the real time is used, and an invalid TEST_NOW is rejected', () => {
  expect(environmentAt(undefined)).toEqual({})
  expect(() => environmentAt('tomorrow')).toThrow('TEST_NOW is "tomorrow". Write a moment such as')
})
