import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Crop, frameOf, moved, turnedSize, wholePicture } from '#web/files/crop.ts'

const phone = { width: 4000, height: 3000 }

test('without changes the crop is the whole picture, also when rotated', () => {
  expect(frameOf(phone, wholePicture)).toEqual({ left: 0, top: 0, width: 4000, height: 3000 })
  expect(frameOf(phone, { ...wholePicture, turns: 1 })).toEqual({
    left: 0,
    top: 0,
    width: 3000,
    height: 4000,
  })
})

test('a square or wide crop is centred, and zoom 2 covers a quarter of the area', () => {
  expect(frameOf(phone, { ...wholePicture, shape: 'square' })).toEqual({
    left: 500,
    top: 0,
    width: 3000,
    height: 3000,
  })
  expect(frameOf(phone, { ...wholePicture, shape: 'square', zoom: 2 })).toEqual({
    left: 1250,
    top: 750,
    width: 1500,
    height: 1500,
  })
  expect(frameOf(phone, { ...wholePicture, turns: 1, shape: 'wide' })).toMatchObject({
    left: 0,
    width: 3000,
    height: 2250,
  })
})

test('the frame stays inside the picture and keeps its aspect ratio however it is moved', () => {
  const crops = fc.record({
    turns: fc.constantFrom<Crop['turns']>(0, 1, 2, 3),
    shape: fc.constantFrom<Crop['shape']>('whole', 'wide', 'square'),
    zoom: fc.double({ min: 1, max: 3, noNaN: true }),
    x: fc.double({ min: 0, max: 1, noNaN: true }),
    y: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  const sizes = fc.record({
    width: fc.integer({ min: 1, max: 8000 }),
    height: fc.integer({ min: 1, max: 8000 }),
  })
  const steps = fc.double({ min: -2, max: 2, noNaN: true })
  fc.assert(
    fc.property(sizes, crops, steps, steps, (size, crop, right, down) => {
      const turned = turnedSize(size, crop.turns)
      for (const one of [crop, moved(size, crop, right, down)]) {
        const { left, top, width, height } = frameOf(size, one)
        const slack = 1e-6 * Math.max(turned.width, turned.height)
        expect(left).toBeGreaterThanOrEqual(-slack)
        expect(top).toBeGreaterThanOrEqual(-slack)
        expect(left + width).toBeLessThanOrEqual(turned.width + slack)
        expect(top + height).toBeLessThanOrEqual(turned.height + slack)
        const before = frameOf(size, crop)
        expect(width / height).toBeCloseTo(before.width / before.height, 6)
      }
    }),
  )
})
