import { type Animal, lying, sitting, standing } from './animals.ts'
import { shadow } from './furniture.ts'
import { flowers, plant } from './plants.ts'
import { composed, type Setting, sceneWidth } from './scene.ts'
import { darker, lighter, line, mix, oval, path, place, rect } from './shapes.ts'
import { houseRow, leaves, skyOf, sunAndClouds, tree } from './views.ts'

const grass = '#9BBF84'

/** Sky, what is seen behind the garden, and the lawn from `horizon` down. */
function outdoors({ hour, houses, view, random }: Setting, horizon: number): string {
  const behind =
    view === 'trees'
      ? [80, 260, 430, 620, 800, 960]
          .map((x) => tree(x, horizon + 20, random.between(210, 330), random.pick(leaves), random))
          .join('')
      : houseRow(sceneWidth, horizon + 10, [90, 170], [110, 170], houses, hour, random)
  return [
    skyOf('garden', [0, 0, sceneWidth, horizon + 20], hour),
    sunAndClouds(hour, random),
    behind,
    rect(0, horizon, sceneWidth, 768 - horizon, grass),
    ...[0, 1, 2, 3, 4, 5].map((stripe) =>
      path(
        `M${stripe * 200 - 60} ${horizon}H${stripe * 200 + 30}L${stripe * 260 - 60} 768H${stripe * 260 - 210}Z`,
        lighter(grass, 0.12),
        0.7,
      ),
    ),
  ].join('')
}

const tuft = (x: number, y: number) =>
  line(
    `M${x - 8} ${y}L${x - 11} ${y - 14}M${x} ${y}V${y - 18}M${x + 8} ${y}L${x + 12} ${y - 13}`,
    darker(grass, 0.2),
    3.4,
    0.8,
  )
const tufts = ({ random }: Setting, from: number) =>
  Array.from({ length: 9 }, () => tuft(random.between(30, 990), random.between(from, 750))).join('')

function fence(y: number, { palette, random }: Setting): string {
  const colour = random.pick(['#F4EFE3', lighter(palette.wood, 0.2), mix(palette.seat, '#F4EFE3', 0.6)])
  return [
    rect(0, y - 84, sceneWidth, 12, darker(colour, 0.1)),
    rect(0, y - 36, sceneWidth, 12, darker(colour, 0.1)),
    ...Array.from({ length: 22 }, (_, index) =>
      path(
        `M${index * 48 + 4} ${y}V${y - 104}L${index * 48 + 21} ${y - 122}L${index * 48 + 38} ${y - 104}V${y}Z`,
        colour,
      ),
    ),
  ].join('')
}

const ball = (x: number, y: number, colour: string) =>
  shadow(x, y + 18, 20, 6) +
  oval(x, y, 20, 20, colour) +
  line(`M${x - 16} ${y - 6}C${x - 4} ${y + 2} ${x + 6} ${y + 2} ${x + 16} ${y - 6}`, lighter(colour, 0.5), 3)

const grounded = (
  animal: Animal | undefined,
  x: number,
  y: number,
  scale: number,
  draw: (animal: Animal) => string,
  across: 1 | -1 = 1,
) => (animal ? shadow(x, y, 96 * scale, 13) + place({ x, y, scale, across }, draw(animal)) : '')

const kennel = (x: number, y: number, { wood, accent }: Setting['palette']) =>
  place(
    { x, y },
    shadow(0, 2, 120, 14),
    rect(-92, -130, 184, 130, lighter(wood, 0.2)),
    line('M-92 -98H92M-92 -66H92M-92 -34H92', wood, 3, 0.6),
    path('M-44 0V-62C-44 -112 44 -112 44 -62V0Z', darker(wood, 0.5)),
    path('M-118 -122L0 -212L118 -122L104 -106L0 -184L-104 -106Z', accent),
    path('M-92 -124L0 -192L92 -124Z', lighter(wood, 0.2)),
    oval(0, -146, 14, 14, '#FBF6EC'),
  )

/** A fenced lawn with a tree and room to run. */
export function lawn(setting: Setting): string {
  const { palette, animals, random } = setting
  const [first, second] = animals
  return composed(
    setting,
    outdoors(setting, 400),
    fence(424, setting),
    flowers(20, 450, 400, random),
    flowers(600, 450, 400, random),
    random.chance(0.55) ? kennel(800, 540, palette) : bush(820, 520, setting),
    tree(150, 590, 480, random.pick(leaves), random),
    tufts(setting, 520),
    grounded(second, 330, 610, 0.9, sitting),
    ball(720, 690, palette.accent),
    grounded(first, 520, 706, 1.24, random.chance(0.5) ? standing : sitting),
  )
}

function bush(x: number, y: number, { random }: Setting): string {
  const leaf = random.pick(leaves)
  return (
    shadow(x, y + 4, 130, 14) +
    oval(x - 70, y - 40, 66, 50, darker(leaf, 0.08)) +
    oval(x + 70, y - 44, 70, 54, darker(leaf, 0.12)) +
    oval(x, y - 66, 84, 74, leaf) +
    [
      [-40, -90],
      [10, -110],
      [44, -60],
      [-70, -40],
      [80, -56],
      [0, -50],
    ]
      .map(([dx = 0, dy = 0]) => oval(x + dx, y + dy, 9, 9, '#F4E4D6'))
      .join('')
  )
}

