import { expect, test } from 'vitest'
import { insetsOf, shiftInto } from '#web/search/map-insets.ts'

const phone = { top: 0, right: 360, bottom: 740, left: 0 }
const controls = { side: 'top', box: { top: 12, right: 268, bottom: 56, left: 93 } } as const
const row = { side: 'bottom', box: { top: 564, right: 360, bottom: 653, left: 0 } } as const
const listButton = { side: 'bottom', box: { top: 505, right: 249, bottom: 547, left: 111 } } as const
const zoom = { side: 'right', box: { top: 458, right: 348, bottom: 546, left: 303 } } as const

test('the insets leave room for half a pin beside what covers the map', () => {
  expect(insetsOf(phone, [controls, row, listButton, zoom], 740, 0)).toEqual({
    top: 56 + 28,
    right: 57 + 34,
    bottom: 740 - 505 + 28,
    left: 34,
  })
})

test('the insets leave room for a button that is to appear at the top', () => {
  expect(insetsOf(phone, [controls], 740, 52).top).toBe(56 + 52 + 28)
})

test('a part of the map below or above the viewport belongs to the insets', () => {
  expect(insetsOf(phone, [], 600, 0).bottom).toBe(140 + 28)
  expect(insetsOf({ ...phone, top: -100, bottom: 640 }, [], 740, 0).top).toBe(100 + 28)
})

test('what is hidden or beside the map does not count', () => {
  const hidden = { side: 'bottom', box: { top: 0, right: 0, bottom: 0, left: 0 } } as const
  const beside = { side: 'bottom', box: { top: 100, right: -20, bottom: 140, left: -120 } } as const
  expect(insetsOf(phone, [hidden, beside], 740, 0)).toEqual(insetsOf(phone, [], 740, 0))
})

test('a quarter of the map stays free if the covers would take more', () => {
  const sideways = { top: 0, right: 740, bottom: 300, left: 0 }
  const { top, bottom } = insetsOf(
    sideways,
    [
      { ...controls, box: { ...controls.box, bottom: 100 } },
      { ...row, box: { ...row.box, top: 120 } },
    ],
    300,
    0,
  )
  expect(top + bottom).toBeCloseTo(225)
  expect(top / bottom).toBeCloseTo((100 + 28) / (180 + 28))
})

test('the view moves as little as necessary to uncover a point', () => {
  const insets = { top: 80, right: 90, bottom: 260, left: 34 }
  const size = { width: 360, height: 740 }
  expect(shiftInto({ x: 100, y: 300 }, insets, size)).toEqual([0, 0])
  expect(shiftInto({ x: 10, y: 600 }, insets, size)).toEqual([-24, 120])
  expect(shiftInto({ x: 350, y: 20 }, insets, size)).toEqual([80, -60])
})
