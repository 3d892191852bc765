import { darker, lighter, line, mirrored, oval, path, rect } from './shapes.ts'
import type { Random } from '../random.ts'

const green = ['#4F7F5E', '#5E8C6E', '#3F6F57', '#7A9A5E'] as const

const pot = (colour: string) =>
  path('M-34 -62H34L26 0H-26Z', colour) + rect(-38, -70, 76, 16, darker(colour, 0.1), { round: 5 })

const leaf = (x: number, y: number, turn: number, length: number, width: number, colour: string) =>
  `<g transform="translate(${x} ${y}) rotate(${turn})">${path(`M0 0C${width} ${-length * 0.3} ${width} ${-length * 0.7} 0 ${-length}C${-width} ${-length * 0.7} ${-width} ${-length * 0.3} 0 0Z`, colour)}${line(`M0 0V${-length * 0.82}`, lighter(colour, 0.22), 2.4, 0.7)}</g>`

/** Plants whose pot stands on 0, 0. */
const kinds: readonly ((colour: string) => string)[] = [
  // Broad leaves on stems.
  (colour) =>
    line('M0 -60C-4 -110 -40 -120 -52 -150M0 -60C4 -120 34 -130 48 -166M0 -60V-180', darker(colour, 0.2), 5) +
    leaf(-48, -140, -42, 84, 34, colour) +
    leaf(46, -156, 36, 90, 36, darker(colour, 0.08)) +
    leaf(0, -170, -4, 96, 36, lighter(colour, 0.08)) +
    leaf(-20, -96, -70, 70, 28, darker(colour, 0.12)) +
    leaf(20, -100, 66, 74, 28, colour),
  // Upright blades.
  (colour) =>
    [-26, -14, 0, 14, 26]
      .map((turn, index) =>
        leaf(
          turn * 0.5,
          -58,
          turn * 0.7,
          150 - Math.abs(turn) * 2.2,
          17,
          index % 2 ? darker(colour, 0.1) : colour,
        ),
      )
      .join(''),
  // A small tree.
  (colour) =>
    line('M0 -60C6 -110 -6 -140 0 -190', '#7A5A40', 8) +
    oval(0, -226, 58, 54, colour) +
    oval(-38, -196, 34, 30, darker(colour, 0.1)) +
    oval(40, -200, 34, 32, darker(colour, 0.06)) +
    oval(-14, -244, 26, 20, lighter(colour, 0.16)),
  // Arching fern.
  (colour) =>
    mirrored(
      ...[20, 48, 76].map((turn) =>
        leaf(0, -60, turn, 118 - turn * 0.5, 16, turn === 48 ? darker(colour, 0.1) : colour),
      ),
    ) + leaf(0, -60, 0, 120, 16, lighter(colour, 0.1)),
]

export const plant = (potColour: string, random: Random): string =>
  random.pick(kinds)(random.pick(green)) + pot(potColour)

/** A pot that hangs from 0, 0. */
export const hangingPlant = (potColour: string, random: Random): string => {
  const colour = random.pick(green)
  return [
    line('M0 0L-24 74M0 0L24 74', '#8A7A66', 2.4),
    ...[-30, -16, 0, 18, 32].map(
      (x, index) =>
        line(`M${x * 0.5} 84C${x} 96 ${x * 1.5} 110 ${x * 1.4} ${140 + (index % 3) * 22}`, colour, 4) +
        [0, 1, 2]
          .map((step) =>
            oval(
              x * (1 + step * 0.18) + (step % 2 ? 7 : -7),
              104 + step * 18 + (index % 2) * 8,
              9,
              6,
              step % 2 ? darker(colour, 0.1) : colour,
            ),
          )
          .join(''),
    ),
    path('M-32 72H32C32 104 18 114 0 114C-18 114 -32 104 -32 72Z', potColour),
  ].join('')
}

/** Flowers in a bed or box, from x on. */
export const flowers = (x: number, y: number, width: number, random: Random): string =>
  Array.from({ length: Math.floor(width / 18) }, (_, index) => {
    const [at, tall] = [x + index * 18 + random.between(-4, 4), random.between(18, 40)]
    return (
      line(`M${at} ${y}V${y - tall}`, '#5E8C6E', 3) +
      oval(at - 6, y - tall * 0.4, 7, 4, '#6F9C7A') +
      oval(at, y - tall, 7, 7, random.pick(['#E39A2D', '#C9553F', '#F4F1EA', '#B78BA8', '#E9C656'])) +
      oval(at, y - tall, 2.6, 2.6, '#FBE3A4')
    )
  }).join('')
