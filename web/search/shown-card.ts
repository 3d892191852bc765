import type { PublicPet } from '#contract/pets.ts'
import type { SearchAnswer, SitterCard } from '#contract/search/search.ts'

type ShownField =
  | ('id' | 'name' | 'headline' | 'neighbourhood' | 'placeName' | 'distanceKm' | 'photoUrl' | 'why')
  | ('service' | 'currency' | 'unitPrice' | 'total' | 'units' | 'policy' | 'instant')
  | ('rating' | 'repeatClients' | 'responseMinutes' | 'badges')

/** What a card shows of a result. A page has many results, so the rest is not sent to the browser. */
export type ShownCard = Pick<SitterCard, ShownField> & {
  portrait: Pick<PublicPet, 'id' | 'species' | 'coat'> | null
}
export type ShownAnswer = Omit<SearchAnswer, 'items'> & { items: ShownCard[] }

export const shownCard = (card: SitterCard): ShownCard => ({
  id: card.id,
  name: card.name,
  headline: card.headline,
  neighbourhood: card.neighbourhood,
  placeName: card.placeName,
  distanceKm: card.distanceKm,
  photoUrl: card.photoUrl,
  why: card.why,
  service: card.service,
  currency: card.currency,
  unitPrice: card.unitPrice,
  total: card.total,
  units: card.units,
  policy: card.policy,
  instant: card.instant,
  rating: card.rating,
  repeatClients: card.repeatClients,
  responseMinutes: card.responseMinutes,
  badges: card.badges,
  portrait: card.portrait && {
    id: card.portrait.id,
    species: card.portrait.species,
    coat: card.portrait.coat,
  },
})
