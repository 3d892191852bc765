import { sql } from 'kysely'
import type { ReportReason } from '#contract/care/codes.ts'
import type { Service, Species } from '#contract/codes.ts'
import type { FacePhoto } from '#server/files/face.ts'
import type { ListPosition } from '#server/kernel/db/cursor.ts'
import type { Db } from '#server/kernel/db/db.ts'
import type { StarsGiven } from '#server/reviews/summary.ts'

export type ReviewRow = {
  id: string
  overall: number
  ratings: Record<string, number>
  body: string
  service: Service
  species: Species[]
  author_id: string
  author_name: string
  author_erased: boolean
  author_face: FacePhoto | null
  reply: string | null
  published_at: Date
  removed_for: ReportReason | null
}

/** The columns of a `ReviewRow`, read from `reviewSources`. */
export const reviewColumns = sql`review.id, review.overall, review.ratings, review.body, booking.service,
  account.id as author_id, account.name as author_name, account.erased_at is not null as author_erased,
  (select face.photo from face where face.account_id = account.id limit 1) as author_face,
  review.reply, review.published_at, review.removed_for,
  array(
    select distinct pet.species from booking_pet join pet on pet.id = booking_pet.pet_id
    where booking_pet.booking_id = booking.id order by 1
  ) as species`
export const reviewSources = sql`review
  join booking on booking.id = review.booking_id
  join account on account.id = review.account_id`

/**
 * Lists the reviews that owners published about a sitter, newest first; `stars` selects reviews that were not removed
 * and gave that many.
 */
export async function listReviews(
  db: Db,
  sitterId: string,
  {
    species,
    stars,
    after,
    limit,
  }: {
    species?: Species | undefined
    stars?: number | undefined
    after?: ListPosition | undefined
    limit: number
  },
): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    select ${reviewColumns} from ${reviewSources}
    where review.sitter_id = ${sitterId} and review.published_at is not null and review.author = 'owner'
      and (${after?.at ?? null}::timestamptz is null
        or (review.published_at, review.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
      and (${species ?? null}::text is null or exists (
        select 1 from booking_pet join pet on pet.id = booking_pet.pet_id
        where booking_pet.booking_id = booking.id and pet.species = ${species ?? null}
      ))
      and (${stars ?? null}::int is null or (review.overall = ${stars ?? null} and review.removed_at is null))
    order by review.published_at desc, review.id desc
    limit ${limit}`.execute(db)
  return rows
}

/** Reads the ratings of a sitter's published reviews that were not removed. */
export async function findStarsGiven(db: Db, sitterId: string): Promise<StarsGiven[]> {
  const { rows } = await sql<StarsGiven>`
    select overall, ratings, published_at as "publishedAt" from review
    where sitter_id = ${sitterId} and author = 'owner' and published_at is not null and removed_at is null`.execute(
    db,
  )
  return rows
}
