import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { draw, drawFromOne } from '#server/payments/draw.ts'

const two = [
  { id: 'first', left: 83_60 },
  { id: 'second', left: 41_80 },
]

test.each([
  [draw, 50_00, [['first', 50_00]]],
  [draw, 83_60, [['first', 83_60]]],
  [
    draw,
    83_61,
    [
      ['first', 83_60],
      ['second', 1],
    ],
  ],
  [
    draw,
    125_40,
    [
      ['first', 83_60],
      ['second', 41_80],
    ],
  ],
  [
    draw,
    130_00,
    [
      ['first', 83_60],
      ['second', 41_80],
      [null, 4_60],
    ],
  ],
  [drawFromOne, 41_80, [['first', 41_80]]],
  [
    drawFromOne,
    102_60,
    [
      ['first', 83_60],
      ['second', 19_00],
    ],
  ],
] as const)('%o takes %i from the payments in their order', (take, amount, taken) =>
  expect(take(two, amount)).toEqual(taken.map(([id, part]) => ({ id, amount: part }))),
)

test('used-up payments are skipped, and drawWhole does not split what one payment can cover', () => {
  const used = [
    { id: 'first', left: 0 },
    { id: 'second', left: 10_00 },
    { id: 'third', left: 20_00 },
  ]
  expect(draw(used, 15_00)).toEqual([
    { id: 'second', amount: 10_00 },
    { id: 'third', amount: 5_00 },
  ])
  expect(drawFromOne(used, 15_00)).toEqual([{ id: 'third', amount: 15_00 }])
})

test('the whole amount is drawn, and never more from a payment than it has left', () =>
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -5, max: 100_00 }), { maxLength: 5 }),
      fc.integer({ min: 1, max: 300_00 }),
      fc.constantFrom(draw, drawFromOne),
      (lefts, amount, take) => {
        const sources = lefts.map((left, index) => ({ id: `${index}`, left }))
        const draws = take(sources, amount)
        expect(draws.reduce((sum, one) => sum + one.amount, 0)).toBe(amount)
        for (const { id, amount: part } of draws) {
          expect(part).toBeGreaterThan(0)
          if (id !== null) expect(part).toBeLessThanOrEqual(lefts[Number(id)]!)
        }
      },
    ),
  ))
