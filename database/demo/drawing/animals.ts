import { drawPortrait, type PortraitSeed } from '#web/ui/portrait/draw.ts'
import { markup } from '#web/ui/portrait/svg.ts'
import { coatOf, hashOf } from '#web/ui/portrait/coats.ts'
import { darker, line, mirrored, oval, path, place } from './shapes.ts'

/** A pet in a picture; the portrait of the same pet elsewhere has the same coat. */
export type Animal = PortraitSeed & { species: 'dog' | 'cat' }

const coatFor = ({ id, species, coat }: Animal) => coatOf(species, hashOf(id) >>> 3, coat)

/** Head and chest as on the pet's portrait, in a box of 200 × 180 whose lower middle is at 0, 0. */
export const bust = (animal: Animal): string =>
  place({ x: -100, y: -180 }, drawPortrait(animal).shapes.map(markup).join(''))

/** White paws would not show on white fur. */
const paleOf = (pale: string, base: string) => (pale === '#FFFFFF' ? base : pale)

const paw = (x: number, y: number, colour: string) =>
  oval(x, y, 19, 13, colour) +
  line(`M${x - 6} ${y + 4}V${y + 10}M${x + 6} ${y + 4}V${y + 10}`, darker(colour, 0.3), 2.6)

/** Cats are smaller than dogs. */
const sized = ({ species }: Animal, ...parts: readonly string[]) =>
  species === 'cat' ? place({ x: 0, y: 0, scale: 0.84 }, ...parts) : parts.join('')

/** A sitting animal seen from the front. Its paws are at 0, 0, and it is 280 units tall. */
export function sitting(animal: Animal): string {
  const { base, dark, pale } = coatFor(animal)
  const isCat = animal.species === 'cat'
  const tail = isCat
    ? line('M48 -10C104 -2 112 -44 92 -62', dark, 17)
    : line('M54 -20C86 -26 96 -52 94 -74', dark, 18)
  return sized(
    animal,
    tail,
    mirrored(oval(-44, -36, 36, 40, darker(base, 0.08))),
    path('M-52 -110C-62 -60 -56 -14 -46 0H46C56 -14 62 -60 52 -110Z', base),
    oval(0, -88, isCat ? 25 : 30, 44, pale),
    mirrored(line('M-20 -66V-10', darker(base, 0.16), 3), paw(-23, -8, paleOf(pale, base))),
    place({ x: 0, y: -100 }, bust(animal)),
  )
}

/** Stands turned to the right and looks at us; the paws are at 0, 0. The collar is at 62, −120. */
export function standing(animal: Animal): string {
  const { base, dark, patch } = coatFor(animal)
  const leg = (x: number, colour: string) =>
    line(`M${x} -60V-12`, colour, 26) + oval(x + 5, -9, 18, 10, colour)
  const far = darker(base, 0.16)
  return sized(
    animal,
    line(
      animal.species === 'cat'
        ? 'M-92 -98C-128 -120 -122 -168 -104 -184'
        : 'M-88 -104C-116 -112 -126 -138 -122 -160',
      dark,
      16,
    ),
    leg(-58, far),
    leg(36, far),
    path(
      'M-102 -92C-104 -126 -76 -134 -40 -130C0 -128 50 -140 76 -120C100 -96 88 -50 56 -50C20 -46 -30 -48 -66 -48C-90 -48 -100 -64 -102 -92Z',
      base,
    ),
    patch
      ? path('M-62 -131C-30 -134 -4 -128 0 -106C-8 -86 -46 -84 -62 -98C-68 -110 -68 -122 -62 -131Z', dark)
      : '',
    leg(-82, base),
    leg(64, base),
    place({ x: 62, y: -86, scale: 0.78 }, bust(animal)),
  )
}

/** An animal lying down and facing the viewer, for beds, rugs and sofas; the ground is at 0, 0. */
export function lying(animal: Animal): string {
  const { base, dark, pale } = coatFor(animal)
  return sized(
    animal,
    line('M104 -22C146 -16 160 -40 150 -58', dark, 16),
    path('M-84 -4C-104 -70 -40 -104 20 -98C90 -92 132 -62 124 -4Z', base),
    oval(84, -34, 40, 34, darker(base, 0.08)),
    place({ x: -34, y: -44, scale: 0.82 }, bust(animal)),
    ...[-66, -4].map((x) => paw(x, -10, paleOf(pale, base))),
    oval(78, -7, 24, 10, darker(base, 0.12)),
  )
}
