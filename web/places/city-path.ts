import type { Service } from '#contract/codes.ts'

/** Letters and digits without accents, as an address shows them; names in other scripts stay as they are. */
const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

/** The page of a city, or of one service there: the id decides, the name is for readers. */
export const cityPath = (place: { id: number; name: string }, service?: Service): string =>
  `/pet-sitters/${slugOf(`${place.name} ${place.id}`)}${service ? `/${slugOf(service)}` : ''}`
