import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Day } from '#contract/values.ts'
import { SearchQuery, SitterCard } from './search.ts'

export const CloseMatches = z.object({
  /** Similar searches that find more sitters, smallest change first. */
  ways: z.array(
    z.object({
      /** Set if the distance changes. */
      radiusKm: z.number().nullable(),
      /** Days by which all searched days are shifted; 0 if the distance changes. */
      shiftDays: z.int(),
      /** Exact up to 300. */
      total: z.int(),
    }),
  ),
  /**
   * Sitters who pass all other filters but are free only on at least half of the searched days; those with the most
   * free days first.
   */
  partial: z.array(
    z.object({
      /** Its total and units are null, because the full set of days cannot be booked. */
      card: SitterCard,
      freeUnits: z.int(),
      units: z.int(),
      missing: z.array(Day),
    }),
  ),
})

export const findCloseMatches = endpoint({
  method: 'GET',
  path: '/v1/sitters/close-matches',
  access: 'public',
  summary:
    'Get alternatives to a search with few results: wider distances, other days, and partly available sitters',
  query: SearchQuery.omit({ sort: true, cursor: true, limit: true }),
  response: CloseMatches,
  problems: ['place-not-found', 'dates-refused', 'search-too-wide'],
})

export type CloseMatches = z.infer<typeof CloseMatches>
