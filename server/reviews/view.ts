import type { Photo } from '#contract/files/files.ts'
import type { Review } from '#contract/sitters/sitters.ts'
import { faceOf } from '#server/files/face.ts'
import { localOf } from '#server/kernel/day.ts'
import type { ReviewRow } from '#server/reviews/store.ts'
import { displayName } from '#server/sitters/profile.ts'

/** Builds the public view of a published review. */
export const viewReview = (row: ReviewRow, photos: Photo[]): Review => ({
  id: row.id,
  overall: row.overall,
  ratings: row.ratings,
  text: row.body,
  service: row.service,
  species: row.species,
  by: row.author_erased ? 'Former member' : displayName(row.author_name),
  face: faceOf(row.author_id, row.author_face),
  reply: row.reply,
  removedFor: null,
  photos,
  on: localOf(row.published_at, row.time_zone).on,
})
