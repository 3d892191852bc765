import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import Document from 'pdfkit'
import { keysOf } from '#contract/entries.ts'
import { rangesOf } from '#server/kernel/drawing/unicode-ranges.ts'

/** A row of a document with its amount, which is already formatted. */
export type DocumentRow = { label: string; detail: string | null; amount: string }
type Section = { title: string; rows: readonly DocumentRow[]; total: DocumentRow | null }
export type DocumentContent = {
  title: string
  /** Also the creation date of the file, so that the same input gives the same bytes. */
  at: Date
  sender: readonly string[]
  facts: readonly (readonly [label: string, value: string])[]
  sections: readonly Section[]
  notes: readonly string[]
}

/** How the operator's papers look. */
export type PaperLook = {
  /** Colour of the title and of the sender's name. */
  colour: string
  /** The operator's logo as PNG; null without one. */
  logo: Buffer | null
}

const logoHeight = 34

/** The font family consists of one file per Unicode subset; together they cover European names. */
const subsets = [
  'latin',
  'latin-ext',
  'vietnamese',
  'greek',
  'greek-ext',
  'cyrillic',
  'cyrillic-ext',
] as const
type Subset = (typeof subsets)[number]
const weights = { plain: 400, strong: 600 } as const
type Weight = keyof typeof weights

type Fonts = {
  files: Map<string, Buffer>
  ranges: (readonly [subset: Subset, from: number, to: number])[]
}

const require = createRequire(import.meta.url)
const folder = () => dirname(require.resolve('@fontsource/noto-sans/package.json'))

export async function readFonts(): Promise<Fonts> {
  const from = folder()
  const covered = await readFile(join(from, 'unicode.json'), 'utf8')
  const files = await Promise.all(
    subsets.flatMap((subset) =>
      keysOf(weights).map(async (weight): Promise<[string, Buffer]> => {
        const file = `noto-sans-${subset}-${weights[weight]}-normal.woff`
        return [`${subset} ${weight}`, await readFile(join(from, 'files', file))]
      }),
    ),
  )
  const ranges = subsets.flatMap((subset) =>
    rangesOf(covered, subset).map(([from, to]) => [subset, from, to] as const),
  )
  return { files: new Map(files), ranges }
}

let fonts: Promise<Fonts> | undefined

/** Splits text into pieces of one font file each; a character that no file covers becomes a question mark. */
export function piecesOf(text: string, ranges: Fonts['ranges']): { subset: Subset; text: string }[] {
  const pieces: { subset: Subset; text: string }[] = []
  for (const character of text.normalize('NFC')) {
    const code = character.codePointAt(0)!
    const subset = ranges.find(([, from, to]) => code >= from && code <= to)?.[0]
    const last = pieces.at(-1)
    const [where, what] = subset ? [subset, character] : (['latin', '?'] as const)
    if (last?.subset === where) last.text += what
    else pieces.push({ subset: where, text: what })
  }
  return pieces
}

const [left, right, top, bottom] = [56, 539, 56, 786]
const grey = '#5e574e'
const black = '#211d18'
const line = '#c9c0b2'

type Style = { size?: number; weight?: Weight; colour?: string }

/** Writes from top to bottom, continuing on new pages as needed. */
function openSheet(document: PDFKit.PDFDocument, ranges: Fonts['ranges']) {
  let y = top

  const widthOf = (text: string, { size = 10, weight = 'plain' }: Style) =>
    piecesOf(text, ranges).reduce((width, piece) => {
      document.font(`${piece.subset} ${weight}`).fontSize(size)
      return width + document.widthOfString(piece.text)
    }, 0)
  const write = (text: string, x: number, style: Style) => {
    const { size = 10, weight = 'plain', colour = black } = style
    let at = x
    document.fillColor(colour)
    for (const piece of piecesOf(text, ranges)) {
      document.font(`${piece.subset} ${weight}`).fontSize(size)
      document.text(piece.text, at, y, { lineBreak: false })
      at += document.widthOfString(piece.text)
    }
  }
  const makeRoom = (height: number) => {
    if (y + height <= bottom) return
    document.addPage()
    y = top
  }
  const wrap = (text: string, width: number, style: Style): string[] => {
    const lines = ['']
    for (const word of text.split(/\s+/)) {
      const longer = [lines.at(-1), word].filter(Boolean).join(' ')
      if (lines.at(-1) === '' || widthOf(longer, style) <= width) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    return lines
  }
  const paragraph = (text: string, x: number, width: number, style: Style = {}) => {
    for (const part of wrap(text, width, style)) {
      const height = (style.size ?? 10) * 1.45
      makeRoom(height)
      write(part, x, style)
      y += height
    }
  }
  const rule = () => {
    document.moveTo(left, y).lineTo(right, y).lineWidth(0.5).strokeColor(line).stroke()
    y += 8
  }
  const row = ({ label, detail, amount }: DocumentRow, style: Style = {}) => {
    makeRoom(detail ? 34 : 18)
    write(amount, right - widthOf(amount, style), style)
    paragraph(label, left, 340, style)
    if (detail) paragraph(detail, left, 340, { size: 8.5, colour: grey })
    y += 3
  }

  const skip = (height: number) => {
    y += height
  }
  return { write, makeRoom, paragraph, rule, row, skip }
}

function writeSection(sheet: ReturnType<typeof openSheet>, { title, rows, total }: Section) {
  const { makeRoom, paragraph, rule, row, skip } = sheet
  skip(18)
  makeRoom(70)
  paragraph(title, left, right - left, { size: 12, weight: 'strong' })
  skip(4)
  rule()
  for (const [index, one] of rows.entries()) {
    // The total stays on the page of the last row.
    if (total && index === rows.length - 1) makeRoom(60)
    row(one)
  }
  if (!total) return
  rule()
  row(total, { weight: 'strong' })
}

/** Prints a document on A4. */
export async function printDocument(
  content: DocumentContent,
  look: PaperLook,
): Promise<Uint8Array<ArrayBuffer>> {
  const { files, ranges } = await (fonts ??= readFonts())
  const document = new Document({
    size: 'A4',
    margin: 0,
    lang: 'en-GB',
    info: {
      Title: content.title,
      Author: content.sender[0] ?? '',
      CreationDate: content.at,
      ModDate: content.at,
    },
  })
  const chunks: Uint8Array[] = []
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const ended = new Promise((resolve) => document.on('end', resolve))
  for (const [name, bytes] of files) document.registerFont(name, bytes)

  const sheet = openSheet(document, ranges)
  const { write, makeRoom, paragraph, skip } = sheet
  if (look.logo) {
    document.image(look.logo, left, top, { fit: [200, logoHeight] })
    skip(logoHeight + 12)
  }
  const { colour } = look
  for (const [index, part] of content.sender.filter(Boolean).entries())
    paragraph(
      part,
      left,
      right - left,
      index === 0 ? { weight: 'strong', colour } : { size: 9, colour: grey },
    )
  skip(22)
  paragraph(content.title, left, right - left, { size: 19, weight: 'strong', colour })
  skip(12)
  for (const [label, value] of content.facts) {
    makeRoom(16)
    write(label, left, { colour: grey })
    paragraph(value, left + 90, right - left - 90)
  }
  for (const section of content.sections) writeSection(sheet, section)
  skip(18)
  for (const note of content.notes) paragraph(note, left, right - left, { size: 9, colour: grey })
  document.end()
  await ended
  return new Uint8Array(Buffer.concat(chunks))
}
