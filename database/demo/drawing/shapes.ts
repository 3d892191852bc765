/** SVG elements as text. All drawings of the demo town are made of these, so that they share one flat style. */

export const dark = '#2B201A'
export const white = '#FFFFFF'

const seen = (opacity: number) => (opacity === 1 ? '' : ` opacity="${opacity}"`)

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  { round = 0, opacity = 1 } = {},
) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}"${round ? ` rx="${round}"` : ''} fill="${fill}"${seen(opacity)}/>`

export const oval = (cx: number, cy: number, rx: number, ry: number, fill: string, opacity = 1) =>
  `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${fill}"${seen(opacity)}/>`

export const path = (d: string, fill: string, opacity = 1) =>
  `<path d="${d}" fill="${fill}" fill-rule="evenodd"${seen(opacity)}/>`

export const line = (d: string, colour: string, width: number, opacity = 1) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${seen(opacity)}/>`

export const group = (transform: string, ...parts: readonly string[]) =>
  `<g transform="${transform}">${parts.join('')}</g>`

/** Moves and scales a drawing; a negative `across` also mirrors it. */
export const place = (
  {
    x,
    y,
    scale = 1,
    across = 1,
    turn = 0,
  }: { x: number; y: number; scale?: number; across?: number; turn?: number },
  ...parts: readonly string[]
) =>
  group(`translate(${x} ${y})${turn ? ` rotate(${turn})` : ''} scale(${scale * across} ${scale})`, ...parts)

export const mirrored = (...parts: readonly string[]) => [...parts, group('scale(-1 1)', ...parts)].join('')

/** Shows only what lies within the outline; the name must be unique in a picture. */
export const clipped = (name: string, outline: string, ...parts: readonly string[]) =>
  `<clipPath id="${name}"><path d="${outline}"/></clipPath><g clip-path="url(#${name})">${parts.join('')}</g>`

/** Fills a rectangle with a vertical or horizontal gradient; the name must be unique in a picture. */
export const blend = (
  name: string,
  [x, y, width, height]: readonly [number, number, number, number],
  [from, to]: readonly [string, string],
  { fromOpacity = 1, toOpacity = 1, isAcross = false } = {},
) =>
  `<linearGradient id="${name}" x1="0" y1="0" x2="${isAcross ? 1 : 0}" y2="${isAcross ? 0 : 1}">` +
  `<stop offset="0" stop-color="${from}" stop-opacity="${fromOpacity}"/><stop offset="1" stop-color="${to}" stop-opacity="${toOpacity}"/></linearGradient>` +
  rect(x, y, width, height, `url(#${name})`)

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

/** Mixes two colours; a share of 0 gives the first. */
export function mix(one: string, other: string, share: number): string {
  const others = channels(other)
  const mixed = channels(one).map((channel, index) =>
    Math.round(channel + (others[index]! - channel) * share),
  )
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
export const darker = (colour: string, share = 0.16) => mix(colour, dark, share)
export const lighter = (colour: string, share = 0.2) => mix(colour, white, share)

/** The whole picture, with numbers of at most two decimals. */
export const picture = (width: number, height: number, ...parts: readonly string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`.replaceAll(
    /\d+\.\d{3,}/g,
    (number) => `${Math.round(Number(number) * 100) / 100}`,
  )
