import { clipped, darker, lighter, line, mirrored, oval, path, rect } from './shapes.ts'

export const clothesColours = [
  '#1F4D3F',
  '#E39A2D',
  '#B9472F',
  '#3F6285',
  '#EFE6D6',
  '#75506F',
  '#7F9A83',
  '#C98B6B',
  '#2F3B4C',
  '#D9B8A0',
  '#5E7F8C',
  '#A9812F',
] as const

export const clothesStyles = [
  'jumper',
  'tee',
  'shirt',
  'rollneck',
  'cardigan',
  'hoodie',
  'stripes',
  'dungarees',
  'vneck',
  'jacket',
  'checks',
] as const
export type ClothesStyle = (typeof clothesStyles)[number]

export type Worn = { top: string; under: string; skin: string; shade: string }

/** Outline of the upper body below a head at 0, 0. */
export const torso =
  'M-112 260C-114 168 -104 126 -66 108C-46 99 -27 97 -19 84C-11 98 11 98 19 84C27 97 46 99 66 108C104 126 114 168 112 260Z'

const sleeves = (colour: string) =>
  mirrored(line('M-68 164C-72 190 -72 220 -70 250', darker(colour, 0.22), 3.2, 0.7))
const round = (colour: string) => line('M-27 92C-16 112 16 112 27 92', darker(colour, 0.2), 7)
/** The open front of a garment over another. */
const open = 'M-24 88C-30 130 -26 200 -24 260H24C26 200 30 130 24 88C12 104 -12 104 -24 88Z'

/** What each garment adds to the outline in its colour. */
const garments: Record<ClothesStyle, (worn: Worn) => string> = {
  jumper: ({ top }) => round(top) + line('M-30 100C-16 122 16 122 30 100', darker(top, 0.12), 2.6),
  tee: ({ top, skin }) =>
    path('M-22 87C-16 108 16 108 22 87L19 82H-19Z', skin) +
    line('M-23 88C-16 109 16 109 23 88', darker(top, 0.14), 4),
  shirt: ({ top, skin }) =>
    path('M-19 84L0 122L19 84Z', skin) +
    mirrored(path('M-20 80L-33 98L-15 124L1 116Z', lighter(top, 0.22))) +
    line('M0 122V260', darker(top, 0.16), 2.4) +
    [142, 172, 202].map((y) => oval(6, y, 2.6, 2.6, darker(top, 0.3))).join(''),
  rollneck: ({ top }) =>
    rect(-25, 62, 50, 36, lighter(top, 0.08), { round: 11 }) +
    line('M-25 92C-14 102 14 102 25 92', darker(top, 0.18), 3),
  cardigan: ({ top, under }) =>
    path(open, under) +
    line('M-24 90C-30 130 -26 200 -24 260M24 90C30 130 26 200 24 260', darker(top, 0.16), 6) +
    [150, 184, 218].map((y) => oval(26, y, 3.4, 3.4, lighter(top, 0.5))).join(''),
  hoodie: ({ top, under }) =>
    path(
      'M-44 104C-58 84 -40 70 -21 70C-26 98 26 98 21 70C40 70 58 84 44 104C26 124 -26 124 -44 104Z',
      darker(top, 0.1),
    ) +
    path('M-16 98C-10 108 10 108 16 98L12 92H-12Z', under) +
    line('M-13 112V150M13 112V144', lighter(top, 0.6), 3),
  stripes: ({ top, under }) =>
    clipped(
      'torso',
      torso,
      ...[118, 142, 166, 190, 214, 238].map((y) =>
        line(`M-120 ${y + 4}C-60 ${y - 4} 60 ${y - 4} 120 ${y + 4}`, under, 8),
      ),
    ) + round(top),
  dungarees: ({ top, under }) =>
    clipped(
      'torso',
      torso,
      path('M-50 160C-20 154 20 154 50 160L62 260H-62Z', under),
      mirrored(path('M-50 164L-40 100L-26 96L-32 162Z', under)),
    ) +
    mirrored(oval(-39, 166, 5, 5, '#E9C57A')) +
    rect(-18, 182, 36, 30, darker(under, 0.12), { round: 5 }) +
    line('M-24 92C-14 108 14 108 24 92', darker(top, 0.14), 4),
  vneck: ({ top, under }) =>
    path('M-21 86L0 132L21 86L17 82H-17Z', under) + line('M-23 88L0 134L23 88', darker(top, 0.18), 5),
  jacket: ({ top, under }) =>
    path(open, under) +
    mirrored(path('M-20 82L-44 100L-40 140L-24 168C-28 130 -26 104 -16 92Z', lighter(top, 0.12))) +
    line('M-25 166L-24 260M25 166L24 260', darker(top, 0.24), 2.6) +
    rect(44, 176, 30, 5, darker(top, 0.22), { round: 2 }),
  checks: ({ top, under, skin }) =>
    clipped(
      'torso',
      torso,
      ...[-96, -72, -48, -24, 0, 24, 48, 72, 96].map((x) =>
        rect(x - 4, 80, 8, 190, under, { opacity: 0.45 }),
      ),
      ...[112, 136, 160, 184, 208, 232, 256].map((y) => rect(-120, y - 4, 240, 8, under, { opacity: 0.45 })),
    ) +
    path('M-19 84L0 118L19 84Z', skin) +
    mirrored(path('M-20 80L-32 98L-15 120L1 112Z', lighter(top, 0.16))),
}

/** The upper body with its garment, lit from the upper left. */
export const drawTorso = (style: ClothesStyle, worn: Worn): string =>
  path(torso, worn.top) +
  clipped(
    'sleeve',
    torso,
    path('M70 100C116 120 120 170 118 262H84C88 200 88 150 70 100Z', darker(worn.top, 0.1)),
  ) +
  garments[style](worn) +
  sleeves(worn.top)

export const neckOf = ({ skin, shade }: Pick<Worn, 'skin' | 'shade'>): string =>
  path('M-19 34V86C-14 102 14 102 19 86V34Z', skin) + path('M-19 40V62C-6 74 10 72 19 58V40Z', shade)
