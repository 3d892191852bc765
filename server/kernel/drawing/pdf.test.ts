import { inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type DocumentContent, printDocument, readFonts, piecesOf } from '#server/kernel/drawing/pdf.ts'

const row = { label: 'Boarding', detail: '8 × €38.00', amount: '€304.00' }
const content: DocumentContent = {
  title: 'Receipt R-100042-1',
  at: new Date('2026-12-01T09:00:00Z'),
  sender: ['Sitwell', 'Test Operator', '1 Test Street'],
  facts: [['Owner', 'Zażółć Gęślą-Jaźń']],
  sections: [{ title: 'What was agreed', rows: [row], total: { ...row, label: 'Total', detail: null } }],
  notes: ['You pay Иван directly.'],
}
const plain = { colour: '#211d18', logo: null }
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const fontsIn = (bytes: Uint8Array) => textOf(bytes).match(/\/FontFile2/g)?.length
const pagesIn = (bytes: Uint8Array) => Number(/\/Count (\d+)/.exec(textOf(bytes))?.[1])

test('text in European alphabets is split into pieces, each with the font subset that has its letters', async () => {
  const { ranges } = await readFonts()
  expect(piecesOf('Zażółć, Иван, Ελένη, Nguyễn', ranges)).toEqual([
    { subset: 'latin', text: 'Za' },
    { subset: 'latin-ext', text: 'ż' },
    { subset: 'latin', text: 'ó' },
    { subset: 'latin-ext', text: 'łć' },
    { subset: 'latin', text: ', ' },
    { subset: 'cyrillic', text: 'Иван' },
    { subset: 'latin', text: ', ' },
    { subset: 'greek', text: 'Ελένη' },
    { subset: 'latin', text: ', Nguy' },
    { subset: 'vietnamese', text: 'ễ' },
    { subset: 'latin', text: 'n' },
  ])
})

test('combining characters are composed, and a character in no font becomes a question mark', async () => {
  const { ranges } = await readFonts()
  expect(piecesOf('z\u0307 漢', ranges)).toEqual([
    { subset: 'latin-ext', text: 'ż' },
    { subset: 'latin', text: ' ?' },
  ])
})

test('a document is a PDF below 60 kB with embedded fonts, byte-identical each time', async () => {
  const bytes = await printDocument(content, plain)
  expect(textOf(bytes)).toMatch(/^%PDF-1\.\d[\s\S]*%%EOF\s*$/)
  // Plain and bold Latin, plain extended Latin, plain Cyrillic.
  expect(fontsIn(bytes)).toBe(4)
  expect(Buffer.compare(bytes, await printDocument(content, plain))).toBe(0)
  expect(bytes.length).toBeLessThan(60_000)
})

test('a document that does not fit on one page continues on further pages', async () => {
  const rows = Array.from({ length: 60 }, () => row)
  expect(pagesIn(await printDocument(content, plain))).toBe(1)
  expect(
    pagesIn(await printDocument({ ...content, sections: [{ title: 'Long', rows, total: null }] }, plain)),
  ).toBe(3)
})

/** The number of texts on each page. */
function textsOnPages(bytes: Uint8Array): number[] {
  const file = Buffer.from(bytes).toString('latin1')
  const streams = [...file.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, part]) =>
    inflateSync(Buffer.from(part!, 'latin1')).toString('latin1'),
  )
  return streams.map((text) => text.match(/TJ$/gm)?.length ?? 0).filter((count) => count > 0)
}

test('a total is never alone on a page', async () => {
  const total = { label: 'Total', detail: null, amount: '€304.00' }
  const long = (count: number, factCount: number) =>
    printDocument(
      {
        ...content,
        facts: Array.from({ length: factCount }, () => ['Owner', 'Olga'] as const),
        sections: [{ title: 'Long', rows: Array.from({ length: count }, () => row), total }],
        notes: [],
      },
      plain,
    )
  const counts = Array.from({ length: 6 }, (_, more) => 17 + more)
  const documents = await Promise.all(counts.flatMap((count) => [long(count, 0), long(count, 1)]))
  const second = documents.map(textsOnPages).flatMap((pages) => pages.slice(1))
  expect(second.length).toBeGreaterThan(3)
  // The label, the detail and the amount of the last row, and the label and the amount of the total.
  expect(Math.min(...second)).toBe(5)
})

/** The drawing instructions of all pages. */
const instructionsIn = (bytes: Uint8Array): string =>
  [...textOf(bytes).matchAll(/stream\n([\s\S]*?)\nendstream/g)]
    .map(([, part]) => inflateSync(Buffer.from(part!, 'latin1')).toString('latin1'))
    .filter((text) => text.includes('BT'))
    .join('\n')

test('the title has the colour of the site, and the logo stands above everything', async () => {
  const logo = await sharp({ create: { width: 60, height: 20, channels: 3, background: '#7a1f5c' } })
    .png()
    .toBuffer()
  const colour = '#7a1f5c'
  const inColour = /0\.478\d* 0\.121\d* 0\.36\d* sc/
  expect(instructionsIn(await printDocument(content, plain))).not.toMatch(inColour)
  const bytes = await printDocument(content, { colour, logo })
  expect(instructionsIn(bytes)).toMatch(inColour)
  expect(instructionsIn(bytes)).toMatch(/^\/I1 Do$/m)
  expect(textOf(bytes)).toMatch(/\/Subtype \/Image[\s\S]*?\/Width 60/)
  expect(textOf(await printDocument(content, plain))).not.toMatch(/\/Subtype \/Image/)
})
