import { drawHair } from './hair.ts'
import type { Beard, FaceShape, Glasses, Look, Smile } from './look.ts'
import { dark, darker, group, line, mirrored, oval, path, white } from './shapes.ts'

/** −1 looks to the left, 1 to the right. */
export type Turn = -1 | 0 | 1

const faces: Record<FaceShape, string> = {
  oval: 'M-45 -14C-45 -60 45 -60 45 -14C45 4 44 16 41 26C35 48 18 61 0 61C-18 61 -35 48 -41 26C-44 16 -45 4 -45 -14Z',
  round:
    'M-46 -12C-46 -60 46 -60 46 -12C47 6 46 20 42 30C34 50 18 58 0 58C-18 58 -34 50 -42 30C-46 20 -47 6 -46 -12Z',
  square:
    'M-45 -14C-45 -60 45 -60 45 -14C45 6 45 20 43 32C38 50 20 61 0 61C-20 61 -38 50 -43 32C-45 20 -45 6 -45 -14Z',
  heart:
    'M-46 -14C-46 -60 46 -60 46 -14C46 2 44 14 40 24C32 46 14 61 0 61C-14 61 -32 46 -40 24C-44 14 -46 2 -46 -14Z',
}
/** A higher forehead for those without hair above it. */
const skull = 'M-45 -8C-46 -78 46 -78 45 -8Z'

const beards: Record<Beard, (colour: string) => string> = {
  none: () => '',
  stubble: (colour) => path(jaw, colour, 0.28),
  full: (colour) => path(jaw, colour),
  goatee: (colour) =>
    path('M-15 46C-10 40 10 40 15 46C15 58 8 66 0 66C-8 66 -15 58 -15 46Z', colour) +
    line('M-12 27C-6 23 6 23 12 27', colour, 4.5),
  moustache: (colour) =>
    path('M0 24C8 20 20 22 23 31C14 31 6 32 0 30C-6 32 -14 31 -23 31C-20 22 -8 20 0 24Z', colour),
}
const jaw =
  'M-46 2C-45 40 -32 70 0 71C32 70 45 40 46 2C42 14 38 22 28 24C14 20 -14 20 -28 24C-38 22 -42 14 -46 2Z'
/** Beards that cover the whole jaw, and so stay with the face when the features turn. */
const jawBeards: readonly Beard[] = ['stubble', 'full']

const smiles: Record<Smile, (lip: string) => string> = {
  closed: (lip) => line('M-13 36C-8 43 8 43 13 36', lip, 3.6),
  open: (lip) =>
    path('M-14 34C-6 36.5 6 36.5 14 34C14 43 8 48 0 48C-8 48 -14 43 -14 34Z', darker(lip, 0.25)) +
    path('M-12.6 35.2C-6 37 6 37 12.6 35.2C12 39.5 9 41 0 41C-9 41 -12 39.5 -12.6 35.2Z', white),
  lopsided: (lip) => line('M-11 38C-4 43 8 42 14 34', lip, 3.6),
}

const glasses: Record<Glasses, (frame: string) => string> = {
  none: () => '',
  round: (frame) =>
    mirrored(
      `<circle cx="-18" cy="3" r="13.5" fill="#FFFFFF" fill-opacity="0.12" stroke="${frame}" stroke-width="3"/>`,
    ) + line('M-4.5 1C-2 -2 2 -2 4.5 1', frame, 3),
  square: (frame) =>
    mirrored(
      `<rect x="-32.5" y="-9" width="28" height="22" rx="6" fill="#FFFFFF" fill-opacity="0.12" stroke="${frame}" stroke-width="3.4"/>`,
    ) + line('M-4.5 -1C-2 -3 2 -3 4.5 -1', frame, 3.2),
  fine: (frame) =>
    mirrored(
      `<rect x="-31" y="-6" width="25" height="18" rx="9" fill="#FFFFFF" fill-opacity="0.12" stroke="${frame}" stroke-width="2"/>`,
    ) + line('M-6 1C-2 -2 2 -2 6 1', frame, 2),
}

const eye = (x: number) => oval(x, 3, 4.2, 5, dark) + oval(x + 1.4, 1, 1.5, 1.5, white)
const lines = (shade: string) =>
  mirrored(line('M-32 8L-37 11M-33 3L-38 3', shade, 2), line('M-22 26C-25 31 -25 36 -23 40', shade, 2))
const freckles = (shade: string) =>
  mirrored(
    [
      [-26, 16],
      [-20, 19],
      [-31, 20],
      [-14, 16],
    ]
      .map(([x = 0, y = 0]) => oval(x, y, 1.5, 1.5, shade))
      .join(''),
  )

function features(look: Look, turn: Turn): string {
  const { shade, blush, lip, hairColour, smile, age } = look
  const brow = darker(hairColour, age === 'older' ? 0.12 : 0.2)
  const nose =
    turn === 0
      ? line('M-4 19C-2 23 3 23 5 19', shade, 3.4)
      : line(`M${turn * 1} 6C${turn * 8} 14 ${turn * 9} 22 ${turn * -1} 21`, shade, 3.2)
  return [
    mirrored(oval(-27, 20, 9, 6.5, blush, 0.5)),
    look.freckles ? freckles(shade) : '',
    age === 'older' ? lines(shade) : '',
    mirrored(line('M-26 -12C-22 -16 -14 -16 -10 -13', brow, 3.6)),
    eye(-18),
    eye(18),
    nose,
    jawBeards.includes(look.beard) ? '' : beards[look.beard](darker(hairColour, 0.06)),
    smiles[smile](look.beard === 'full' ? '#B5685A' : lip),
  ].join('')
}

export type Head = { behind: string; front: string }

/** The head around 0, 0 in two layers, between which the body is drawn. */
export function drawHead(look: Look, turn: Turn = 0): Head {
  const { skin, shade, side } = look
  const hair = drawHair(look.hair, look.hairColour, look.under)
  const covered = look.hair === 'headscarf'
  const ear = (x: number) =>
    oval(x, 6, 8, 11, skin) +
    oval(x, 7, 4, 6, shade, 0.7) +
    (look.earrings ? oval(x, 20, 3.4, 3.4, look.earrings) : '')
  const ears = covered ? [] : [-1, 1].filter((x) => x !== turn).map((x) => ear(x * 45))
  const mirror = (drawing: string) => group(`scale(${side} 1)`, drawing)
  const tilt = (...parts: string[]) => group(`rotate(${turn * 4})`, ...parts)
  return {
    behind: tilt(mirror(hair.behind)),
    front: tilt(
      ...ears,
      look.hair === 'bald' ? path(skull, skin) : '',
      path(faces[look.face], skin),
      jawBeards.includes(look.beard) ? beards[look.beard](darker(look.hairColour, 0.06)) : '',
      group(`translate(${turn * 7} 0)`, features(look, turn)),
      mirror(hair.over),
      group(`translate(${turn * 7} 0)`, glasses[look.glasses](look.frame)),
      look.glasses === 'none' || covered ? '' : sides(turn, look.frame),
    ),
  }
}

/** The arms of the glasses, which reach to the ears. */
const sides = (turn: Turn, frame: string) =>
  [-1, 1]
    .filter((x) => x !== turn)
    .map((x) => line(`M${x * 32 + turn * 7} 0L${x * 44} 1`, frame, 2.4))
    .join('')
