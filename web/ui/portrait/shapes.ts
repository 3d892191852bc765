import type { Coat, Ears } from '#web/ui/portrait/coats.ts'

/** An SVG element as data, from which the SVG text is made. */
export type Shape = readonly [
  tag: 'path' | 'ellipse' | 'rect',
  attributes: Readonly<Record<string, string | number>>,
]

export type PortraitTraits = { coat: Coat; ears: Ears; collar: string; tag: boolean }

export const dark = '#2B201A'
export const blush = '#E9B5A2'
const gold = '#F2A43A'

export const fill = (d: string, colour: string): Shape => ['path', { d, fill: colour }]
export const oval = (cx: number, cy: number, rx: number, ry: number, colour: string): Shape => [
  'ellipse',
  { cx, cy, rx, ry, fill: colour },
]
export const stroke = (d: string, colour: string, width: number): Shape => [
  'path',
  { d, fill: 'none', stroke: colour, strokeWidth: width, strokeLinecap: 'round', strokeLinejoin: 'round' },
]
/** A filled shape with rounded corners. */
export const soft = (d: string, colour: string, width: number): Shape => [
  'path',
  { d, fill: colour, stroke: colour, strokeWidth: width, strokeLinejoin: 'round' },
]
/** Mirrors a shape at the vertical centre line of the picture. */
export const mirror = ([tag, attributes]: Shape): Shape => [
  tag,
  { ...attributes, transform: 'matrix(-1 0 0 1 200 0)' },
]
export const both = (...shapes: Shape[]) => shapes.flatMap((shape) => [shape, mirror(shape)])

export const eyes = (x: number, y: number, size: number): Shape[] => [
  ...both(oval(x, y, 6.5 * size, 7.6 * size, dark)),
  oval(x + 1.9 * size, y - 2.7 * size, 2.1 * size, 2.1 * size, '#FFFFFF'),
  oval(200 - x + 1.9 * size, y - 2.7 * size, 2.1 * size, 2.1 * size, '#FFFFFF'),
]

export const collarAt = (y: number, half: number, colour: string, tag: boolean): Shape[] => {
  const [left, right] = [100 - half, 100 + half]
  const band = `M${left} ${y}C${left + 10} ${y + 11} ${right - 10} ${y + 11} ${right} ${y}L${right + 2} ${y + 12}C${right - 12} ${y + 25} ${left + 12} ${y + 25} ${left - 2} ${y + 12}Z`
  return tag ? [fill(band, colour), oval(100, y + 21.5, 7, 7, gold)] : [fill(band, colour)]
}
