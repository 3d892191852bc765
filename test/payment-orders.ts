import * as fc from 'fast-check'
import { rounds } from '#test/proofs/plan.ts'

/**
 * Permutations of the five events of a payment, with the number of concurrent deliveries of each; from a fixed seed.
 */
export const paymentOrders = (count = rounds(4, 100)): { order: number[]; times: number; early: number }[] =>
  fc.sample(
    fc.record({
      order: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5, maxLength: 5 }),
      times: fc.integer({ min: 1, max: 10 }),
      early: fc.integer({ min: 0, max: 4 }),
    }),
    { seed: 20_261_120, numRuns: count },
  )
