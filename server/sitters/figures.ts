import type { Settings } from '#contract/settings.ts'
import type { SitterFigures } from '#contract/sitters/sitters.ts'
import { averageShown } from '#server/reviews/reputation.ts'
import { isNewcomer } from '#server/search/ranking.ts'

export type StoredFigures = {
  rating_sum: number
  rating_count: number
  clients: number
  repeat_clients: number
  completed_bookings: number
  response_rate: number | null
  response_minutes: number | null
  trusted: boolean
  published_at: Date | null
}

/** The published rating: the average is null below the minimum number of reviews. */
export const ratingOf = (
  { rating_sum: sum, rating_count: count }: Pick<StoredFigures, 'rating_sum' | 'rating_count'>,
  { review }: Settings,
): SitterFigures['rating'] => ({ average: averageShown({ sum, count }, review.minShown), count })

/** Returns the public figures of a sitter. */
export const figuresOf = (row: StoredFigures, settings: Settings, at: Date): SitterFigures => ({
  rating: ratingOf(row, settings),
  clients: row.clients,
  repeatClients: row.repeat_clients,
  responseRate: row.response_rate,
  responseMinutes: row.response_minutes,
  badges: [
    ...(row.trusted ? (['trusted'] as const) : []),
    ...(isNewcomer(row.published_at, row.completed_bookings, at) ? (['newcomer'] as const) : []),
  ],
})
