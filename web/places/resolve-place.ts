import type { Place } from '#contract/places.ts'
import type { Api } from '#web/api.ts'

export type NamedPlace = { id: number; name: string }

/** Finds the most likely town for a typed text, such as "Lisbon" or "Lisbon, Portugal". */
export async function resolvePlace(api: Api, typed: string): Promise<Place | null> {
  const [town = '', ...rest] = typed.split(',').map((part) => part.trim())
  const wider = rest.join(' ').toLocaleLowerCase('en-GB')
  if (town.length < 2) return null
  const { items } = await api('GET /v1/places', { query: { q: town.slice(0, 80), limit: 10 } })
  const fits = ({ countryName, region, country }: Place) =>
    [countryName, region, country].some((name) => name.toLocaleLowerCase('en-GB') === wider)
  return (wider && items.find(fits)) || (items[0] ?? null)
}

/** "Portugal", or "Maine, United States" if a region distinguishes towns of the same name. */
export const placeDetail = ({ name, region, countryName }: Place): string =>
  region && region !== name ? `${region}, ${countryName}` : countryName
