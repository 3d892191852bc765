import type { Settings } from '#contract/settings.ts'
import { requestHolidays } from '#server/holidays/commands.ts'
import type { Tx } from '#server/kernel/db/db.ts'
import type { TxDeps } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { isPostcode, nearestPlace, placeById } from '#server/places/commands.ts'
import { distanceKm } from '#server/search/cells.ts'
import { blur } from '#server/sitters/position.ts'
import type { SitterProfile } from '#server/sitters/profile.ts'

/** A position farther than this from the chosen town is refused as a mistake. */
const townRadiusKm = 60

export const noLocation = {
  place_id: null,
  lat: null,
  lng: null,
  public_lat: null,
  public_lng: null,
  country: null,
  subdivision: null,
  time_zone: 'UTC',
}

/** Returns the columns for the town, the exact and the public position, and the time zone and country of the town. */
export async function locate(deps: TxDeps, sitterId: string, profile: SitterProfile, settings: Settings) {
  const { placeId, lat, lng } = profile
  const given = lat === undefined || lng === undefined ? undefined : { lat, lng }
  if (placeId === undefined && !given) return noLocation
  const chosen = placeId === undefined ? undefined : await placeById(deps, placeId)
  const exact = given ?? chosen
  const place = await townOf(deps.db, chosen, exact)
  if (!place || !exact) throw new Problem('place-not-found', { detail: 'Choose the town from the list.' })
  if (distanceKm(exact, place) > townRadiusKm)
    throw new Problem('request-invalid', {
      detail: 'Correct the fields named in "errors" and send it again.',
      errors: [{ path: 'lat', message: 'This position is not in the town you chose' }],
    })
  const shown = blur(exact.lat, exact.lng, `${deps.site.secret}/${sitterId}`, settings.pinBlurMetres)
  await requestHolidays(deps, place)
  return {
    place_id: place.id,
    lat: exact.lat,
    lng: exact.lng,
    public_lat: shown.lat,
    public_lng: shown.lng,
    country: place.country,
    subdivision: place.subdivision,
    time_zone: place.timeZone,
  }
}

/** Returns the chosen town; without one, or if a postcode was chosen, the town nearest to the position. */
const townOf = async (
  tx: Tx,
  chosen: Awaited<ReturnType<typeof placeById>>,
  exact: { lat: number; lng: number } | undefined,
) => (exact && (!chosen || isPostcode(chosen.id)) ? nearestPlace(tx, exact.lat, exact.lng) : chosen)
