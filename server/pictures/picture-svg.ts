import type { ColourName } from '#contract/palette.ts'
import type { Site } from '#server/kernel/deps.ts'
import { areHeadingsPlain } from '#server/kernel/drawing/headings.ts'
import { logoMark } from '#server/kernel/drawing/logo.ts'
import {
  type FontRole,
  type Style,
  type TextOutliner,
  graphemesOf,
} from '#server/kernel/drawing/text-outlines.ts'
import type { PictureFacts } from '#web/share/page-picture.ts'
import { drawPortrait, type PortraitSeed } from '#web/ui/portrait/draw.ts'
import { markup } from '#web/ui/portrait/svg.ts'

/** The size of link previews on social networks. */
export const [pictureWidth, pictureHeight] = [1200, 630] as const

const margin = 72
const gap = 16
/** Layout: the width of the text, and the left edge and width of the animals. */
const [wordsWidth, animalsLeft, animalsWidth] = [610, 738, 390] as const
const radius = 28
/** Room for the logo; a name beside it has the rest of the width of the text. */
export const logoBox = { height: 48, width: 300 } as const

const star = 'M12 1.8l3.1 6.4 7 1-5.1 4.9 1.2 7-6.2-3.3-6.3 3.3 1.2-7L1.9 9.2l7-1z'

type Box = { x: number; y: number; width: number; height: number }

const rounded = (value: number): string => `${Math.round(value * 100) / 100}`

const plain: Style = { role: 'plain', size: 30 }
const strong: Style = { role: 'strong', size: 30 }
const small: Style = { role: 'plain', size: 26 }
const smallStrong: Style = { role: 'strong', size: 26 }
const plainHeight = 42
const footerHeight = 56
/** Title sizes, from which the largest that fits is chosen. */
const titleSizes = [
  { size: 72, lines: 3 },
  { size: 62, lines: 3 },
  { size: 52, lines: 4 },
] as const

/** The operator's logo as PNG, with its size in pixels. */
export type PictureLogo = { png: Buffer; width: number; height: number }
export type PictureSite = Pick<Site, 'name' | 'palette' | 'logo' | 'properties'>

/**
 * Draws the preview picture of a page. Text is converted to outlines, so that no user text becomes markup. `logo` is
 * what `site.logo` shows.
 */
export function pictureSvg(
  facts: PictureFacts,
  site: PictureSite,
  outliner: TextOutliner,
  logo: PictureLogo | null = null,
): string {
  const { palette } = site
  const headings: FontRole = areHeadingsPlain(site) ? 'strong' : 'heading'
  const colour = (name: ColourName) => palette[name][0]
  const write = (text: string, style: Style, x: number, y: number, colour: string): string => {
    const path = outliner.outline(text, style, { x, y })
    return path && `<path d="${path}" fill="${colour}"/>`
  }
  const lines = (text: string, style: Style, width: number, maxLines: number) =>
    fitted(outliner.readable(text, style.role), style, width, maxLines, outliner)

  const title = titleOf(facts, headings, outliner)
  const line = title.isLine ? [] : lines(facts.line, strong, wordsWidth, 1)
  const text = lines(facts.text, plain, wordsWidth, title.lines.length > 2 ? 2 : 3)
  const lineHeight = title.style.size * 1.12
  const below = line.length + text.length
  const height = title.lines.length * lineHeight + (below > 0 ? 18 + below * plainHeight : 0)
  const hasFooter = facts.price !== null || facts.rating !== null
  const [top, contentBottom] = [130, pictureHeight - margin - (hasFooter ? footerHeight + 16 : 0)]
  let y = top + Math.max(0, (contentBottom - top - height) / 2)
  const textElements: string[] = []
  const add = (all: readonly string[], style: Style, step: number, colour: string) => {
    for (const one of all) {
      textElements.push(write(one, style, margin, y + style.size * 0.9, colour))
      y += step
    }
  }
  add(title.lines, title.style, lineHeight, colour('ink'))
  y += 18
  add(line, strong, plainHeight, colour('green'))
  add(text, plain, plainHeight, colour('ink-2'))
  const animals = facts.animals.slice(0, boxes.length)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pictureWidth}" height="${pictureHeight}" viewBox="0 0 ${pictureWidth} ${pictureHeight}">`,
    `<rect width="${pictureWidth}" height="${pictureHeight}" fill="${colour('paper')}"/>`,
    ...brandOf(site, logo, headings, { ...outliner, write, lines }),
    ...animals.map((seed, index) => animal(seed, boxes[animals.length - 1]![index]!, index)),
    ...textElements,
    ...footerOf(facts, { ...outliner, write, lines }, colour),
    '</svg>',
  ].join('')
}

type TextWriter = TextOutliner & {
  write: (text: string, style: Style, x: number, y: number, colour: string) => string
  lines: (text: string, style: Style, width: number, maxLines: number) => string[]
}

/** Draws the mark of the site, and its name unless the logo contains it. */
function brandOf(
  { name, palette, logo: chosen }: PictureSite,
  logo: PictureLogo | null,
  role: FontRole,
  { write, lines }: TextWriter,
): string[] {
  const [green, onGreen] = [palette.green[0], palette['on-green'][0]]
  const [top, width] = [60, logo?.width ?? logoBox.height]
  const mark = logo
    ? `<image x="${margin}" y="${top + (logoBox.height - logo.height) / 2}" width="${logo.width}" height="${logo.height}" href="data:image/png;base64,${logo.png.toString('base64')}"/>`
    : `<g transform="translate(${margin} ${top}) scale(1.5)">${logoMark(green, onGreen)}</g>`
  if (logo && !chosen?.showsName) return [mark]
  const style: Style = { role, size: 36 }
  const left = width + gap
  return [mark, write(lines(name, style, wordsWidth - left, 1)[0] ?? '', style, margin + left, 96, green)]
}

