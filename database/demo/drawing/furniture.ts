import type { Random } from '../random.ts'
import { type Animal, lying } from './animals.ts'
import type { Palette } from './palettes.ts'
import { darker, lighter, line, mix, oval, path, place, rect } from './shapes.ts'

/** The soft shadow of something that stands on y. */
export const shadow = (x: number, y: number, half: number, depth = 14) =>
  oval(x, y, half, depth, '#2B201A', 0.13)

/** Stands on 0, 0 and is 430 wide. */
export function sofa({ seat, cushion, wood, accent }: Palette, random: Random): string {
  const second = random.pick([accent, lighter(seat, 0.45)])
  return [
    shadow(0, 2, 236),
    rect(-190, -14, 14, 18, wood, { round: 4 }),
    rect(176, -14, 14, 18, wood, { round: 4 }),
    rect(-196, -176, 392, 150, darker(seat, 0.1), { round: 34 }),
    rect(-188, -168, 184, 96, seat, { round: 26 }),
    rect(4, -168, 184, 96, seat, { round: 26 }),
    rect(-186, -88, 372, 74, lighter(seat, 0.08), { round: 20 }),
    line('M0 -84V-20', darker(seat, 0.16), 3),
    rect(-216, -122, 50, 110, seat, { round: 24 }),
    rect(166, -122, 50, 110, darker(seat, 0.06), { round: 24 }),
    place(
      { x: -122, y: -84, turn: -10 },
      rect(-38, -62, 76, 70, cushion, { round: 16 }),
      line('M-22 -28H22M-22 -40H22', darker(cushion, 0.14), 3),
    ),
    place({ x: 122, y: -84, turn: 9 }, rect(-36, -58, 72, 66, second, { round: 16 })),
  ].join('')
}

/** Stands on 0, 0 and is 190 wide. */
export const armchair = ({ seat, cushion, wood }: Palette): string =>
  [
    shadow(0, 2, 110),
    line('M-66 0L-58 -30M66 0L58 -30', wood, 11),
    path('M-80 -190C-80 -222 80 -222 80 -190L72 -60H-72Z', darker(seat, 0.08)),
    rect(-62, -92, 124, 62, lighter(seat, 0.1), { round: 20 }),
    rect(-98, -132, 42, 108, seat, { round: 20 }),
    rect(56, -132, 42, 108, darker(seat, 0.05), { round: 20 }),
    place({ x: 4, y: -98, turn: 8 }, rect(-34, -58, 68, 62, cushion, { round: 15 })),
  ].join('')

/** A soft bed on the floor at 0, 0, 300 wide, with an animal in it. */
export const petBed = ({ rug, accent, wall }: Palette, animal: Animal | undefined): string => {
  const rim = mix(accent, wall, 0.2)
  return [
    shadow(0, 4, 176, 18),
    oval(0, -46, 150, 50, darker(rim, 0.14)),
    oval(0, -40, 124, 36, lighter(rug, 0.4)),
    animal ? place({ x: -4, y: -18, scale: 0.86 }, lying(animal)) : '',
    path(
      'M-156 -48C-158 -16 -120 6 0 6C120 6 158 -16 156 -48C150 -34 110 -20 0 -20C-110 -20 -150 -34 -156 -48Z',
      rim,
    ),
    line('M-112 -12C-60 0 60 0 112 -12', darker(rim, 0.16), 3, 0.7),
  ].join('')
}

export const rug = (x: number, y: number, half: number, colour: string, random: Random): string => {
  const inner = lighter(colour, 0.3)
  return [
    oval(x, y, half, half * 0.2, colour),
    random.chance(0.6)
      ? oval(x, y, half * 0.84, half * 0.155, inner, 0.75) + oval(x, y, half * 0.74, half * 0.13, colour)
      : '',
    random.chance(0.5) ? oval(x, y, half * 0.4, half * 0.065, inner, 0.6) : '',
  ].join('')
}

/** A floor lamp on 0, 0; its shade is 330 higher. */
export const floorLamp = ({ wood, trim, cushion }: Palette, isLit: boolean): string =>
  [
    isLit ? oval(0, -270, 150, 150, '#FFE2A0', 0.28) + oval(0, -270, 90, 96, '#FFE9B8', 0.35) : '',
    shadow(0, 2, 40, 8),
    rect(-5, -260, 10, 258, wood, { round: 4 }),
    oval(0, -2, 34, 8, wood),
    path('M-34 -330H34L62 -248H-62Z', isLit ? '#FBE0A0' : mix(cushion, trim, 0.55)),
  ].join('')

