import { isStay, type Service } from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import { calculateFees, type Pair } from '#server/bookings/money/fees.ts'
import { addMonths } from '#server/kernel/day.ts'
import type { RequestedPet } from '#server/search/query.ts'

/**
 * Bounds of the subtotal for a limit on the total: beyond `possible` no pair of owner and sitter meets the limit, up to
 * `certain` every pair does (the other way round for a minimum).
 */
type Limit = { possible: number; certain: number }

/**
 * What a price depends on besides the sitter's rates, for the bounds computed from the `sitter_search` rows. The price
 * itself always comes from `pricerFor`.
 */
export type PriceTerms = {
  hasDates: boolean
  isStay: boolean
  /** 1 without dates. */
  units: number
  cats: number
  /** Number of pets that are not cats. */
  others: number
  /** Number of young dogs and cats, summed over all days. */
  youngDays: number
  /** The possible relations of owner and sitter, on which the fee depends. */
  pairs: readonly Pair[]
  /** Limits of the subtotal, in minor units. */
  most: Limit | undefined
  least: Limit | undefined
}

type PriceQuery = {
  /** Undefined for the row of any service, which has no prices of its own. */
  service: Service | undefined
  days: readonly string[]
  pets: readonly RequestedPet[]
  minTotal: number | undefined
  maxTotal: number | undefined
  /** Null without an account; such an owner is new to every sitter. */
  ownerId: string | null
}

const newPair: Pair = { repeat: false, invited: false }
const repeatPair: Pair = { repeat: true, invited: false }

const highest = 2 ** 31

export function priceTermsOf(
  { service, days, pets, minTotal, maxTotal, ownerId }: PriceQuery,
  settings: Settings,
): PriceTerms {
  const pairs = ownerId === null ? [newPair] : [newPair, repeatPair]
  const cats = pets.filter(({ species }) => species === 'cat').length
  const hasDates = days.length > 0
  const subtotals = (reaches: (total: number) => boolean): Limit => {
    const found = pairs.map((pair) =>
      firstWhere((subtotal) => reaches(calculateFees(subtotal, pair, settings).total)),
    )
    return { possible: Math.min(...found), certain: Math.max(...found) }
  }
  const isPriced = service !== undefined
  const least = !isPriced || minTotal === undefined ? undefined : subtotals((total) => total >= minTotal)
  const beyond = !isPriced || maxTotal === undefined ? undefined : subtotals((total) => total > maxTotal)
  return {
    hasDates,
    isStay: isPriced && isStay(service),
    units: Math.max(1, days.length),
    cats,
    others: pets.length - cats,
    pairs,
    youngDays: pets.reduce((sum, pet) => sum + youngDaysOf(pet, days, settings.puppyMonths), 0),
    least,
    most: beyond && { possible: beyond.certain - 1, certain: beyond.possible - 1 },
  }
}

/** Returns the lowest total that a subtotal can lead to for any pair. */
export const leastTotal = (subtotal: number, { pairs }: PriceTerms, settings: Settings): number =>
  Math.min(...pairs.map((pair) => calculateFees(Math.max(0, Math.floor(subtotal)), pair, settings).total))

/** Narrows the terms to sitters whose lowest possible total is at most this. */
export function withMaxTotal(total: number, prices: PriceTerms, settings: Settings): PriceTerms {
  const possible = firstWhere((subtotal) => leastTotal(subtotal, prices, settings) > total) - 1
  const { most = { possible, certain: -1 } } = prices
  return { ...prices, most: { ...most, possible: Math.min(most.possible, possible) } }
}

function youngDaysOf({ species, birthOn }: RequestedPet, days: readonly string[], months: number): number {
  if (birthOn === null || (species !== 'dog' && species !== 'cat')) return 0
  const grownOn = addMonths(birthOn, months)
  return days.filter((on) => on < grownOn).length
}

/** Returns the smallest whole number for which the predicate holds; it must hold for all greater ones, too. */
function firstWhere(holds: (subtotal: number) => boolean): number {
  let [low, high] = [0, highest]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