/** Draws price and rating side by side at the bottom. */
function footerOf(
  { price, rating }: PictureFacts,
  { widthOf, write, lines }: TextWriter,
  colour: (name: ColourName) => string,
): string[] {
  const base = pictureHeight - margin - 19
  const shown: string[] = []
  let x: number = margin
  const label = price ? lines(price, smallStrong, wordsWidth - (rating ? 150 : 44), 1)[0] : undefined
  if (label !== undefined) {
    const width = widthOf(label, smallStrong) + 44
    shown.push(
      `<rect x="${x}" y="${base - 37}" width="${rounded(width)}" height="${footerHeight}" rx="${footerHeight / 2}" fill="${colour('green-soft')}"/>`,
      write(label, smallStrong, x + 22, base, colour('green')),
    )
    x += width + 22
  }
  if (rating) {
    shown.push(
      `<path d="${star}" transform="translate(${rounded(x)} ${base - 24}) scale(1.15)" fill="${colour('gold')}"/>`,
      write(rating.value, smallStrong, x + 35, base, colour('ink')),
    )
    x += 35 + widthOf(rating.value, smallStrong) + 10
    const count = [rating.count, rating.short].find((one) => x + widthOf(one, small) < animalsLeft - gap)
    if (count !== undefined) shown.push(write(count, small, x, base, colour('ink-2')))
  }
  return shown
}

type Title = {
  lines: string[]
  style: Style
  /** True if the line replaces a title that cannot be rendered. */ isLine: boolean
}

function titleOf({ title, line }: PictureFacts, role: FontRole, outliner: TextOutliner): Title {
  const written = outliner.readable(title, role)
  const text = written || outliner.readable(line, role)
  for (const { size, lines: maxLines } of titleSizes) {
    const style: Style = { role, size }
    const lines = wrapped(text, style, wordsWidth, outliner)
    if (lines.length <= maxLines) return { lines, style, isLine: written === '' }
  }
  const { size, lines: maxLines } = titleSizes.at(-1)!
  const style: Style = { role, size }
  return { lines: fitted(text, style, wordsWidth, maxLines, outliner), style, isLine: written === '' }
}

/** Returns at most this many lines; text that does not fit ends with an ellipsis. */
function fitted(
  text: string,
  style: Style,
  width: number,
  maxLines: number,
  outliner: TextOutliner,
): string[] {
  const lines = wrapped(text, style, width, outliner)
  const last = lines[maxLines - 1]
  if (lines.length <= maxLines || last === undefined) return lines
  const graphemes = graphemesOf(last)
  while (graphemes.length > 0 && outliner.widthOf(`${graphemes.join('')}…`, style) > width) graphemes.pop()
  return [...lines.slice(0, maxLines - 1), `${graphemes.join('').replace(/[\s,.;:–-]+$/u, '')}…`]
}

/** Wraps at words; a word longer than a line is split. */
function wrapped(text: string, style: Style, width: number, { widthOf }: TextOutliner): string[] {
  const space = widthOf(' ', style)
  const lines: string[] = []
  let [line, used] = ['', 0]
  const append = (part: string, partWidth: number, before: number) => {
    if (line !== '' && used + before + partWidth > width) {
      lines.push(line)
      ;[line, used] = [part, partWidth]
    } else {
      line += line !== '' && before > 0 ? ` ${part}` : part
      used += (line === part ? 0 : before) + partWidth
    }
  }
  for (const word of text.split(' ').filter(Boolean)) {
    const partWidth = widthOf(word, style)
    if (partWidth <= width) append(word, partWidth, space)
    else
      for (const [index, grapheme] of graphemesOf(word).entries())
        append(grapheme, widthOf(grapheme, style), index === 0 ? space : 0)
  }
  return line === '' ? lines : [...lines, line]
}

const full: Box = { x: animalsLeft, y: margin, width: animalsWidth, height: pictureHeight - 2 * margin }
const half = (full.height - gap) / 2
const boxes: Box[][] = [
  [full],
  [
    { ...full, height: half },
    { ...full, y: full.y + half + gap, height: half },
  ],
  [
    { ...full, height: full.height - 180 - gap },
    { ...full, y: full.y + full.height - 180, width: (full.width - gap) / 2, height: 180 },
    {
      x: full.x + (full.width + gap) / 2,
      y: full.y + full.height - 180,
      width: (full.width - gap) / 2,
      height: 180,
    },
  ],
]

/** Draws a whole portrait on its background in a box with rounded corners. */
function animal(seed: PortraitSeed, { x, y, width, height }: Box, index: number): string {
  const { ground, shapes } = drawPortrait(seed)
  const clip = `animal-${index}`
  return (
    `<clipPath id="${clip}"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"/></clipPath>` +
    `<g clip-path="url(#${clip})"><rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${ground}"/>` +
    `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="0 0 200 180" preserveAspectRatio="xMidYMax meet">${shapes.map(markup).join('')}</svg></g>`
  )
}
