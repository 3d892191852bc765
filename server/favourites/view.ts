import { services } from '#contract/codes.ts'
import type { Favourite, SitterBrief } from '#contract/favourites.ts'
import type { Settings } from '#contract/settings.ts'
import { priceForStranger } from '#server/bookings/money/fees.ts'
import type { BriefRow, FavouriteRow } from '#server/favourites/store.ts'
import { faceOf } from '#server/files/face.ts'
import { figuresOf } from '#server/sitters/figures.ts'

export type ViewContext = { settings: Settings; at: Date }

export const viewBrief = (row: BriefRow, { settings, at }: ViewContext): SitterBrief => ({
  ...figuresOf(row, settings, at),
  id: row.id,
  name: row.name,
  headline: row.headline,
  neighbourhood: row.neighbourhood || null,
  placeName: row.place_name,
  currency: settings.currency,
  services: services.flatMap((code) =>
    row.services.flatMap(({ service, rate }) =>
      service === code ? [{ service, unitPrice: priceForStranger(rate, settings) }] : [],
    ),
  ),
  face: faceOf(row.account_id, row.face),
  photoUrl: row.photo_url,
  portrait: row.portrait,
})

export const viewFavourite = (
  row: FavouriteRow,
  brief: BriefRow | undefined,
  context: ViewContext,
): Favourite => ({
  sitterId: row.sitter_id,
  name: row.name,
  note: row.note,
  addedAt: row.added_at.toISOString(),
  listIds: row.list_ids,
  sitter: brief ? viewBrief(brief, context) : null,
})
