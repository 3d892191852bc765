import { expect, test } from 'vitest'
import { createAskedAreas } from '#web/search/asked-areas.ts'

test('the late answer of an earlier area does not move the map, and neither does the last one', () => {
  const areas = createAskedAreas('start')
  areas.ask('first')
  areas.ask('second')
  expect(areas.isAsked('first')).toBe(true)
  expect(areas.isAsked('second')).toBe(true)
  // New pins of the same search arrive.
  expect(areas.isAsked('second')).toBe(true)
})

test('going back to an earlier area moves the map, and so does another search', () => {
  const areas = createAskedAreas('start')
  areas.ask('first')
  expect(areas.isAsked('first')).toBe(true)
  expect(areas.isAsked('start')).toBe(false)
  areas.moveTo('start')
  expect(areas.isAsked('start')).toBe(true)
  expect(areas.isAsked('first')).toBe(false)
  expect(areas.isAsked(null)).toBe(false)
})
