import { z } from 'zod'
import { answerHours, gardens, homeTypes, policies, searchTraits } from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Amount, Currency } from '#contract/values.ts'
import { searchLanguages } from './languages.ts'
import { SearchQuery } from './search.ts'

const Totals = <C extends string>(codes: readonly C[]) => z.partialRecord(z.enum(codes), z.int())

/** What each further choice of a filter would give; a search without its order and pages. */
export const SearchChoices = z.object({
  /** Sitters that pass all filters. */
  total: z.int(),
  /** Only the best 300 were counted: there are at least so many of each. */
  isCapped: z.boolean(),
  /**
   * Sitters for each value of a filter: beside all other filters, in place of what was chosen of the same filter, except
   * `has`, whose values add up.
   */
  home: Totals([...homeTypes, ...gardens.filter((garden) => garden !== 'none')]),
  has: Totals(searchTraits),
  /** Only those that anybody speaks. */
  languages: Totals(searchLanguages),
  policy: Totals(policies),
  answersWithin: z.partialRecord(z.enum(answerHours.map(String)), z.int()),
  currency: Currency,
  /** Whether prices are the all-in totals of the asked dates, or what one unit costs, fees included as well. */
  pricesAreTotals: z.boolean(),
  /** Sitters by price, without the asked limits of price: each bucket is as wide, the first begins at `from`. Null without sitters. */
  prices: z.object({ from: Amount, width: Amount, totals: z.array(z.int()) }).nullable(),
})

export const countChoices = endpoint({
  method: 'GET',
  path: '/v1/sitters/facets',
  access: 'public',
  summary: 'How many sitters each further choice of a filter would give, and how their prices spread',
  query: SearchQuery.omit({ sort: true, cursor: true, limit: true }),
  response: SearchChoices,
  problems: ['place-not-found', 'dates-refused', 'search-too-wide'],
})

export type SearchChoices = z.infer<typeof SearchChoices>
