import type { Deps } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { countryName, timeZoneAt } from '#server/places/import.ts'
import { type PostcodeLine, readPostcodeLine } from '#server/places/postcode.ts'
import * as store from '#server/places/postcode-store.ts'
import { subdivisionOf } from '#server/places/subdivision.ts'

const batch = 5_000

export type Imported = {
  lines: number
  /** Lines without a position, around which nobody can search. */
  skipped: number
  /** Codes of the file's countries that existed before and are not in the file. */
  removed: number
  countries: string[]
}

const refused = (fault: string) =>
  new Problem('request-invalid', {
    detail: `${fault} Use an unzipped file from download.geonames.org/export/zip.`,
  })

/**
 * Imports a GeoNames postal code file line by line, so that its size does not matter; existing codes are updated and
 * keep their ids. An invalid line aborts the import with a message; earlier batches stay, and the import can be
 * repeated.
 */
export async function importPostcodes(
  { db }: Pick<Deps, 'db'>,
  lines: AsyncIterable<string>,
  onProgress: (lines: number) => void,
): Promise<Imported> {
  const number = await store.nextImport(db)
  const countries = new Set<string>()
  let [read, skipped] = [0, 0]
  let waiting: PostcodeLine[] = []
  const write = async () => {
    if (waiting.length > 0) await store.upsertPostcodes(db, number, waiting.map(rowOf))
    waiting = []
    onProgress(read)
  }
  for await (const line of lines) {
    read++
    const found = readPostcodeLine(line)
    if (found && 'fault' in found) throw refused(`Line ${read} ${found.fault}.`)
    if (!found) {
      skipped++
      continue
    }
    countries.add(found.country)
    waiting.push(found)
    if (waiting.length === batch) await write()
  }
  if (read === 0) throw refused('The file is empty.')
  await write()
  const removed = await store.endImport(db, number, [...countries])
  return { lines: read, skipped, removed, countries: [...countries].sort() }
}

const rowOf = ({ admin1, ...line }: PostcodeLine) => ({
  ...line,
  country_name: countryName(line.country),
  subdivision: subdivisionOf(line.country, admin1),
  time_zone: timeZoneAt(line.lat, line.lng),
})
