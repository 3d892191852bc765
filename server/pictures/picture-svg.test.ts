import { expect, test } from 'vitest'
import { originalLook } from '#server/kernel/original-look.ts'
import { createTextOutliner } from '#server/kernel/drawing/text-outlines.ts'
import { pictureSvg } from '#server/pictures/picture-svg.ts'
import type { PictureFacts } from '#web/share/page-picture.ts'

const outliner = createTextOutliner()
const site = { ...originalLook, name: 'Sitwell' }
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
    { ...site, name: long },
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

const logo = { fileId: 'f', path: '/files/abc/320.webp', width: 800, height: 200 }
const drawn = { png: Buffer.from('pixels'), width: 192, height: 48 }
const paw = /<ellipse/

test('the operator’s logo stands in place of the paw, and beside it the name unless the logo contains it', () => {
  const withLogo = (showsName: boolean) =>
    pictureSvg(facts, { ...site, logo: { ...logo, showsName } }, outliner, drawn)
  const withoutPaw = (svg: string) => svg.replace(/<svg x=.*?<\/svg>/gs, '')
  expect(withoutPaw(pictureSvg(facts, site, outliner))).toMatch(paw)
  for (const showsName of [true, false]) {
    expect(withoutPaw(withLogo(showsName))).not.toMatch(paw)
    expect(withLogo(showsName)).toContain(
      '<image x="72" y="60" width="192" height="48" href="data:image/png;base64,cGl4ZWxz"/>',
    )
  }
  const countPaths = (svg: string) => svg.split('<path').length
  expect(countPaths(withLogo(true)) - countPaths(withLogo(false))).toBe(1)
  expect(
    rightmost(
      pictureSvg(
        facts,
        { ...site, name: 'W'.repeat(60), logo: { ...logo, showsName: true } },
        outliner,
        drawn,
      ),
    ),
  ).toBeLessThan(722)
})

test('headings are in the font of texts if the operator has chosen so', () => {
  const plain = { ...site, properties: { '--heading-font': 'var(--text-font)' } }
  const outline = outliner.outline('S', { role: 'strong', size: 36 }, { x: 136, y: 96 })
  const onlyName = { ...facts, title: '', line: '', text: '', price: null, rating: null }
  const svg = (one: typeof site) => pictureSvg(onlyName, { ...one, name: 'S' }, outliner)
  expect(svg(plain)).toContain(outline)
  expect(svg(site)).not.toContain(outline)
})
