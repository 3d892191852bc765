import type { Random } from '../random.ts'
import { type Hour, type Houses } from './palettes.ts'
import { blend, darker, lighter, mix, oval, path, rect } from './shapes.ts'

/** A picture within a picture, of 400 × 300, which fills the box. */
const boxed = ([x, y, width, height]: Box, ...parts: readonly string[]) =>
  `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="0 0 400 300" preserveAspectRatio="xMidYMid slice">${parts.join('')}</svg>`
export type Box = readonly [x: number, y: number, width: number, height: number]

export type View = 'city' | 'trees' | 'river'

const lit = '#F9D98C'

/** Of a house whose door is seen. */
const doorHeight = 132

/** A house that stands on y = `base`, with its roof, a door if it is large, and windows that are lit at dusk. */
export function house(
  [x, base, width, height]: Box,
  { walls, roof, gable, doors }: Houses,
  { isDusk, sky }: Hour,
  random: Random,
  isNear = false,
): string {
  const wall = isDusk ? mix(random.pick(walls), '#3A3560', 0.3) : random.pick(walls)
  const [top, middle] = [base - height, x + width / 2]
  const roofs = {
    pitched: path(
      `M${x - width * 0.06} ${top}L${x + width * 0.12} ${top - width * 0.26}H${x + width * 0.88}L${x + width * 1.06} ${top}Z`,
      roof,
    ),
    stepped:
      path(
        `M${x} ${top}V${top - width * 0.16}H${x + width * 0.18}V${top - width * 0.34}H${x + width * 0.34}V${top - width * 0.5}H${x + width * 0.66}V${top - width * 0.34}H${x + width * 0.82}V${top - width * 0.16}H${x + width}V${top}Z`,
        wall,
      ) + oval(middle, top - width * 0.2, width * 0.09, width * 0.11, darker(wall, 0.3)),
    flat: rect(x - width * 0.04, top - width * 0.09, width * 1.08, width * 0.1, darker(wall, 0.24)),
  }
  const columns = width > 70 ? 3 : 2
  const gap = width / columns
  const rows = Math.max(1, Math.floor((height - (isNear ? doorHeight + 12 : 10)) / (gap * 1.35)))
  const glass = () =>
    isDusk && random.chance(0.5) ? lit : mix(sky[0], darker(wall, 0.5), isNear ? 0.35 : 0.5)
  const windows = Array.from({ length: rows * columns }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)]
    const [left, at] = [x + gap * (column + 0.26), top + gap * (0.35 + row * 1.35)]
    return (
      (isNear ? rect(left - gap * 0.06, at - gap * 0.06, gap * 0.6, gap * 0.86, lighter(wall, 0.5)) : '') +
      rect(left, at, gap * 0.48, gap * 0.74, glass()) +
      (isNear ? rect(left, at + gap * 0.34, gap * 0.48, gap * 0.05, lighter(wall, 0.5)) : '')
    )
  })
  const door = isNear
    ? rect(x + gap * 0.16, base - doorHeight, gap * 0.68, doorHeight, lighter(wall, 0.5), { round: 4 }) +
      rect(x + gap * 0.23, base - doorHeight + 8, gap * 0.54, doorHeight - 8, random.pick(doors), {
        round: 4,
      }) +
      oval(x + gap * 0.67, base - doorHeight * 0.46, 3.5, 3.5, '#E9C57A')
    : ''
  return (
    rect(x, top, width, height, wall) +
    rect(x + width * 0.86, top, width * 0.14, height, darker(wall, 0.12)) +
    roofs[gable] +
    windows.join('') +
    door
  )
}

/** Distant towers between the houses of large cities. */
const skyline = (base: number, width: number, { sky }: Hour, random: Random) =>
  Array.from({ length: Math.ceil(width / 46) }, (_, index) => {
    const height = random.between(60, 150)
    const colour = mix(sky[1], '#6D7A83', random.between(0.25, 0.45))
    const wide = random.between(24, 40)
    return (
      rect(index * 46, base - height, wide, height, colour) +
      (random.chance(0.3) ? rect(index * 46 + wide / 2 - 1.5, base - height - 24, 3, 26, colour) : '')
    )
  }).join('')

