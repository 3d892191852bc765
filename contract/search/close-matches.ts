import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Day } from '#contract/values.ts'
import { SearchQuery, SitterCard } from './search.ts'

export const CloseMatches = z.object({
  /** Nearly the same search, the smallest step first; each finds somebody. */
  ways: z.array(
    z.object({
      /** Set when it is the distance that changes. */
      radiusKm: z.number().nullable(),
      /** Days by which all asked days move; 0 when it is the distance that changes. */
      shiftDays: z.int(),
      /** Exact up to 300. */
      total: z.int(),
    }),
  ),
  /** Sitters who pass everything but are free on a part of the asked days only, at least half; the fullest first. */
  partial: z.array(
    z.object({
      /** Its total and units are null: nobody can book all of these days. */
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
    'For a search that finds few: how wider distances and other days would do, and who is free for a part of the days',
  query: SearchQuery.omit({ sort: true, cursor: true, limit: true }),
  response: CloseMatches,
  problems: ['place-not-found', 'dates-refused', 'search-too-wide'],
})

export type CloseMatches = z.infer<typeof CloseMatches>
