import {
  coatOf,
  collars,
  colourDistance,
  type Ears,
  grounds,
  hashOf,
  type Species,
} from '#web/ui/portrait/coats.ts'
import { cat, dog, rabbit } from '#web/ui/portrait/furry.ts'
import { bird, fish, horse, other, reptile } from '#web/ui/portrait/others.ts'
import type { PortraitTraits, Shape } from '#web/ui/portrait/shapes.ts'

export type PortraitSeed = {
  id: string
  species: Species
  /** The owner's description ("ginger tabby"); without it the id decides. */
  coat?: string | undefined
  ears?: Ears | undefined
}

const drawings: Record<Species, (traits: PortraitTraits) => Shape[]> = {
  dog,
  cat,
  rabbit,
  bird,
  reptile,
  fish,
  horse,
  other,
}

const water = '#D4E2E9'
const earDefault: Partial<Record<Species, Ears>> = { cat: 'pricked', horse: 'pricked' }

/**
 * Returns a pet's portrait as shapes in a box of 200 × 180, and its background colour. Deterministic for a given seed.
 */
export function drawPortrait({ id, species, coat, ears }: PortraitSeed) {
  const hash = hashOf(id)
  const pick = <T>(choices: readonly T[], shift: number, otherwise: T) =>
    choices[(hash >>> shift) % choices.length] ?? otherwise
  const chosen = coatOf(species, hash >>> 3, coat)
  const apart = (colours: readonly string[], distance: number) =>
    colours.filter((colour) => colourDistance(colour, chosen.base) > distance)
  const traits: PortraitTraits = {
    coat: chosen,
    ears: ears ?? earDefault[species] ?? pick<Ears>(['floppy', 'pricked'], 9, 'floppy'),
    collar: pick(apart(collars, 110), 13, collars[0]),
    tag: pick([true, true, false], 19, true),
  }
  const ground = species === 'fish' ? water : pick(apart(grounds, 36), 22, grounds[0])
  return { ground, shapes: drawings[species](traits) }
}
