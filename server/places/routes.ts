import * as contract from '#contract/places.ts'
import { route } from '#server/kernel/http/http.ts'
import { Problem } from '#server/kernel/problem.ts'
import { listCities, readCity } from '#server/places/city-commands.ts'
import { placeById, placesInSight, suggestPlaces } from '#server/places/commands.ts'

export const placeRoutes = [
  route(contract.searchPlaces, async ({ deps, query: { q, ...query } }) => ({
    items: await suggestPlaces(deps, { typed: q, ...query }),
  })),

  route(contract.showPlace, async ({ deps, params }) => {
    const place = await placeById(deps, Number(params.placeId))
    if (!place) throw new Problem('place-not-found')
    return place
  }),

  route(contract.showCity, async ({ deps, params }) => {
    const city = await readCity(deps, Number(params.placeId))
    if (!city) throw new Problem('place-not-found')
    return city
  }),

  route(contract.listCities, async ({ deps }) => ({ items: await listCities(deps) })),

  route(contract.listPlacesInSight, async ({ deps, query }) => ({
    items: await placesInSight(deps.db, query.bounds),
  })),
]
