import { type Service, services } from '#contract/codes.ts'
import type { PublicPet } from '#contract/pets.ts'
import type { SitterCard, SitterPin } from '#contract/search/search.ts'
import type { Settings } from '#contract/settings.ts'
import { faceOf } from '#server/files/face.ts'
import { localOf } from '#server/kernel/day.ts'
import type { CardRow, PinRow } from '#server/search/cards-store.ts'
import { rankedOf } from '#server/search/document.ts'
import type { Offer } from '#server/search/offer.ts'
import { distanceComponent, scoreOf, staticComponents } from '#server/search/ranking.ts'
import { figuresOf, ratingOf } from '#server/sitters/figures.ts'

type CardTerms = {
  distanceKm: number | null
  requestedService: Service | undefined
  settings: Settings
  at: Date
}

export function viewCard(
  row: CardRow,
  { service, unitPrice, total, units }: Offer,
  { distanceKm, requestedService, settings, at }: CardTerms,
): SitterCard {
  const components = {
    distance: distanceComponent(distanceKm, requestedService ?? 'boarding'),
    ...staticComponents(rankedOf(row), at),
  }
  return {
    ...figuresOf(
      {
        rating_sum: row.ratingSum,
        rating_count: row.ratingCount,
        clients: row.clients,
        repeat_clients: row.repeatClients,
        completed_bookings: row.completedBookings,
        response_rate: row.responseRate,
        response_minutes: row.responseMinutes,
        trusted: row.trusted,
        published_at: row.publishedAt,
      },
      settings,
      at,
    ),
    id: row.id,
    name: row.name,
    headline: row.headline,
    neighbourhood: row.neighbourhood,
    placeName: row.placeName,
    country: row.country ?? '',
    lat: row.lat ?? 0,
    lng: row.lng ?? 0,
    distanceKm: distanceKm === null ? null : Math.round(distanceKm * 10) / 10,
    service: service.service,
    services: services.filter((code) => row.services.some((one) => one.service === code)),
    currency: settings.currency,
    unitPrice,
    total,
    units,
    policy: service.policy,
    instant: row.instantBooking === 'everyone',
    home: row.home,
    face: faceOf(row.accountId, row.face),
    photoUrl: row.photoUrl,
    portrait: row.portrait && viewPortrait(row.portrait, at),
    why: { score: scoreOf(components, settings.rank.weights), components },
  }
}

/** Builds a pin, which shows part of what the sitter's card shows. */
export const viewPin = (
  row: PinRow,
  { service, unitPrice, total, units }: Offer,
  { settings, at }: Pick<CardTerms, 'settings' | 'at'>,
): SitterPin => ({
  id: row.id,
  name: row.name,
  service: service.service,
  unitPrice,
  total,
  units,
  lat: row.lat ?? 0,
  lng: row.lng ?? 0,
  rating: ratingOf({ rating_sum: row.ratingSum, rating_count: row.ratingCount }, settings),
  face: faceOf(row.accountId, row.face),
  photoUrl: row.photoUrl,
  portrait: row.portrait && viewPortrait(row.portrait, at),
})

function viewPortrait(
  { birthOn, weightGrams, ...pet }: NonNullable<CardRow['portrait']>,
  at: Date,
): PublicPet {
  return {
    ...pet,
    ageYears: birthOn === null ? null : yearsBetween(birthOn, localOf(at, 'UTC').on),
    weightKg: weightGrams === null ? null : weightGrams / 1000,
  }
}

/** Number of whole years; the birthday itself completes one. */
const yearsBetween = (from: string, to: string): number =>
  Math.max(0, Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(5) < from.slice(5) ? 1 : 0))
