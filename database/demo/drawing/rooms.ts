import { lying, sitting } from './animals.ts'
import {
  armchair,
  bookcase,
  floorLamp,
  frame,
  pendant,
  petBed,
  rug,
  shadow,
  sideTable,
  sofa,
} from './furniture.ts'
import type { Palette } from './palettes.ts'
import { flowers, hangingPlant, plant } from './plants.ts'
import { darker, lighter, line, mix, oval, path, place, rect } from './shapes.ts'
import { composed, type Setting, sceneWidth } from './scene.ts'
import { type Box, drawView } from './views.ts'

const ground = 560

/** Wall, floor with boards or tiles, and skirting board. */
function shell({ palette: { wall, trim, floor }, random }: Setting, hasTiles = false): string {
  const joint = darker(floor, 0.12)
  const pattern = hasTiles
    ? [600, 652, 712].map((y) => line(`M0 ${y}H1024`, joint, 3)).join('') +
      [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5]
        .map((x) => line(`M${512 + x * 104} 560L${512 + x * 178} 768`, joint, 3))
        .join('')
    : [588, 626, 672, 726].map((y) => line(`M0 ${y}H1024`, joint, 2.4, 0.8)).join('') +
      [588, 626, 672]
        .flatMap((y, row) =>
          [0, 1, 2, 3].map((x) =>
            line(
              `M${(x * 290 + row * 130 + 60) % 1024} ${y}V${y + (row === 0 ? 38 : row === 1 ? 46 : 54)}`,
              joint,
              2.4,
              0.8,
            ),
          ),
        )
        .join('')
  const papered = random.chance(0.3)
    ? Array.from({ length: 16 }, (_, index) =>
        rect(index * 68 + 20, 0, 26, ground, lighter(wall, 0.16), { opacity: 0.6 }),
      ).join('')
    : ''
  return [
    rect(0, 0, sceneWidth, ground, wall),
    papered,
    rect(0, ground, sceneWidth, 208, floor),
    pattern,
    rect(0, ground - 22, sceneWidth, 22, trim),
    rect(0, ground - 4, sceneWidth, 4, darker(trim, 0.16)),
  ].join('')
}

/** A window with its view, curtains or none, and a sill. */
function windowOf(
  [x, y, width, height]: Box,
  { palette: { trim, cushion, seat }, hour, houses, view, random }: Setting,
  hasCurtains = true,
): string {
  const curtain = random.pick([lighter(cushion, 0.4), mix(seat, '#FFFFFF', 0.6), '#F6EEDF'])
  const panes = [rect(x + width / 2 - 5, y, 10, height, trim), rect(x, y + height * 0.36, width, 8, trim)]
  const drape = (left: number, mirror: 1 | -1) =>
    place(
      { x: left, y: y - 26, across: mirror },
      path(
        `M0 0H66C60 ${height * 0.4} 52 ${height * 0.7} 58 ${height + 60}H-8C-2 ${height * 0.6} 0 ${height * 0.3} 0 0Z`,
        curtain,
      ),
      line(
        `M18 8C16 ${height * 0.5} 12 ${height * 0.8} 14 ${height + 50}M40 8C38 ${height * 0.5} 32 ${height * 0.8} 36 ${height + 50}`,
        darker(curtain, 0.12),
        3,
      ),
    )
  return [
    rect(x - 14, y - 14, width + 28, height + 28, trim, { round: 4 }),
    drawView('window', [x, y, width, height], view, houses, hour, random),
    ...panes,
    rect(x - 26, y + height + 8, width + 52, 16, trim, { round: 4 }),
    rect(x - 26, y + height + 20, width + 52, 5, darker(trim, 0.2)),
    ...(hasCurtains
      ? [
          rect(x - 70, y - 36, width + 140, 9, '#8A6A4C', { round: 4 }),
          drape(x - 44, 1),
          drape(x + width + 44, -1),
        ]
      : []),
  ].join('')
}

/** Light from the window on the floor. */
const sunbeam = ({ hour }: Setting, x: number): string =>
  hour.isDusk ? '' : path(`M${x} 590L${x + 230} 590L${x + 370} 752H${x + 30}Z`, hour.sun, 0.34)

