import type { PublicPet } from '#contract/pets.ts'
import type { SearchAnswer, SitterCard } from '#contract/search/search.ts'
import type { ShownFace } from '#web/ui/face.tsx'

type ShownField =
  | ('id' | 'name' | 'headline' | 'neighbourhood' | 'placeName' | 'distanceKm' | 'photoUrl' | 'why')
  | ('service' | 'currency' | 'unitPrice' | 'total' | 'units' | 'policy' | 'instant')
  | ('rating' | 'repeatClients' | 'responseMinutes' | 'badges')

/** What a card shows of a result. */
export type ShownCard = Pick<SitterCard, ShownField> & {
  face: ShownFace
  portrait: Pick<PublicPet, 'id' | 'species' | 'coat'> | null
}
export type ShownAnswer = Omit<SearchAnswer, 'items' | 'nextCursor' | 'rankingVersion' | 'hint'> & {
  cards: PackedCard[]
  hasMore: boolean
}

/** In the corner of a photo, the smallest size of a face suffices; as the picture of a card it is as wide as a phone. */
const faceSizes = { corner: 1, picture: 3 }

const packFace = ({ photo, tint }: SitterCard['face'], shownAs: keyof typeof faceSizes) =>
  [
    tint,
    photo && photo.sizes.slice(0, faceSizes[shownAs]).map(({ width, url }) => [width, url] as const),
  ] as const

const unpackFace = ([tint, sizes]: ReturnType<typeof packFace>): ShownFace => ({
  photo: sizes && { sizes: sizes.map(([width, url]) => ({ width, url })) },
  tint,
})

/** Shares are shown as whole percents and short bars. */
const rounded = (share: number): number => Math.round(share * 1000) / 1000

/**
 * What the browser gets of a result, in the order that `unpackCard` reads. A page has many results, so nothing else is
 * sent with each of them, not even the names of the fields.
 */
export const packCard = (card: SitterCard) =>
  [
    card.id,
    card.name,
    card.headline,
    card.neighbourhood,
    card.placeName,
    card.distanceKm,
    card.service,
    card.currency,
    card.unitPrice,
    card.total,
    card.units,
    card.policy,
    card.instant,
    card.photoUrl,
    packFace(card.face, card.photoUrl ? 'corner' : 'picture'),
    card.repeatClients,
    card.responseMinutes,
    card.rating.average,
    card.rating.count,
    card.portrait && ([card.portrait.id, card.portrait.species, card.portrait.coat] as const),
    rounded(card.why.score),
    rounded(card.why.components.distance),
    rounded(card.why.components.quality),
    rounded(card.why.components.repeat),
    rounded(card.why.components.response),
    rounded(card.why.components.freshness),
    rounded(card.why.components.completeness),
    rounded(card.why.components.newcomer),
    ...card.badges,
  ] as const

export type PackedCard = ReturnType<typeof packCard>

export function unpackCard(packed: PackedCard): ShownCard {
  const [
    id,
    name,
    headline,
    neighbourhood,
    placeName,
    distanceKm,
    service,
    currency,
    unitPrice,
    total,
    units,
    policy,
    instant,
    photoUrl,
    face,
    repeatClients,
    responseMinutes,
    average,
    count,
    portrait,
    score,
    distance,
    quality,
    repeat,
    response,
    freshness,
    completeness,
    newcomer,
    ...badges
  ] = packed
  return {
    id,
    name,
    headline,
    neighbourhood,
    placeName,
    distanceKm,
    service,
    currency,
    unitPrice,
    total,
    units,
    policy,
    instant,
    photoUrl,
    face: unpackFace(face),
    repeatClients,
    responseMinutes,
    badges,
    rating: { average, count },
    portrait: portrait && { id: portrait[0], species: portrait[1], coat: portrait[2] },
    why: {
      score,
      components: { distance, quality, repeat, response, freshness, completeness, newcomer },
    },
  }
}
