import type { SearchCriteria } from '#server/search/query.ts'

/** A search with one filter removed: the name of its parameter, and which value if it has several. */
export type Relaxation = { drop: string; value: string | null; criteria: SearchCriteria }

/** Wide enough to find somebody in the next towns. */
export const widestKm = 100

type Relax = (criteria: SearchCriteria) => Partial<SearchCriteria> | false

const filterRelaxations: Record<string, Relax> = {
  start: ({ stay }) => stay !== undefined && { stay: undefined },
  days: ({ days }) => days.length > 0 && { days: [] },
  pets: ({ pets }) => pets.length > 0 && { pets: [] },
  has: ({ traits }) => traits.length > 0 && { traits: [] },
  home: ({ homes, gardens }) => homes.length + gardens.length > 0 && { homes: [], gardens: [] },
  languages: ({ languages }) => languages.length > 0 && { languages: [] },
  policy: ({ policies }) => policies.length > 0 && { policies: [] },
  answersWithin: ({ answersWithin }) => answersWithin !== undefined && { answersWithin: undefined },
  maxTotal: ({ maxTotal }) => maxTotal !== undefined && { maxTotal: undefined },
  minTotal: ({ minTotal }) => minTotal !== undefined && { minTotal: undefined },
  service: ({ service }) => service !== undefined && { service: undefined },
  bounds: ({ bounds }) => bounds !== undefined && { bounds: undefined },
  radiusKm: ({ centre, bounds, radiusKm }) =>
    centre !== undefined && bounds === undefined && radiusKm < widestKm && { radiusKm: widestKm },
}

/** Single traits first, so that of two removals with the same result the smaller one is named. */
export function relaxationsOf(criteria: SearchCriteria): Relaxation[] {
  const { traits } = criteria
  const single = traits.length > 1 ? traits : []
  return [
    ...single.map((trait) => ({
      drop: 'has',
      value: trait,
      criteria: { ...criteria, traits: traits.filter((other) => other !== trait) },
    })),
    ...Object.entries(filterRelaxations).flatMap(([drop, relax]) => {
      const relaxed = relax(criteria)
      const value = drop === 'has' && traits.length === 1 ? traits[0]! : null
      return relaxed ? [{ drop, value, criteria: { ...criteria, ...relaxed } }] : []
    }),
  ]
}

/** Most pairs that are tried; each costs a count. */
const maxPairs = 28

/** Returns the searches with two filters removed, without the pairs that widen the place of the search. */
export function pairedRelaxationsOf(
  criteria: SearchCriteria,
): { pair: Relaxation[]; criteria: SearchCriteria }[] {
  const single = relaxationsOf(criteria).filter(
    ({ drop, value }) => !placeFilters.has(drop) && (drop !== 'has' || value !== null),
  )
  return single
    .flatMap((first, index) =>
      single.slice(index + 1).flatMap((second) => {
        const both = relaxationsOf(first.criteria).find(
          ({ drop, value }) => drop === second.drop && value === second.value,
        )
        return both ? [{ pair: [first, second], criteria: both.criteria }] : []
      }),
    )
    .slice(0, maxPairs)
}

const placeFilters: ReadonlySet<string> = new Set(['bounds', 'radiusKm'])
