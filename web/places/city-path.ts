import type { Service } from '#contract/codes.ts'

/** Converts a name to a URL slug without accents; letters of other scripts are kept. */
const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

/** Path of a city's page, or of one service there; the id identifies the city, the name is for readability only. */
export const cityPath = (place: { id: number; name: string }, service?: Service): string =>
  `/pet-sitters/${slugOf(`${place.name} ${place.id}`)}${service ? `/${slugOf(service)}` : ''}`