export function livingRoom(setting: Setting): string {
  const { palette, hour, animals, random } = setting
  const [first, second] = animals
  return composed(
    setting,
    shell(setting),
    windowOf([104, 84, 280, 316], setting),
    frame(596, 84, 132, palette, random),
    frame(752, 112, 100, palette, random),
    place(
      { x: 938, y: ground + 20, scale: 1.22 },
      random.chance(0.5) ? bookcase(palette, random) : plant(palette.accent, random),
    ),
    place({ x: 482, y: ground + 22, scale: 1.12 }, floorLamp(palette, hour.isDusk)),
    rug(580, 690, 400, palette.rug, random),
    sunbeam(setting, 350),
    place({ x: 696, y: ground + 62, scale: 1.2 }, sofa(palette, random)),
    second ? place({ x: 672, y: ground - 40, scale: 0.9 }, lying(second)) : '',
    place({ x: 54, y: ground + 44, scale: 1.36 }, plant(palette.cushion, random)),
    place({ x: 290, y: 724, scale: 1.24 }, petBed(palette, first)),
  )
}

/** A wide window with a cushioned seat below it. */
export function windowSeat(setting: Setting): string {
  const { palette, animals, random } = setting
  const [first, second] = animals
  const { seat, cushion, accent, trim, wood } = palette
  return composed(
    setting,
    shell(setting),
    windowOf([250, 64, 540, 330], setting),
    place({ x: 905, y: 30, scale: 1.2 }, hangingPlant(accent, random)),
    rect(196, 452, 650, 132, trim, { round: 8 }),
    ...[212, 426, 640].map(
      (x) =>
        rect(x, 480, 190, 88, darker(trim, 0.06), { round: 6 }) + oval(x + 95, 524, 9, 6, darker(wood, 0.1)),
    ),
    rect(184, 424, 674, 46, seat, { round: 18 }),
    rect(184, 452, 674, 14, darker(seat, 0.14), { round: 7 }),
    place(
      { x: 262, y: 424, turn: -9 },
      rect(-52, -94, 104, 98, cushion, { round: 20 }),
      line('M-30 -34H30M-30 -50H30', darker(cushion, 0.14), 3),
    ),
    place({ x: 352, y: 428, turn: 6 }, rect(-44, -78, 88, 80, lighter(accent, 0.16), { round: 18 })),
    place(
      { x: 620, y: 430, scale: 1.1 },
      first?.species === 'cat' ? sitting(first) : first ? lying(first) : '',
    ),
    rect(770, 398, 64, 12, '#B9472F', { round: 3 }),
    rect(776, 386, 56, 12, '#E7D6B8', { round: 3 }),
    rect(772, 374, 52, 12, '#3F6285', { round: 3 }),
    rug(500, 684, 350, palette.rug, random),
    sunbeam(setting, 400),
    place({ x: 92, y: ground + 70, scale: 1.5 }, plant(cushion, random)),
    second ? place({ x: 390, y: 712, scale: 1.02 }, lying(second)) : basketOfToys(690, 708, palette),
  )
}

function basketOfToys(x: number, y: number, { wood, accent, cushion }: Palette): string {
  return place(
    { x, y },
    shadow(0, 2, 84, 12),
    oval(-30, -74, 26, 26, accent),
    oval(22, -70, 22, 22, '#C9D86A'),
    line('M-2 -78C20 -104 50 -96 58 -76', lighter(cushion, 0.3), 15),
    path('M-78 -66H78L66 0H-66Z', lighter(wood, 0.3)),
    line('M-72 -44H72M-68 -22H68', darker(wood, 0.06), 4, 0.6),
  )
}

/** Food and water bowls on a mat at x, y. */
const bowls = (x: number, y: number, { accent, rug: mat }: Palette): string =>
  place(
    { x, y },
    rect(-150, -20, 300, 50, lighter(mat, 0.16), { round: 24 }),
    ...[-66, 66].map(
      (at, index) =>
        oval(at, -22, 50, 12, darker(accent, 0.2)) +
        oval(at, -20, 42, 9, index === 0 ? '#8A5A38' : '#A8CFDB') +
        path(
          `M${at - 50} -22C${at - 50} -10 ${at + 50} -10 ${at + 50} -22L${at + 60} 10H${at - 60}Z`,
          accent,
        ),
    ),
  )

