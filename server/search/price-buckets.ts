const maxBuckets = 20

export type PriceBuckets = { from: number; width: number; totals: number[] }

/** Splits these amounts into at most twenty buckets of one round width; null without amounts. All in minor units. */
export function priceBuckets(amounts: readonly number[]): PriceBuckets | null {
  if (amounts.length === 0) return null
  const least = amounts.reduce((a, b) => Math.min(a, b))
  const most = amounts.reduce((a, b) => Math.max(a, b))
  const width = roundSteps().find((step) => Math.floor(most / step) - Math.floor(least / step) < maxBuckets)!
  const first = Math.floor(least / width)
  const totals = Array.from({ length: Math.floor(most / width) - first + 1 }, () => 0)
  for (const amount of amounts) totals[Math.floor(amount / width) - first]! += 1
  return { from: first * width, width, totals }
}

/** 100, 200, 500, 1,000 and so on: whole units of a currency with two decimals. */
const roundSteps = (): number[] =>
  Array.from({ length: 12 }, (_, power) => [1, 2, 5].map((digit) => digit * 100 * 10 ** power)).flat()
