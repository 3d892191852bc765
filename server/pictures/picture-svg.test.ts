import { expect, test } from 'vitest'
import { standardPalette } from '#contract/palette.ts'
import { createTextOutliner } from '#server/kernel/drawing/text-outlines.ts'
import { pictureSvg } from '#server/pictures/picture-svg.ts'
import type { PictureFacts } from '#web/share/page-picture.ts'

const outliner = createTextOutliner()
const site = { name: 'Sitwell', palette: standardPalette }
const facts: PictureFacts = {
  title: 'Inês Duarte',
  line: 'Pet sitter in Lisbon',
  text: 'Two walks a day',
  price: 'Boarding from €35 a night',
  rating: { value: '4.91', count: '23 reviews', short: '(23)' },
  animals: [{ id: 'a', species: 'dog' }],
}

/** Returns the rightmost coordinate of any text outline. */
function rightmost(svg: string): number {
  const words = [...svg.matchAll(/<path d="(M[^"]+)" fill="#(?:211D18|5E574E|1F4D3F)"\/>/gi)].map(
    ([, d]) => d!,
  )
  expect(words.length).toBeGreaterThan(2)
  return Math.max(
    ...words.flatMap((path) =>
      [...path.matchAll(/[A-Z]([-\d. ]+)/g)].flatMap(([, pairs]) =>
        pairs!
          .trim()
          .split(' ')
          .map(Number)
          .filter((_, index) => index % 2 === 0),
      ),
    ),
  )
}

test('user text never becomes markup and never overlaps the animals', () => {
  const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft '
  const longFacts = { ...facts, title: `<script>${long}`, line: long.repeat(2), text: long.repeat(9) }
  const svg = pictureSvg(
    {
      ...longFacts,
      price: long,
      rating: { value: '4.91', count: '1,234,567 reviews', short: '(1,234,567)' },
    },
    { name: long, palette: standardPalette },
    outliner,
  )
  expect(svg).not.toMatch(/script|text|href/)
  expect(rightmost(svg)).toBeLessThan(722)
})

test('text widths match those of a browser with the same fonts and weights to half a pixel', () => {
  // Widths in pixels as measured by Chromium; with the outlines of the default weight the first would be 736.
  for (const [role, width] of [
    ['heading', 695.56],
    ['plain', 710.91],
    ['strong', 721.22],
  ] as const)
    expect(Math.abs(outliner.widthOf('Someone lovely', { role, size: 100 }) - width)).toBeLessThan(0.5)
})

test('letters of several alphabets are kept, and characters without a glyph in any font are left out', () => {
  for (const text of ['Zażółć', 'Nguyễn', 'Ελένη', 'Олександра', 'Ł’ö'])
    expect(outliner.readable(text, 'heading')).toBe(text.normalize('NFC'))
  expect(outliner.readable('Miso 🐶 loves  walks', 'plain')).toBe('Miso loves walks')
  expect(outliner.readable('山田 Taro', 'heading')).toBe('Taro')
  for (const text of ['山田太郎 K', '🐶', '', '?!']) expect(outliner.readable(text, 'heading')).toBe('')
})

test('a title without drawable characters is replaced by the line below it', () => {
  const instead = pictureSvg({ ...facts, title: '山田 太郎' }, site, outliner)
  const named = pictureSvg({ ...facts, title: 'Pet sitter in Lisbon', line: '' }, site, outliner)
  expect(instead).toBe(named)
})