export function kitchen(setting: Setting): string {
  const { palette, hour, animals, random } = setting
  const { wood, wall, accent, seat } = palette
  const unit = random.pick([mix(seat, wall, 0.25), mix(seat, '#FFFFFF', 0.4), '#F3EBDC'])
  const top = lighter(wood, 0.24)
  const [first] = animals
  const cupboards = [330, 466, 602, 738].map(
    (x, index) =>
      rect(x, 404, 126, 164, darker(unit, index % 2 ? 0.03 : 0)) +
      rect(x + 12, 418, 102, 138, lighter(unit, 0.1), { round: 6 }) +
      rect(x + 50, 432, 26, 7, wood, { round: 3 }),
  )
  const tiles = Array.from({ length: 28 }, (_, index) =>
    rect(
      330 + (index % 14) * 50 + 2,
      286 + Math.floor(index / 14) * 50 + 2,
      46,
      46,
      lighter(wall, index % 3 === 0 ? 0.5 : 0.4),
      { round: 3 },
    ),
  )
  return composed(
    setting,
    shell(setting, true),
    ...tiles,
    windowOf([420, 70, 260, 200], setting, false),
    rect(326, 560, 700, 18, darker(wood, 0.4)),
    ...cupboards,
    rect(866, 404, 160, 164, '#EDE9E0'),
    rect(886, 446, 118, 92, '#4B4744', { round: 8 }),
    rect(886, 424, 118, 8, '#A49C90', { round: 4 }),
    rect(316, 386, 710, 22, top, { round: 5 }),
    place({ x: 720, y: 386 }, line('M-20 -4V-46C-20 -66 18 -66 18 -42', '#A49C90', 8)),
    place({ x: 376, y: 388, scale: 0.72 }, plant(accent, random)),
    rect(780, 236, 244, 12, wood, { round: 4 }),
    ...[800, 846, 892, 938, 984].map(
      (x, index) =>
        rect(x, 196, 32, 40, random.pick(['#F4EAD8', '#E3B45C', '#B9713F', '#8FA987', '#D9CBB0']), {
          round: 7,
        }) + rect(x + 3, 188, 26, 10, index % 2 ? wood : accent, { round: 3 }),
    ),
    rect(0, 150, 214, 420, '#EDE7DA', { round: 14 }),
    rect(0, 300, 214, 5, '#CFC6B6'),
    rect(186, 226, 9, 60, '#A49C90', { round: 4 }),
    rect(186, 326, 9, 90, '#A49C90', { round: 4 }),
    rect(60, 196, 62, 52, '#FBF6EC', { round: 3 }) +
      oval(91, 226, 12, 10, accent) +
      [-14, -5, 5, 14].map((dx) => oval(91 + dx, 210, 4, 5, accent)).join(''),
    pendant(610, 20, palette, hour.isDusk),
    sunbeam(setting, 420),
    bowls(640, 690, palette),
    first ? place({ x: 386, y: 716, scale: 1.12 }, sitting(first)) : '',
  )
}

/** Hooks with coats and leads above a bench, beside the front door. */
export function hallway(setting: Setting): string {
  const { palette, hour, houses, animals, random } = setting
  const { wood, accent, seat, cushion, trim, rug: mat } = palette
  const door = random.pick(houses.doors)
  const lead = (x: number, colour: string) =>
    line(
      `M${x} 222C${x - 26} 300 ${x - 22} 372 ${x - 4} 372C${x + 20} 372 ${x + 18} 300 ${x + 4} 224`,
      colour,
      6,
    ) + rect(x - 8, 366, 14, 20, '#A49C90', { round: 5 })
  const coat = (x: number, colour: string) =>
    path(`M${x - 20} 226L${x + 20} 226L${x + 48} 272L${x + 40} 410H${x - 40}L${x - 48} 272Z`, colour) +
    line(`M${x} 236V408M${x - 30} 290L${x - 34} 392M${x + 30} 290L${x + 34} 392`, darker(colour, 0.2), 3)
  const boot = (x: number, colour: string) =>
    path(`M${x} 556V600H${x + 58}C${x + 58} 584 ${x + 36} 582 ${x + 34} 574V556Z`, colour) +
    rect(x, 520, 34, 60, colour, { round: 5 }) +
    rect(x, 520, 34, 9, lighter(colour, 0.3), { round: 3 })
  const [first, second] = animals
  return composed(
    setting,
    shell(setting, random.chance(0.5)),
    rect(76, 96, 270, 474, trim, { round: 6 }),
    rect(98, 118, 226, 452, door, { round: 4 }),
    drawView('door', [128, 146, 166, 150], random.pick(['city', 'trees']), houses, hour, random),
    rect(206, 146, 9, 150, door),
    rect(122, 330, 84, 110, darker(door, 0.14), { round: 6 }),
    rect(218, 330, 84, 110, darker(door, 0.14), { round: 6 }),
    rect(122, 462, 180, 86, darker(door, 0.14), { round: 6 }),
    oval(306, 356, 10, 10, '#E3C37A'),
    oval(212, 590, 150, 16, mat),
    rect(440, 204, 480, 20, wood, { round: 6 }),
    ...[476, 566, 656, 746, 836, 896].map((x) => oval(x, 224, 7, 7, darker(wood, 0.3))),
    coat(500, seat),
    lead(584, accent),
    lead(640, '#1F4D3F'),
    coat(736, cushion),
    lead(836, '#3F6285'),
    frame(470, 70, 84, palette, random),
    frame(590, 60, 96, palette, random),
    frame(722, 76, 80, palette, random),
    shadow(680, 612, 250, 14),
    rect(462, 586, 14, 34, darker(wood, 0.1)),
    rect(880, 586, 14, 34, darker(wood, 0.1)),
    boot(520, '#3F6F57'),
    boot(592, '#3F6F57'),
    boot(700, '#B9713F'),
    boot(770, '#B9713F'),
    rect(440, 486, 480, 26, wood, { round: 8 }),
    rect(462, 510, 14, 100, darker(wood, 0.1)),
    rect(880, 510, 14, 100, darker(wood, 0.1)),
    place({ x: 960, y: ground + 60, scale: 1.3 }, plant(accent, random)),
    sunbeam(setting, 150),
    first ? place({ x: 330, y: 726, scale: 1.2 }, sitting(first)) : '',
    second
      ? place({ x: 640, y: 730, scale: 1.05 }, second.species === 'cat' ? lying(second) : sitting(second))
      : '',
  )
}

