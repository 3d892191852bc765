/** A line of a GeoNames postal code file. */
export type PostcodeLine = {
  country: string
  code: string
  shown: string
  name: string
  region: string
  admin1: string
  lat: number
  lng: number
}

/** Keeps only letters and digits, in lower case: "SW1A 1AA" and "sw1a1aa" are the same. */
export const foldCode = (typed: string): string =>
  typed
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

const [minColumns, columns] = [
  11,
  'country, postcode, place, region, its code, …, latitude, longitude, accuracy',
]

/**
 * Parses one line (https://download.geonames.org/export/zip/readme.txt: twelve columns, separated by tabs); null for an
 * empty line and for one without a position, a message for an invalid one.
 */
export function readPostcodeLine(line: string): PostcodeLine | null | { fault: string } {
  if (line.trim() === '') return null
  const cells = line.split('\t').map((cell) => cell.trim())
  const cell = (index: number) => cells[index] ?? ''
  const [country, shown] = [cell(0), cell(1)]
  if (cells.length < minColumns) return { fault: `has ${cells.length} columns; there must be 12: ${columns}` }
  if (!/^[A-Z]{2}$/.test(country)) return { fault: 'does not begin with a country of two capital letters' }
  const code = foldCode(shown)
  if (code === '' || shown.length > 20) return { fault: 'has no postcode in its second column' }
  const [latText, lngText] = [cell(9), cell(10)]
  if (latText === '' || lngText === '') return null
  const [lat, lng] = [Number(latText), Number(lngText)]
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180))
    return { fault: 'has no latitude and longitude in its tenth and eleventh column' }
  const [name, region] = [cell(2).slice(0, 120), cell(3).slice(0, 120)]
  return { country, code, shown, name, region, admin1: cell(4), lat, lng }
}

/** Returns the folded code if the text may be a postcode: it needs a digit and at least two characters. */
export function codeIn(typed: string): string | null {
  const code = foldCode(typed)
  return /\d/.test(code) && code.length >= 2 && code.length <= 20 ? code : null
}

const shortest = 3

/**
 * Returns the shorter prefixes of a code, the longest first, because some countries' files contain only the first part
 * of each code.
 */
export const shorterCodes = (code: string): string[] =>
  Array.from({ length: Math.max(0, code.length - shortest) }, (_, index) => code.slice(0, -1 - index))
