import type { Species } from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import type { Accepts } from '#contract/sitters/sitters.ts'
import { addMonths } from '#server/kernel/day.ts'

export type RequestedPet = {
  species: Species
  weightKg: number | null
  birthOn: string | null
  neutered: boolean | null
  /** True when the pet is given medicine. */
  medication: boolean
}

/** The first of the sitter's rules that a pet breaks, with the values that broke it and both in words. */
export type PetRefusal = {
  rule: 'species' | 'weight' | 'puppy' | 'unneutered' | 'medication'
  values: Record<string, string | number | null>
  detail: string
}

/** Dogs have one bit for each weight band and one for unknown weight; every other species has one bit. */
const speciesBits: Record<Exclude<Species, 'dog'>, number> = {
  cat: 1 << 5,
  rabbit: 1 << 6,
  bird: 1 << 7,
  reptile: 1 << 8,
  fish: 1 << 9,
  horse: 1 << 10,
  other: 1 << 11,
}
const anyDogBit = 1 << 4

/** Under 7 kg, 7 to 18, more than 18 to 45, more than 45. */
const bands = [
  { bit: 1 << 0, above: 0, upTo: 7 },
  { bit: 1 << 1, above: 7, upTo: 18 },
  { bit: 1 << 2, above: 18, upTo: 45 },
  { bit: 1 << 3, above: 45, upTo: Number.POSITIVE_INFINITY },
] as const

/** Returns the bit that a pet needs in the search document; a dog of exactly 7 kg is no longer small. */
export function sizeBit(species: Species, weightKg: number | null): number {
  if (species !== 'dog') return speciesBits[species]
  if (weightKg === null) return anyDogBit
  const band = weightKg === 7 ? bands[1] : bands.find(({ upTo }) => weightKg <= upTo)
  return (band ?? bands[3]).bit
}

/**
 * Returns the bits of all pets that a sitter may take. If a limit lies inside a band, `refusalFor` decides within it.
 */
export function acceptedSizeBits({
  species,
  minWeightKg,
  maxWeightKg,
}: Pick<Accepts, 'species' | 'minWeightKg' | 'maxWeightKg'>): number {
  const [min, max] = [minWeightKg ?? 0, maxWeightKg ?? Number.POSITIVE_INFINITY]
  const dogs = bands
    .filter(({ above, upTo }) => min < upTo && max > above)
    .reduce<number>((mask, { bit }) => mask | bit, anyDogBit)
  return species.reduce((mask, kind) => mask | (kind === 'dog' ? dogs : speciesBits[kind]), 0)
}

/**
 * Returns why a sitter refuses a pet. A pet that is accepted here always has its bit in `acceptedSizeBits`, so a search
 * never misses a sitter.
 */
export function refusalFor(
  pet: RequestedPet,
  accepts: Accepts,
  on: string,
  settings: Pick<Settings, 'puppyMonths'>,
): PetRefusal | null {
  return (
    refuseSpecies(pet, accepts) ??
    refuseWeight(pet, accepts) ??
    refuseYoung(pet, accepts, on, settings.puppyMonths) ??
    refuseCare(pet, accepts)
  )
}

const refuseSpecies = ({ species }: RequestedPet, accepts: Accepts): PetRefusal | null =>
  accepts.species.includes(species)
    ? null
    : {
        rule: 'species',
        values: { species },
        detail: `This sitter takes ${accepts.species.join(', ')}, no ${species}.`,
      }

function refuseWeight({ species, weightKg }: RequestedPet, accepts: Accepts): PetRefusal | null {
  const { minWeightKg, maxWeightKg } = accepts
  return species === 'dog' && weightKg !== null && !isWeightAccepted(weightKg, accepts)
    ? {
        rule: 'weight',
        values: { weightKg, minWeightKg, maxWeightKg },
        detail: `This sitter takes dogs ${weightsInWords(accepts)}, not of ${weightKg} kg.`,
      }
    : null
}

const isDogOrCat = (species: Species): boolean => species === 'dog' || species === 'cat'

function refuseYoung(
  { species, birthOn }: RequestedPet,
  { puppies }: Accepts,
  on: string,
  months: number,
): PetRefusal | null {
  if (puppies || !isDogOrCat(species) || birthOn === null || on >= addMonths(birthOn, months)) return null
  return {
    rule: 'puppy',
    values: { birthOn, on, months },
    detail: `This sitter takes no pets younger than ${months} months, and this one was born on ${birthOn}.`,
  }
}

function refuseCare(
  { species, neutered, medication }: RequestedPet,
  accepts: Pick<Accepts, 'unneutered' | 'medication'>,
): PetRefusal | null {
  if (!accepts.unneutered && isDogOrCat(species) && neutered === false)
    return { rule: 'unneutered', values: { species }, detail: 'This sitter takes neutered pets only.' }
  if (!accepts.medication && medication)
    return { rule: 'medication', values: { species }, detail: 'This sitter gives no medicine.' }
  return null
}

function isWeightAccepted(weightKg: number, accepts: Accepts): boolean {
  const { minWeightKg, maxWeightKg } = accepts
  if (weightKg < (minWeightKg ?? 0) || weightKg > (maxWeightKg ?? Number.POSITIVE_INFINITY)) return false
  return (acceptedSizeBits(accepts) & sizeBit('dog', weightKg)) !== 0
}

function weightsInWords({ minWeightKg, maxWeightKg }: Accepts): string {
  if (minWeightKg === null) return `up to ${maxWeightKg} kg`
  return maxWeightKg === null ? `from ${minWeightKg} kg` : `from ${minWeightKg} to ${maxWeightKg} kg`
}