/** A paved terrace with a table, before the lawn. */
export function terrace(setting: Setting): string {
  const { palette, animals, random } = setting
  const { wood, accent, trim } = palette
  const [first, second] = animals
  return composed(
    setting,
    outdoors(setting, 380),
    fence(400, setting),
    bush(420, 440, setting),
    tree(880, 500, 400, random.pick(leaves), random),
    path('M0 560H1024V768H0Z', '#D9CBB4'),
    line(
      'M0 606H1024M0 672H1024M120 560L40 768M330 560L290 768M540 560L540 768M750 560L790 768M950 560L1030 768',
      '#C6B599',
      3,
    ),
    rect(0, 0, 236, 600, palette.wall),
    rect(36, 130, 160, 470, trim),
    rect(50, 144, 132, 452, mix('#BFDDE6', palette.wall, 0.2)),
    rect(112, 144, 8, 452, trim),
    path('M50 300L182 180V144H50Z', '#FFFFFF', 0.3),
    parasol(620, 620, palette),
    rect(500, 520, 240, 16, wood, { round: 8 }),
    line('M540 534L524 640M700 534L716 640', darker(wood, 0.1), 10),
    oval(590, 510, 26, 10, '#F4EFE3') +
      oval(590, 504, 16, 9, '#C9553F') +
      rect(650, 480, 26, 40, '#A8CFDB', { round: 4 }),
    place({ x: 290, y: 640, scale: 1.1 }, plant('#C4703D', random)),
    place({ x: 960, y: 690, scale: 1.35 }, plant(accent, random)),
    grounded(first, 420, 720, 1.25, lying),
    grounded(second, 800, 716, 1.06, sitting),
  )
}

const parasol = (x: number, y: number, { accent, trim }: Setting['palette']) =>
  place(
    { x, y },
    shadow(0, 20, 150, 18),
    rect(-5, -420, 10, 430, '#8A6A4C'),
    path('M-240 -330C-200 -440 -90 -470 0 -470C90 -470 200 -440 240 -330Z', accent),
    path('M-130 -330C-110 -440 -50 -468 0 -470C-20 -440 -40 -400 -44 -330Z', trim),
    path('M130 -330C110 -440 50 -468 0 -470C20 -440 40 -400 44 -330Z', trim),
  )

/** A small pond among stones and reeds. */
export function pond(setting: Setting): string {
  const { palette, animals, random, hour } = setting
  const [first, second] = animals
  const water = mix(hour.sky[0], '#6FA9BD', 0.6)
  const reeds = [0, 1, 2, 3, 4]
    .map(
      (reed) =>
        line(
          `M${700 + reed * 22} 600C${698 + reed * 22} 540 ${706 + reed * 22} 500 ${694 + reed * 26} ${440 - (reed % 3) * 24}`,
          '#5E8C6E',
          5,
        ) + (reed % 2 ? '' : rect(688 + reed * 26, 430 - (reed % 3) * 24, 12, 44, '#7A5236', { round: 6 })),
    )
    .join('')
  const stones = Array.from({ length: 15 }, (_, index) => {
    const angle = (index / 15) * Math.PI * 2
    return oval(
      600 + Math.cos(angle) * 310,
      640 + Math.sin(angle) * 78,
      random.between(22, 36),
      random.between(13, 20),
      mix('#B9B2A6', '#8F8A80', random.next()),
    )
  }).join('')
  return composed(
    setting,
    outdoors(setting, 400),
    fence(424, setting),
    bush(140, 480, setting),
    tree(910, 540, 440, random.pick(leaves), random),
    bench(330, 530, palette.wood),
    oval(600, 640, 310, 78, water),
    oval(560, 622, 190, 30, lighter(water, 0.3), 0.6),
    stones,
    ...[
      [520, 650],
      [660, 676],
      [700, 628],
    ].map(([x = 0, y = 0]) => oval(x, y, 36, 12, '#7A9A5E') + oval(x + 4, y - 8, 11, 9, '#F1C9CF')),
    reeds,
    tufts(setting, 560),
    grounded(second, 420, 540, 0.62, lying),
    grounded(first, 200, 716, 1.2, sitting),
  )
}

export const bench = (x: number, y: number, wood: string) =>
  place(
    { x, y },
    shadow(0, 4, 140, 12),
    line('M-110 0V-60M110 0V-60', darker(wood, 0.2), 10),
    rect(-130, -66, 260, 14, wood, { round: 6 }),
    rect(-130, -132, 260, 18, wood, { round: 6 }),
    rect(-130, -104, 260, 18, wood, { round: 6 }),
    line('M-116 -58V-130M116 -58V-130', darker(wood, 0.2), 9),
  )

/** A lawn between houses that the neighbours share. */
export function courtyard(setting: Setting): string {
  const { palette, animals, random, hour, houses } = setting
  const [first, second] = animals
  return composed(
    setting,
    skyOf('garden', [0, 0, sceneWidth, 400], hour),
    sunAndClouds(hour, random),
    houseRow(sceneWidth, 440, [250, 320], [190, 240], houses, hour, random),
    rect(0, 430, sceneWidth, 24, darker(random.pick(leaves), 0.06), { round: 10 }),
    rect(0, 446, sceneWidth, 330, grass),
    path('M430 446H560L760 768H300Z', '#DCCDB2'),
    flowers(20, 470, 360, random),
    flowers(640, 470, 360, random),
    line('M90 320V520M930 320V520M90 330C330 372 690 372 930 330', '#8A7A66', 5),
    ...[
      [220, 350, '#F4EFE3'],
      [330, 358, palette.accent],
      [720, 357, palette.seat],
      [826, 346, '#F4EFE3'],
    ].map(([x, y, colour]) => rect(Number(x), Number(y), 70, 88, String(colour), { round: 3 })),
    bench(210, 580, palette.wood),
    tree(880, 610, 360, random.pick(leaves), random),
    tufts(setting, 560),
    grounded(second, 300, 700, 0.98, lying),
    grounded(first, 600, 716, 1.22, random.chance(0.5) ? standing : sitting),
  )
}
