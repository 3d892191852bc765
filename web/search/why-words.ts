import { type RankingComponent, rankingComponents } from '#contract/codes.ts'
import type { SitterCard } from '#contract/search/search.ts'
import { formatKilometres, formatPercent } from '#web/format.ts'

type Why = {
  why: SitterCard['why']
  weights: Record<RankingComponent, number>
  distanceKm: number | null
  placeName: string | null
}

export type Reason = { component: RankingComponent; words: string; share: number; weight: number }

const strong: Record<
  Exclude<RankingComponent, 'distance'>,
  readonly [high: string, middle: string, low: string]
> = {
  quality: ['Owners rate this sitter very highly', 'Well reviewed by owners', 'Few or mixed reviews so far'],
  repeat: ['Many owners come back', 'Some owners come back', 'No repeat clients yet'],
  response: [
    'Answers nearly every request within a day',
    'Answers most requests within a day',
    'Has answered few requests so far',
  ],
  freshness: [
    'Calendar confirmed this week',
    'Calendar confirmed in recent weeks',
    'Calendar not confirmed for a while',
  ],
  completeness: [
    'The profile tells you everything',
    'The profile tells you most things',
    'The profile is short',
  ],
  newcomer: [
    'New here, so shown a little earlier for a while',
    'New here, so shown a little earlier for a while',
    'No head start for newcomers any more',
  ],
}

/** Up to this share, the third (weakest) wording applies. */
const weakest: Record<Exclude<RankingComponent, 'distance'>, number> = {
  quality: 0.35,
  repeat: 0,
  response: 0.35,
  freshness: 0.3,
  completeness: 0.5,
  newcomer: 0,
}

function wordsFor(component: RankingComponent, share: number, { distanceKm, placeName }: Why): string {
  if (component !== 'distance')
    return strong[component][share >= 0.75 ? 0 : share > weakest[component] ? 1 : 2]
  if (distanceKm === null) return 'Distance did not count, because you did not choose a town'
  return `${formatKilometres(distanceKm)} from ${placeName ?? 'where you searched'}`
}

/** Describes the seven components of the published formula, the one with the largest contribution first. */
export const reasonsOf = (why: Why): Reason[] =>
  rankingComponents
    .map((component) => {
      const share = why.why.components[component] ?? 0
      return { component, words: wordsFor(component, share, why), share, weight: why.weights[component] }
    })
    .sort((a, b) => b.share * b.weight - a.share * a.weight)

export const scoreInWords = (score: number): string => formatPercent(Math.min(1, Math.max(0, score)))
