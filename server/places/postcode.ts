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

/** Letters and digits alone, in lower case: "SW1A 1AA" and "sw1a1aa" are the same. */
export const foldCode = (typed: string): string =>
  typed
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

const [fewest, columns] = [11, 'country, postcode, place, region, its code, …, latitude, longitude, accuracy']

/**
 * Reads one line (https://download.geonames.org/export/zip/readme.txt: twelve columns, tabs between them); null for an
 * empty one and one without a position, a sentence for what is none at all.
 */
export function readPostcodeLine(line: string): PostcodeLine | null | { fault: string } {
  if (line.trim() === '') return null
  const cells = line.split('\t').map((cell) => cell.trim())
  const [country = '', shown = '', name = '', region = '', admin1 = ''] = cells
  if (cells.length < fewest) return { fault: `has ${cells.length} columns; there must be 12: ${columns}` }
  if (!/^[A-Z]{2}$/.test(country)) return { fault: 'does not begin with a country of two capital letters' }
  const code = foldCode(shown)
  if (code === '' || shown.length > 20) return { fault: 'has no postcode in its second column' }
  const [latText = '', lngText = ''] = cells.slice(9)
  if (latText === '' || lngText === '') return null
  const [lat, lng] = [Number(latText), Number(lngText)]
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180))
    return { fault: 'has no latitude and longitude in its tenth and eleventh column' }
  return { country, code, shown, name: name.slice(0, 120), region: region.slice(0, 120), admin1, lat, lng }
}

/** Only what has a digit may be a postcode; shorter beginnings say too little. */
export function askedCode(typed: string): string | null {
  const code = foldCode(typed)
  return /\d/.test(code) && code.length >= 2 && code.length <= 20 ? code : null
}

const shortest = 3

/** Where a country's file holds only the first part of its codes, that part is meant; the longest first. */
export const shorterCodes = (code: string): string[] =>
  Array.from({ length: Math.max(0, code.length - shortest) }, (_, index) => code.slice(0, -1 - index))
