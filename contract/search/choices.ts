import { z } from 'zod'
import { answerHours, gardens, homeTypes, policies, searchTraits } from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Amount, Currency } from '#contract/values.ts'
import { searchLanguages } from './languages.ts'
import { SearchQuery } from './search.ts'

const Totals = <C extends string>(codes: readonly C[]) => z.partialRecord(z.enum(codes), z.int())

/** How many sitters each filter value would find; takes a search without sort order and pagination. */
export const SearchChoices = z.object({
  /** Number of sitters that pass all filters. */
  total: z.int(),
  /** Only the best 300 were counted, so each number is a minimum. */
  isCapped: z.boolean(),
  /**
   * Number of sitters for each value of a filter, with all other filters applied. The value replaces those chosen in
   * the same filter, except in `has`, where it is added to them.
   */
  home: Totals([...homeTypes, ...gardens.filter((garden) => garden !== 'none')]),
  has: Totals(searchTraits),
  /** Only languages that at least one sitter speaks. */
  languages: Totals(searchLanguages),
  policy: Totals(policies),
  answersWithin: z.partialRecord(z.enum(answerHours.map(String)), z.int()),
  currency: Currency,
  /**
   * True if prices are all-in totals for the searched dates; false if they are prices of one unit. Both include fees.
   */
  pricesAreTotals: z.boolean(),
  /**
   * Histogram of prices, ignoring the price limits of the search: all buckets have the same width, and the first starts
   * at `from`. Null without sitters.
   */
  prices: z.object({ from: Amount, width: Amount, totals: z.array(z.int()) }).nullable(),
})

export const countChoices = endpoint({
  method: 'GET',
  path: '/v1/sitters/facets',
  access: 'public',
  summary:
    'Count the sitters that each further filter choice would find, and get the distribution of their prices',
  query: SearchQuery.omit({ sort: true, cursor: true, limit: true }),
  response: SearchChoices,
  problems: ['place-not-found', 'dates-refused', 'search-too-wide'],
})

export type SearchChoices = z.infer<typeof SearchChoices>
