import { z } from 'zod'
import { improvableComponents, rankingComponents, services } from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Day, Id } from '#contract/values.ts'
import { SearchQuery } from './search.ts'

export const SearchPosition = z.object({
  /**
   * Rank from 1 in the published ranking; null if the search does not find the sitter or ranks them behind the first
   * 2,000.
   */
  position: z.int().nullable(),
  /** Number of sitters found, exact up to 2,000. */
  of: z.int(),
  ofIsCapped: z.boolean(),
  /**
   * The current components, each 0 to 1; null without a published profile. `distance` is 0 if the search does not find
   * the sitter.
   */
  components: z.record(z.enum(rankingComponents), z.number()).nullable(),
  /** Possible improvements: the rank with this component at 1 and everything else unchanged, by the same formula. */
  changes: z.array(
    z.object({
      component: z.enum(improvableComponents),
      position: z.int(),
      /** For `completeness`: the parts of the profile that are not filled in. */
      missing: z.array(z.string()),
    }),
  ),
  /**
   * Why the search does not find the sitter: each filter whose removal alone would be enough; `status` means an
   * unpublished profile.
   */
  excludedBy: z.array(z.object({ drop: z.string(), value: z.string().nullable() })),
})

const params = z.object({ sitterId: Id })

export const showPosition = endpoint({
  method: 'GET',
  path: '/v1/sitters/:sitterId/position',
  access: 'account',
  summary: 'Get your position in a search, and what would change it (sitter)',
  params,
  query: SearchQuery.omit({ sort: true, cursor: true, limit: true }),
  response: SearchPosition,
  problems: ['sitter-not-found', 'place-not-found', 'dates-refused', 'search-too-wide'],
})

/**
 * Recorded each night for the sitter's own town, 15 km around it, without dates and pets, for 90 days after the last
 * call of this endpoint.
 */
export const listPositions = endpoint({
  method: 'GET',
  path: '/v1/sitters/:sitterId/positions',
  access: 'account',
  summary: 'List your recorded search positions of the last 90 days, oldest first (sitter)',
  params,
  response: z.object({
    items: z.array(z.object({ on: Day, service: z.enum(services), position: z.int(), of: z.int() })),
    nextCursor: z.null(),
  }),
  problems: ['sitter-not-found'],
})

export type SearchPosition = z.infer<typeof SearchPosition>
