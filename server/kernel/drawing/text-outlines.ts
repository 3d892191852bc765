import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import * as fontkit from 'fontkit'
import type { Font, Point, VariableFont } from 'fontkit'
import { keysOf, recordOf } from '#contract/entries.ts'
import { rangesOf } from '#server/kernel/drawing/unicode-ranges.ts'

/** Text styles of the design: headings, plain text, and emphasised text. */
export type FontRole = 'heading' | 'plain' | 'strong'
export type Style = { role: FontRole; /** Pixels. */ size: number }

type Source = { family: string; part: string; file: string; axes?: Record<string, number> }

const notoParts = ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext']
const noto = (weight: number): Source[] =>
  notoParts.map((part) => ({
    family: '@fontsource/noto-sans',
    part,
    file: `noto-sans-${part}-${weight}-normal.woff`,
  }))
const fraunces = (part: string): Source => ({
  family: '@fontsource-variable/fraunces',
  part,
  file: `fraunces-${part}-full-normal.woff2`,
  axes: { wght: 560, SOFT: 60, WONK: 0, opsz: 72 },
})
const figtree = (part: string, wght: number): Source => ({
  family: '@fontsource-variable/figtree',
  part,
  file: `figtree-${part}-wght-normal.woff2`,
  axes: { wght },
})

/** The fonts of the web pages; characters missing there come from Noto Sans. */
const sources: Record<FontRole, Source[]> = {
  heading: [fraunces('latin'), fraunces('latin-ext'), fraunces('vietnamese'), ...noto(600)],
  plain: [figtree('latin', 400), figtree('latin-ext', 400), ...noto(400)],
  strong: [figtree('latin', 600), figtree('latin-ext', 600), ...noto(600)],
}

const require = createRequire(import.meta.url)
const folderOf = (family: string) => dirname(require.resolve(`${family}/package.json`))

function openFont({ family, file, axes }: Source): Font {
  const bytes = readFileSync(join(folderOf(family), 'files', file))
  return axes ? withAxes(bytes, axes) : fontkit.create(bytes)
}

const isVariable = (font: Font): font is VariableFont => 'fvar' in font && 'variationCoords' in font

/** Applies the axes itself, because fontkit leaves the outlines of WOFF2 files at the default weight. */
function withAxes(bytes: Uint8Array, axes: Record<string, number>): Font {
  const [font, plain] = [fontkit.create(bytes), fontkit.create(bytes)]
  if (!isVariable(font) || !isVariable(plain)) throw new Error('The font has no axes')
  font.variationCoords = font.fvar.axis.map(
    ({ axisTag, defaultValue }) => axes[axisTag.trim()] ?? defaultValue,
  )
  // Only a font without coordinates unpacks its outlines, and it does so for all glyphs at once.
  plain.getGlyph(0)
  const { _transformedGlyphs: outlines } = plain
  const { _variationProcessor: weights } = Object.assign(font, { _transformedGlyphs: outlines })
  const templatePoint = outlines?.find(({ points }) => points?.length)?.points?.[0]
  if (!outlines || !templatePoint) throw new Error('The font has no outlines')
  const pointAt = (x: number, y: number): Point =>
    Object.assign(templatePoint.copy(), { x, y, endContour: true })
  // Every glyph has four phantom points in addition to its outline; they carry its width, which is taken from a table
  // here.
  const phantoms = () => Array.from({ length: 4 }, () => pointAt(0, 0))
  for (const [id, { points, components }] of outlines.entries()) {
    if (points) weights.transformPoints(id, [...points, ...phantoms()])
    if (!components) continue
    const offsets = components.map(({ dx, dy }) => pointAt(dx, dy))
    weights.transformPoints(id, [...offsets, ...phantoms()])
    for (const [index, component] of components.entries()) {
      component.dx = offsets[index]!.x
      component.dy = offsets[index]!.y
    }
  }
  return font
}

export type TextOutliner = {
  /** Loads the common font files one by one, yielding to the event loop in between. */
  open: () => Promise<void>
  /** Returns the text without characters that no font has; empty if too much is missing for the rest to make sense. */
  readable: (text: string, role: FontRole) => string
  widthOf: (text: string, style: Style) => number
  /** Returns one line as SVG path data; its baseline starts at x and y. */
  outline: (text: string, style: Style, at: { x: number; y: number }) => string
}

const graphemes = new Intl.Segmenter('en-GB', { granularity: 'grapheme' })
/** Returns the grapheme clusters of the text. */
export const graphemesOf = (text: string): string[] =>
  [...graphemes.segment(text.normalize('NFC'))].map(({ segment }) => segment)

/** Returns a function that finds the font of a character; it loads a font file when a text first needs it. */
function openFonts(): (grapheme: string, role: FontRole) => Font | undefined {
  const opened = new Map<string, Font>()
  const files = recordOf(keysOf(sources), (role) =>
    sources[role].map((source) => ({
      source,
      ranges: rangesOf(readFileSync(join(folderOf(source.family), 'unicode.json'), 'utf8'), source.part),
      key: `${role} ${source.family} ${source.part}`,
    })),
  )
  return (grapheme, role) => {
    const codes = [...grapheme].map((character) => character.codePointAt(0)!)
    for (const { source, ranges, key } of files[role]) {
      if (!codes.every((code) => ranges.some(([from, to]) => code >= from && code <= to))) continue
      const font = opened.get(key) ?? openFont(source)
      opened.set(key, font)
      if (codes.every((code) => font.hasGlyphForCodePoint(code))) return font
    }
    return undefined
  }
}

/** Creates a `TextOutliner`. Each font file is loaded when a text first needs it, which takes some time. */
export function createTextOutliner(): TextOutliner {
  const fontOf = openFonts()

  /** Groups adjacent characters of the same font, so that they are kerned. */
  function runsOf(text: string, role: FontRole): { font: Font; text: string }[] {
    const runs: { font: Font; text: string }[] = []
    for (const grapheme of graphemesOf(text)) {
      const font = fontOf(grapheme, role)
      const last = runs.at(-1)
      if (!font) continue
      if (last?.font === font) last.text += grapheme
      else runs.push({ font, text: grapheme })
    }
    return runs
  }

  return {
    async open() {
      for (const role of keysOf(sources)) {
        fontOf('a', role)
        await setImmediate()
      }
    },

    readable(text, role) {
      const allGraphemes = graphemesOf(text.replaceAll(/\s+/g, ' '))
      const known = allGraphemes.filter((grapheme) => fontOf(grapheme, role))
      const countLetters = (some: string[]) =>
        some.filter((grapheme) => /[\p{L}\p{N}]/u.test(grapheme)).length
      if (countLetters(known) * 2 < countLetters(allGraphemes) || countLetters(known) === 0) return ''
      return known.join('').replaceAll(/ +/g, ' ').trim()
    },

    widthOf: (text, { role, size }) =>
      runsOf(text, role).reduce(
        (width, { font, text: part }) => width + (font.layout(part).advanceWidth / font.unitsPerEm) * size,
        0,
      ),

    outline(text, { role, size }, { x, y }) {
      let at = x
      const paths: string[] = []
      for (const { font, text: part } of runsOf(text, role)) {
        const scale = size / font.unitsPerEm
        const { glyphs, positions } = font.layout(part)
        for (const [index, { path }] of glyphs.entries()) {
          const { xAdvance, xOffset, yOffset } = positions[index]!
          const [left, base] = [at + xOffset * scale, y - yOffset * scale]
          paths.push(path.transform(scale, 0, 0, -scale, left, base).toSVG())
          at += xAdvance * scale
        }
      }
      return paths.join('')
    },
  }
}