/** An armchair among books. */
export function readingCorner(setting: Setting): string {
  const { palette, hour, animals, random } = setting
  const [first, second] = animals
  return composed(
    setting,
    shell(setting),
    place({ x: 150, y: ground + 18, scale: 1.42 }, bookcase(palette, random)),
    place({ x: 400, y: ground + 18, scale: 1.42 }, bookcase(palette, random)),
    windowOf([650, 90, 250, 290], setting),
    place({ x: 566, y: ground + 30, scale: 1.24 }, floorLamp(palette, hour.isDusk)),
    rug(600, 690, 380, palette.rug, random),
    sunbeam(setting, 470),
    place({ x: 720, y: ground + 84, scale: 1.5 }, armchair(palette)),
    first
      ? place(
          { x: 724, y: ground - 50, scale: 0.92 },
          first.species === 'cat' ? sitting(first) : lying(first),
        )
      : '',
    place({ x: 930, y: ground + 92, scale: 1.2 }, sideTable(palette)),
    second
      ? place({ x: 330, y: 716, scale: 1.15 }, petBed(palette, second))
      : basketOfToys(300, 706, palette),
  )
}

/** A balcony over the roofs. */
export function balcony(setting: Setting): string {
  const { palette, hour, houses, animals, random } = setting
  const { trim, wood, accent, cushion, floor } = palette
  const [first, second] = animals
  const rail = random.chance(0.5) ? '#3A3A3C' : trim
  return composed(
    setting,
    drawView('balcony', [0, -40, sceneWidth, 640], 'city', houses, hour, random),
    rect(0, 560, sceneWidth, 208, mix(floor, '#D9CDBA', 0.5)),
    [604, 654, 716].map((y) => line(`M0 ${y}H1024`, darker(floor, 0.1), 2.4, 0.6)).join(''),
    ...Array.from({ length: 22 }, (_, index) => rect(20 + index * 46, 372, 7, 196, rail)),
    rect(0, 360, sceneWidth, 16, rail, { round: 6 }),
    rect(0, 556, sceneWidth, 14, rail),
    ...[170, 560].flatMap((x) => [
      flowers(x + 10, 372, 200, random),
      rect(x, 366, 220, 44, accent, { round: 8 }),
      rect(x, 366, 220, 10, darker(accent, 0.14), { round: 5 }),
    ]),
    path(`M1024 0V768H930C950 500 944 240 930 0Z`, lighter(cushion, 0.5)),
    line(
      'M966 0C974 260 978 500 960 768M996 0C1000 300 1002 520 996 768',
      darker(lighter(cushion, 0.5), 0.1),
      4,
    ),
    place({ x: 70, y: 650, scale: 1.5 }, plant('#C4703D', random)),
    place({ x: 830, y: 668, scale: 1.2 }, armchair({ ...palette, wood: darker(wood, 0.1) })),
    rug(420, 706, 250, palette.rug, random),
    first
      ? place({ x: 400, y: 716, scale: 1.22 }, first.species === 'cat' ? sitting(first) : lying(first))
      : '',
    second ? place({ x: 834, y: 560, scale: 0.74 }, second.species === 'cat' ? lying(second) : '') : '',
    place({ x: 646, y: 690, scale: 1.1 }, sideTable(palette)),
  )
}
