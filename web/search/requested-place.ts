import { type Api, ApiProblem } from '#web/api.ts'
import { type NamedPlace, resolvePlace } from '#web/places/resolve-place.ts'
import { nearMe, parseSearch } from '#web/search/search-state.ts'

type RequestedPlace = { place: NamedPlace | null; unknown: string | null }

const named = (place: NamedPlace): NamedPlace => ({ id: place.id, name: place.name })

/** Resolves the town of a search, chosen by id or typed; typed text wins if it differs from the chosen town's name. */
export async function requestedPlace(api: Api, params: URLSearchParams): Promise<RequestedPlace> {
  const { place: id, near } = parseSearch(params)
  const typed = params.get('placeName')?.trim().slice(0, 80) ?? ''
  const chosen = id ? await placeById(api, id) : null
  if (params.has('placeName') && (!typed || (near && typed === nearMe))) return { place: null, unknown: null }
  if (!typed || chosen?.name === typed) return { place: chosen, unknown: null }
  const found = await resolvePlace(api, typed)
  return found ? { place: named(found), unknown: null } : { place: null, unknown: typed }
}

/** An unknown id counts as no town. */
async function placeById(api: Api, id: number): Promise<NamedPlace | null> {
  try {
    return named(await api('GET /v1/places/:placeId', { params: { placeId: `${id}` } }))
  } catch (error) {
    if (error instanceof ApiProblem && error.status < 500) return null
    throw error
  }
}
