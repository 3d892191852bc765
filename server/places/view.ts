import type { PostcodeRow } from '#server/places/postcode-store.ts'
import type { PlaceRow } from '#server/places/store.ts'
import type { Town } from '#server/places/town.ts'

export const viewPlace = (row: PlaceRow): Town => ({
  id: row.id,
  name: row.name,
  region: row.region,
  country: row.country,
  countryName: row.country_name,
  subdivision: row.subdivision,
  lat: row.lat,
  lng: row.lng,
  timeZone: row.time_zone,
  population: row.population,
})

/** A postcode as a place to search around: its own centre, and no population. */
export const viewPostcode = (row: PostcodeRow): Town => ({
  id: Number(row.id),
  name: `${row.shown} ${row.name}`.trim(),
  region: row.region,
  country: row.country,
  countryName: row.country_name,
  subdivision: row.subdivision,
  lat: row.lat,
  lng: row.lng,
  timeZone: row.time_zone,
  population: 0,
})
