import {
  answerHours,
  gardens,
  homeTypes,
  policies,
  searchTraits,
  type SearchTrait,
  services,
} from '#contract/codes.ts'
import { recordOf } from '#contract/entries.ts'
import type { SearchChoices } from '#contract/search/choices.ts'
import { searchLanguages } from '#contract/search/languages.ts'
import type { SearchQuery } from '#contract/search/search.ts'
import type { Deps, TokenViewer } from '#server/kernel/deps.ts'
import { findMatchingSitters, type MatchingSitter } from '#server/search/choices-store.ts'
import { countedUpTo } from '#server/search/count-commands.ts'
import { filterFor, spanOf } from '#server/search/filter.ts'
import { beginRun } from '#server/search/find-commands.ts'
import { isAffordable, type Offer, priceOf } from '#server/search/offer.ts'
import { priceBuckets } from '#server/search/price-buckets.ts'
import type { SearchCriteria } from '#server/search/query.ts'
import { newcomersSince } from '#server/search/ranking.ts'
import { type Run, testOf } from '#server/search/match-commands.ts'
import * as bits from '#server/search/traits.ts'

/**
 * The filters of a group are dropped together, so that each choice of the group can be counted in place of the others.
 */
const clearedGroups = {
  homes: [],
  gardens: [],
  languages: [],
  policies: [],
  answersWithin: undefined,
  minTotal: undefined,
  maxTotal: undefined,
} satisfies Partial<SearchCriteria>

export async function countChoices(
  deps: Deps,
  query: Omit<SearchQuery, 'sort' | 'cursor' | 'limit'>,
  viewer: TokenViewer | null,
): Promise<SearchChoices> {
  const { run } = await beginRun(deps, { ...query, sort: 'recommended' }, viewer)
  const { criteria, settings } = run
  const filter = filterFor({ ...run, criteria: { ...criteria, ...clearedGroups } }, criteria.service)
  const matching = filter ? await findMatchingSitters(deps.db, filter, countedUpTo + 1) : []
  const counted = matching.slice(0, countedUpTo)
  return {
    ...(await countEach(run, counted)),
    isCapped: matching.length > countedUpTo,
    currency: settings.currency,
    pricesAreTotals: spanOf(criteria) !== undefined,
  }
}

type Counted = Omit<SearchChoices, 'isCapped' | 'currency' | 'pricesAreTotals'>
type Test = (one: MatchingSitter) => boolean

async function countEach(run: Run, matching: readonly MatchingSitter[]): Promise<Counted> {
  const { criteria, now } = run
  const offers = await offersOf(run, matching)
  const groups = testsOf(criteria)
  const meets = (chosen: Chosen): Test => {
    const accepts = acceptsFor(chosen)
    return (one) => offers(one).some(accepts)
  }
  const priced = meets(criteria)
  const all = [...Object.values(groups), priced]
  /** Counts, among the sitters that pass all other groups, how many pass each choice of this group. */
  const countIn = <C extends string>(own: Test | null, choices: readonly (readonly [C, Test])[]) => {
    const others = all.filter((test) => test !== own)
    const left = matching.filter((one) => others.every((test) => test(one)))
    return recordOf(
      choices.map(([code]) => code),
      (_, index) => left.filter(choices[index]![1]).length,
    )
  }
  const acceptsAtAnyPrice = acceptsFor({ policies: criteria.policies })
  const prices = matching
    .filter((one) => Object.values(groups).every((test) => test(one)))
    .flatMap((one) => offers(one).find(acceptsAtAnyPrice) ?? [])
    .map(priceOf)
  const languages = countIn(
    groups.languages,
    searchLanguages.map((code) => [code, hasAnyQuality(bits.languageBits([code]))] as const),
  )
  return {
    total: matching.filter((one) => all.every((test) => test(one))).length,
    home: {
      ...countIn(
        groups.home,
        homeTypes.map((code) => [code, hasAnyTrait(bits.homeBits([code]))] as const),
      ),
      ...countIn(
        groups.garden,
        gardens.flatMap((code) =>
          code === 'none' ? [] : [[code, hasAnyTrait(bits.gardenBits([code]))] as const],
        ),
      ),
    },
    has: countIn(
      null,
      searchTraits.map((trait) => [trait, hasTrait(trait, now)] as const),
    ),
    languages: Object.fromEntries(Object.entries(languages).filter(([, count]) => count > 0)),
    policy: countIn(
      priced,
      policies.map((policy) => [policy, meets({ ...criteria, policies: [policy] })] as const),
    ),
    answersWithin: countIn(
      groups.answers,
      answerHours.map((hours) => [`${hours}`, hasAnyQuality(bits.answerBits(hours))] as const),
    ),
    prices: priceBuckets(prices),
  }
}

/** The tests that need only a sitter's stored bits, by the filters that are dropped together. */
const testsOf = (criteria: SearchCriteria): Record<'home' | 'garden' | 'languages' | 'answers', Test> => ({
  home: hasAnyTrait(bits.homeBits(criteria.homes)),
  garden: hasAnyTrait(bits.gardenBits(criteria.gardens)),
  languages: hasAnyQuality(bits.languageBits(criteria.languages)),
  answers: hasAnyQuality(criteria.answersWithin ? bits.answerBits(criteria.answersWithin) : 0n),
})

function hasTrait(trait: SearchTrait, now: Date): Test {
  const has = hasAnyTrait(bits.traitBit(trait))
  const since = newcomersSince(now)
  return trait === 'newcomer' ? (one) => has(one) && one.publishedAt > since : has
}

const hasAnyTrait =
  (wanted: number): Test =>
  ({ traits }) =>
    wanted === 0 || (traits & wanted) !== 0
const hasAnyQuality =
  (wanted: bigint): Test =>
  ({ qualities }) =>
    wanted === 0n || (qualities & wanted) !== 0n

type Chosen = Pick<SearchCriteria, 'policies'> & Partial<Pick<SearchCriteria, 'minTotal' | 'maxTotal'>>

const acceptsFor =
  ({ policies: wanted, minTotal, maxTotal }: Chosen) =>
  (offer: Offer): boolean =>
    (wanted.length === 0 || wanted.includes(offer.service.policy)) &&
    isAffordable(priceOf(offer), { minTotal, maxTotal })

/** Returns each sitter's offers by the exact rules, one per service, whatever the policy and price. */
async function offersOf(
  run: Run,
  matching: readonly MatchingSitter[],
): Promise<(one: MatchingSitter) => readonly Offer[]> {
  const { criteria } = run
  const unfiltered = { ...criteria, policies: [], minTotal: undefined, maxTotal: undefined }
  // The row for any service holds only the widest radius, so a particular service may not reach as far.
  const untested = (one: MatchingSitter): MatchingSitter =>
    criteria.service === undefined && one.distanceKm !== null ? { ...one, fits: false } : one
  const tested = new Map(matching.map((one) => [one, untested(one)] as const))
  const test = await testOf({ ...run, criteria: unfiltered }, criteria.service, [...tested.values()])
  const wanted = criteria.service === undefined ? services : [criteria.service]
  const offers = new Map(
    [...tested].map(
      ([one, doubt]) => [one, wanted.flatMap((service) => test(doubt, service) ?? [])] as const,
    ),
  )
  return (one) => offers.get(one)!
}
