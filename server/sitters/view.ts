import { services } from '#contract/codes.ts'
import type { SitterFeedItem } from '#contract/feeds.ts'
import type { Photo } from '#contract/files/files.ts'
import type { SitterPet } from '#contract/pets.ts'
import type { Settings } from '#contract/settings.ts'
import type { SitterDraft } from '#contract/sitters/drafts.ts'
import type { LateCancellation, Review, Sitter, SitterService } from '#contract/sitters/sitters.ts'
import { priceForStranger } from '#server/bookings/money/fees.ts'
import { faceOf, type FacePhoto } from '#server/files/face.ts'
import { localOf } from '#server/kernel/day.ts'
import { figuresOf } from '#server/sitters/figures.ts'
import { fieldsOfProfile } from '#server/sitters/profile-fields.ts'
import { displayName, missingFrom } from '#server/sitters/profile.ts'
import type { ReviewRow } from '#server/sitters/review-store.ts'
import type { LateCancellationRow, ServiceRow, SitterRow } from '#server/sitters/store.ts'

export const viewServices = (rows: readonly ServiceRow[]): SitterService[] =>
  services.flatMap((code) => rows.filter(({ service }) => service === code).map(viewService))

const viewService = (row: ServiceRow): SitterService => ({
  service: row.service,
  active: row.active,
  rates: row.rates,
  accepts: row.accepts,
  capacity: Math.max(...row.weekday_capacity),
  weekdayCapacity: row.weekday_capacity,
  maxPets: row.max_pets,
  noticeHours: row.notice_hours,
  policy: row.policy,
  radiusKm: row.radius_km,
})

export type SitterParts = {
  face: FacePhoto | null
  services: readonly SitterService[]
  reviews: readonly Review[]
  photos: readonly Photo[]
  pets: readonly SitterPet[]
  lateCancellations: readonly LateCancellation[]
}

/** Strangers see active services and a blurred position; the sitter sees everything and what is missing. */
export function viewSitter(
  row: SitterRow,
  parts: SitterParts,
  { settings, at, isOwn }: { settings: Settings; at: Date; isOwn: boolean },
): Sitter {
  const sitter: Sitter = {
    ...figuresOf(row, settings, at),
    ...fieldsOfProfile(row),
    id: row.id,
    name: row.name,
    face: faceOf(row.account_id, parts.face),
    status: row.status,
    place: placeOf(row),
    timeZone: row.time_zone,
    currency: settings.currency,
    services: parts.services
      .filter(({ active }) => active || isOwn)
      .map((one) => ({ ...one, unitPrice: priceForStranger(one.rates.base, settings) })),
    photos: [...parts.photos],
    reviews: [...parts.reviews],
    pets: [...parts.pets],
    lateCancellations: [...parts.lateCancellations],
    calendarConfirmedOn: row.calendar_confirmed_on,
    memberSinceOn: localOf(row.created_at, row.time_zone).on,
    version: row.version,
  }
  return isOwn ? { ...sitter, own: ownOf(row, parts.services) } : sitter
}

function placeOf(row: SitterRow): Sitter['place'] {
  const { place_id, place_name, public_lat, public_lng } = row
  if (place_id === null || place_name === null || public_lat === null || public_lng === null) return null
  return {
    id: place_id,
    name: place_name,
    neighbourhood: row.neighbourhood || null,
    region: row.place_region ?? '',
    country: row.country ?? '',
    lat: public_lat,
    lng: public_lng,
  }
}

function ownOf(row: SitterRow, offered: readonly SitterService[]): NonNullable<Sitter['own']> {
  return {
    accountId: row.account_id,
    missing: missingFrom({ headline: row.headline, hasPlace: row.place_id !== null, services: offered }),
    sentBack:
      row.sent_back_at === null || row.sent_back_reason === null
        ? null
        : { reason: row.sent_back_reason, at: row.sent_back_at.toISOString() },
    exact: row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng },
  }
}

export const viewReview = (row: ReviewRow, timeZone: string, photos: Photo[]): Review => ({
  id: row.id,
  ...(row.removed_for === null
    ? { overall: row.overall, ratings: row.ratings, text: row.body, reply: row.reply, removedFor: null }
    : { overall: 0, ratings: {}, text: '', reply: null, removedFor: row.removed_for }),
  service: row.service,
  species: row.species,
  photos: row.removed_for === null ? photos : [],
  by: row.author_erased ? 'Former member' : displayName(row.author_name),
  face: faceOf(row.author_id, row.author_face),
  on: localOf(row.published_at, timeZone).on,
})

/** Returns what the feed shows of a profile as strangers see it, with addresses that work outside the site. */
export function viewFeedSitter(
  { services, photos, ...sitter }: Sitter,
  url: string,
): NonNullable<SitterFeedItem['sitter']> {
  return {
    ...sitter,
    services: services
      .filter(({ active }) => active)
      .map(({ service, unitPrice }) => ({ service, unitPrice })),
    photos: photos.map(({ alt, width, height, sizes }) => ({
      url: new URL(sizes.at(-1)!.url, url).href,
      alt,
      width,
      height,
    })),
    availabilityUrl: `${url}/v1/sitters/${sitter.id}/availability.ics`,
  }
}

const dayMs = 86_400_000

export const viewLateCancellation = (row: LateCancellationRow, timeZone: string): LateCancellation => {
  const before = row.starts_at.getTime() - row.cancelled_at.getTime()
  return {
    on: localOf(row.cancelled_at, timeZone).on,
    service: row.service,
    daysBefore: before < 0 || row.missed ? null : Math.floor(before / dayMs),
    missed: row.missed,
    reply: row.reply,
  }
}

type DraftRow = { step: string; data: SitterDraft['data']; saved_at: Date; version: number }

export const viewDraft = (row: DraftRow | undefined): SitterDraft =>
  row
    ? {
        step: row.step,
        data: row.data,
        savedAt: row.saved_at.toISOString(),
        version: row.version,
      }
    : { step: '', data: {}, savedAt: null, version: 0 }