export const pendant = (x: number, length: number, { accent }: Palette, isLit: boolean): string =>
  [
    isLit ? oval(x, length + 40, 130, 110, '#FFE2A0', 0.26) : '',
    rect(x - 1.5, 0, 3, length, '#5B4A3C'),
    path(
      `M${x - 52} ${length + 44}C${x - 52} ${length - 14} ${x + 52} ${length - 14} ${x + 52} ${length + 44}Z`,
      accent,
    ),
    oval(x, length + 44, 52, 7, isLit ? '#FBE6B4' : darker(accent, 0.3)),
  ].join('')

const bookColours = [
  '#B9472F',
  '#1F4D3F',
  '#E39A2D',
  '#3F6285',
  '#75506F',
  '#E7D6B8',
  '#7F9A83',
  '#C98B6B',
] as const

/** Books side by side, whose lower edge is at y; ends before `width`. */
export function books(x: number, y: number, width: number, height: number, random: Random): string {
  const all: string[] = []
  for (let at = 0; at < width - 14;) {
    const wide = random.between(9, 18)
    const tall = height * random.between(0.66, 0.95)
    const colour = random.pick(bookColours)
    all.push(
      rect(x + at, y - tall, wide, tall, colour, { round: 2 }),
      rect(x + at, y - tall + 9, wide, 4, lighter(colour, 0.4)),
    )
    at += wide + 1.5
    if (random.chance(0.12)) at += random.between(12, 30)
  }
  return all.join('')
}

/** Stands on 0, 0, 170 wide and 330 tall. */
export function bookcase({ wood, accent }: Palette, random: Random): string {
  const shelves = [-236, -160, -84, -8]
  return [
    shadow(0, 2, 96, 9),
    rect(-85, -330, 170, 330, wood, { round: 6 }),
    ...shelves.map((y) => rect(-74, y - 66, 148, 66, darker(wood, 0.34))),
    ...shelves.map((y, index) =>
      index === 1
        ? books(-70, y, 70, 60, random) +
          oval(34, y - 18, 22, 18, accent) +
          rect(24, y - 48, 20, 16, darker(accent, 0.2), { round: 4 })
        : books(-70, y, 142, 62, random),
    ),
  ].join('')
}

/** A framed picture, `size` wide. */
export function frame(
  x: number,
  y: number,
  size: number,
  { wood, accent, rug: second, seat }: Palette,
  random: Random,
): string {
  const tall = size * random.pick([1, 1.28, 0.78])
  const [left, top, width, height] = [x + 12, y + 12, size - 24, tall - 24]
  const middle = left + width / 2
  const motifs = [
    () =>
      oval(middle, top + height * 0.44, width * 0.26, width * 0.26, accent) +
      rect(left, top + height * 0.7, width, height * 0.3, second),
    () =>
      path(
        `M${left} ${top + height}L${left + width * 0.36} ${top + height * 0.4}L${left + width * 0.6} ${top + height * 0.74}L${left + width * 0.76} ${top + height * 0.56}L${left + width} ${top + height}Z`,
        second,
      ) + oval(left + width * 0.74, top + height * 0.26, width * 0.1, width * 0.1, accent),
    () =>
      oval(middle, top + height * 0.62, width * 0.16, width * 0.13, seat) +
      [-0.22, -0.08, 0.08, 0.22]
        .map((dx, index) =>
          oval(
            middle + width * dx,
            top + height * (index % 3 === 0 ? 0.44 : 0.34),
            width * 0.055,
            width * 0.075,
            seat,
          ),
        )
        .join(''),
    () =>
      line(
        `M${middle} ${top + height * 0.9}V${top + height * 0.3}M${middle} ${top + height * 0.6}C${middle - width * 0.3} ${top + height * 0.5} ${middle - width * 0.26} ${top + height * 0.3} ${middle - width * 0.26} ${top + height * 0.3}M${middle} ${top + height * 0.5}C${middle + width * 0.3} ${top + height * 0.42} ${middle + width * 0.24} ${top + height * 0.22} ${middle + width * 0.24} ${top + height * 0.22}`,
        '#5E8C6E',
        6,
      ),
  ]
  return (
    rect(x + 4, y + 6, size, tall, '#2B201A', { round: 4, opacity: 0.12 }) +
    rect(x, y, size, tall, wood, { round: 4 }) +
    rect(left - 4, top - 4, width + 8, height + 8, '#FBF6EC') +
    random.pick(motifs)()
  )
}

export const sideTable = ({ wood, accent }: Palette): string =>
  [
    shadow(0, 2, 54, 8),
    line('M-34 0L-26 -84M34 0L26 -84', darker(wood, 0.1), 8),
    rect(-58, -96, 116, 14, wood, { round: 7 }),
    rect(-26, -122, 28, 26, accent, { round: 5 }),
    line('M2 -116C14 -116 14 -102 2 -102', accent, 5),
    rect(12, -103, 38, 7, '#E7D6B8', { round: 2 }),
  ].join('')
