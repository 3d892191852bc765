import { z } from 'zod'

/** The first and the last code point. */
export type Range = readonly [from: number, to: number]

const UnicodeJson = z.record(z.string(), z.string())

/** Returns the ranges that the font files of one part cover, from the `unicode.json` of a Fontsource package. */
export const rangesOf = (json: string, part: string): Range[] =>
  (UnicodeJson.parse(JSON.parse(json))[part] ?? '').split(',').map((range) => {
    const [first = '', last = first] = range.replace('U+', '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
  })
