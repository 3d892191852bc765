import type { Random } from '../random.ts'
import type { Animal } from './animals.ts'
import type { Look } from './look.ts'
import { drawPerson, drawPersonWith } from './person.ts'
import { frame, books } from './furniture.ts'
import { plant } from './plants.ts'
import { dayHours, type Houses, palettes } from './palettes.ts'
import { blend, darker, lighter, mix, oval, path, picture, place, rect } from './shapes.ts'
import { drawView, leaves, tree } from './views.ts'

/** Portraits are square, because they are shown in circles. */
export const portraitSize = 640

export type Backdrop = { look: Look; houses: Houses; ground: string; random: Random }

export const portraitGrounds = [
  '#E7DBC8',
  '#DBE5DF',
  '#E3DDEA',
  '#F2E0C6',
  '#D4E2E9',
  '#F1D8CE',
  '#E6E1D6',
  '#C9D8C5',
  '#EBC9A6',
] as const

/** What is seen behind a person. */
const backdrops: readonly ((backdrop: Backdrop) => string)[] = [
  // A plain wall with a large disc.
  ({ ground }) => oval(320, 300, 250, 250, lighter(ground, 0.45)),
  ({ ground, look }) =>
    path('M0 640V420C160 360 300 460 640 380V640Z', mix(ground, look.under, 0.25)) +
    oval(520, 130, 70, 70, lighter(ground, 0.6)),
  // A window.
  ({ ground, houses, random }) => {
    const hour = random.pick(dayHours)
    return (
      rect(366, 40, 240, 330, lighter(ground, 0.7), { round: 6 }) +
      drawView('back', [382, 56, 208, 298], random.pick(['city', 'trees', 'river']), houses, hour, random) +
      rect(480, 56, 10, 298, lighter(ground, 0.7)) +
      rect(352, 366, 268, 16, lighter(ground, 0.7), { round: 4 })
    )
  },
  // Plants on both sides.
  ({ ground, random, look }) =>
    rect(0, 520, 640, 120, darker(ground, 0.14)) +
    place({ x: 84, y: 560, scale: 1.7 }, plant(look.under, random)) +
    place({ x: 576, y: 560, scale: 1.5 }, plant(darker(ground, 0.3), random)),
  // A shelf with books.
  ({ random, ground }) =>
    [170, 330, 490]
      .map(
        (y) =>
          rect(0, y, 640, 14, darker(ground, 0.34)) +
          books(14, y, 210, 96, random) +
          books(430, y, 200, 96, random),
      )
      .join(''),
  // Out of doors.
  ({ random }) => {
    const hour = random.pick(dayHours)
    return (
      blend('sky-back', [0, 0, 640, 640], hour.sky) +
      oval(150, 560, 420, 190, '#A9C495') +
      oval(560, 600, 380, 190, '#94B47C') +
      tree(92, 500, 330, random.pick(leaves), random) +
      tree(560, 480, 270, random.pick(leaves), random)
    )
  },
  // Pictures on the wall.
  ({ random, ground }) =>
    frame(48, 70, 130, random.pick(palettes), random) +
    frame(470, 96, 118, random.pick(palettes), random) +
    rect(0, 560, 640, 80, darker(ground, 0.12)),
  // An arch.
  ({ ground, look }) =>
    path('M110 640V330C110 40 530 40 530 330V640Z', mix(lighter(ground, 0.3), look.under, 0.16)),
]

/** A head and shoulders; with a pet if there is one. */
export function drawPortraitOf(backdrop: Backdrop, animal: Animal | undefined): string {
  const { look, ground, random } = backdrop
  const turn = random.pick([-1, 0, 1] as const)
  return picture(
    portraitSize,
    portraitSize,
    rect(0, 0, portraitSize, portraitSize, ground),
    random.pick(backdrops)(backdrop),
    animal
      ? place({ x: 320 - (turn || 1) * 28, y: 236, scale: 1.9 }, drawPersonWith(look, animal, turn || 1))
      : place({ x: 320, y: 304, scale: 2.5 }, drawPerson(look, turn)),
    blend('light', [0, 0, portraitSize, portraitSize], ['#FFF1CF', '#2B201A'], {
      fromOpacity: 0.12,
      toOpacity: 0.05,
      isAcross: true,
    }),
  )
}
