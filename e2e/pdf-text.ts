import { inflateSync } from 'node:zlib'

const hexIn = (text: string): string => [...text.matchAll(/<([0-9a-f]*)>/gi)].map(([, hex]) => hex).join('')

const lettersOf = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le')

/** Reads the table by which a font maps its glyphs to letters. */
function readGlyphs(table: string): Map<number, string> {
  const glyphs = new Map<number, string>()
  for (const [, first, list] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi)) {
    // A ligature has several letters, with spaces between them.
    for (const [index, [, hex]] of [...list!.matchAll(/<([0-9a-f ]*)>/gi)].entries())
      glyphs.set(parseInt(first!, 16) + index, lettersOf(hex!.replaceAll(' ', '')))
  }
  return glyphs
}

/**
 * Returns the texts of one of our PDFs. Which font a text is set in is not followed: each is read with every font, and
 * all readings are returned.
 */
export function textsInPdf(bytes: Buffer): string[] {
  // Only a line feed ends the data: a carriage return before it is the last byte of the data.
  const streams = [...bytes.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, part]) =>
    inflateSync(Buffer.from(part!, 'latin1')).toString('latin1'),
  )
  const fonts = streams.filter((text) => text.includes('beginbfrange')).map(readGlyphs)
  const written = streams.flatMap((text) =>
    [...text.matchAll(/\[([^\]]*)\] TJ/g)].map(([, parts]) => hexIn(parts!)),
  )
  return fonts.flatMap((glyphs) =>
    written.map((hex) =>
      (hex.match(/.{4}/g) ?? []).map((code) => glyphs.get(parseInt(code, 16)) ?? '').join(''),
    ),
  )
}