export function houseRow(
  width: number,
  base: number,
  tall: readonly [number, number],
  wide: readonly [number, number],
  houses: Houses,
  hour: Hour,
  random: Random,
  isNear = false,
): string {
  const row: string[] = []
  for (let x = -10; x < width;) {
    const span = random.between(...wide)
    row.push(house([x, base, span, random.between(...tall)], houses, hour, random, isNear))
    x += span + (isNear ? 0 : random.pick([0, 0, 4]))
  }
  return row.join('')
}

export const skyOf = (name: string, box: Box, hour: Hour) => blend(`sky-${name}`, box, hour.sky)

const clouds = (hour: Hour, random: Random) =>
  Array.from({ length: 3 }, (_, index) => {
    const [x, y] = [60 + index * 130 + random.between(-30, 30), random.between(40, 90)]
    const colour = hour.isDusk ? mix(hour.sky[1], '#FFFFFF', 0.2) : '#FFFFFF'
    return `<g opacity="0.7">${oval(x, y, 40, 11, colour)}${oval(x + 18, y - 9, 24, 12, colour)}</g>`
  }).join('')

/** A tree whose trunk stands at x, y; `size` is its height. */
export function tree(x: number, y: number, size: number, leaf: string, random: Random): string {
  const crown = size * 0.34
  return [
    path(
      `M${x - size * 0.04} ${y}L${x - size * 0.025} ${y - size * 0.5}H${x + size * 0.025}L${x + size * 0.04} ${y}Z`,
      '#7A5A40',
    ),
    oval(x, y - size * 0.62, crown, crown * 1.06, leaf),
    oval(x - crown * 0.6, y - size * 0.5, crown * 0.62, crown * 0.58, darker(leaf, 0.1)),
    oval(x + crown * 0.62, y - size * 0.53, crown * 0.6, crown * 0.6, darker(leaf, 0.1)),
    oval(x - crown * 0.24, y - size * 0.76, crown * 0.5, crown * 0.44, lighter(leaf, 0.14)),
    ...(random.chance(0.3)
      ? [
          [-0.3, 0.5],
          [0.34, 0.62],
          [0.05, 0.44],
        ].map(([dx = 0, dy = 0]) =>
          oval(x + dx * crown * 1.6, y - size * dy - 8, size * 0.018, size * 0.018, '#E7A24B'),
        )
      : []),
  ].join('')
}

export const leaves = ['#7FA878', '#6F9C7A', '#94B47C', '#5E8C6E', '#A9B36C'] as const

const views: Record<View, (houses: Houses, hour: Hour, random: Random) => string> = {
  city: (houses, hour, random) =>
    (houses.towers
      ? skyline(220, 400, hour, random)
      : oval(280, 250, 240, 90, mix(hour.sky[1], '#7FA878', 0.45))) +
    houseRow(400, 250, [40, 90], [46, 74], houses, hour, random) +
    houseRow(400, 310, [50, 90], [60, 90], houses, hour, random),
  trees: (_houses, hour, random) =>
    oval(120, 290, 260, 90, mix(hour.sky[1], '#94B47C', 0.6)) +
    oval(340, 300, 220, 80, mix(hour.sky[1], '#7FA878', 0.75)) +
    [40, 130, 215, 300, 372]
      .map((x) => tree(x, 300, random.between(130, 220), random.pick(leaves), random))
      .join(''),
  river: (houses, hour, random) =>
    houseRow(400, 182, [16, 40], [26, 40], houses, hour, random) +
    rect(0, 180, 400, 130, mix(hour.sky[0], '#5E97AE', 0.6)) +
    [200, 226, 258]
      .map((y, index) =>
        rect(40 + index * 70, y, 150, 4, lighter(hour.sky[1], 0.3), { round: 2, opacity: 0.6 }),
      )
      .join('') +
    path('M230 206L262 206L256 216H238Z', '#FBF6EC') +
    path('M246 204V160L270 200Z', '#FBF6EC'),
}

/** For pictures out of doors, whose width is 1024. */
export const sunAndClouds = (hour: Hour, random: Random): string =>
  oval(random.between(650, 900), random.between(90, 150), 54, 54, hour.sun, 0.9) +
  `<g transform="translate(${random.between(0, 300)} 20) scale(1.7)">${clouds(hour, random)}</g>`

export const drawView = (
  name: string,
  box: Box,
  kind: View,
  houses: Houses,
  hour: Hour,
  random: Random,
): string =>
  boxed(
    box,
    skyOf(name, [0, 0, 400, 300], hour),
    oval(310, 70, 26, 26, hour.sun, 0.9),
    clouds(hour, random),
    views[kind](houses, hour, random),
  )
