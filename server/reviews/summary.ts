import type { Settings } from '#contract/settings.ts'
import type { ReviewSummary } from '#contract/sitters/sitters.ts'
import { averageShown } from '#server/reviews/reputation.ts'

/** The ratings of one review. */
export type StarsGiven = { overall: number; ratings: Record<string, number>; publishedAt: Date }

const yearMs = 365 * 24 * 3_600_000

const sumOf = (numbers: readonly number[]) => ({
  sum: numbers.reduce((sum, one) => sum + one, 0),
  count: numbers.length,
})

/** Summarises several reviews: the stars, the individual ratings, and the last year compared with before. */
export function summaryOf(
  given: readonly StarsGiven[],
  at: Date,
  { minShown }: Settings['review'],
): ReviewSummary {
  const since = at.getTime() - yearMs
  const ratingOf = (some: readonly StarsGiven[]) => ({
    average: averageShown(sumOf(some.map(({ overall }) => overall)), minShown),
    count: some.length,
  })
  const names = [...new Set(given.flatMap(({ ratings }) => Object.keys(ratings)))]
  const aspects = names.flatMap((name) => {
    const average = averageShown(sumOf(given.flatMap(({ ratings }) => ratings[name] ?? [])), minShown)
    return average === null ? [] : [[name, average] as const]
  })
  return {
    stars: [1, 2, 3, 4, 5].map((stars) => given.filter(({ overall }) => overall === stars).length),
    aspects: Object.fromEntries(aspects),
    lastYear: ratingOf(given.filter(({ publishedAt }) => publishedAt.getTime() >= since)),
    before: ratingOf(given.filter(({ publishedAt }) => publishedAt.getTime() < since)),
  }
}
