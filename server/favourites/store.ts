import { type Insertable, sql } from 'kysely'
import type { Service, Species } from '#contract/codes.ts'
import type { FacePhoto } from '#server/files/face.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { DB } from '#server/kernel/db/schema.ts'

export type BriefRow = {
  id: string
  account_id: string
  name: string
  face: FacePhoto | null
  headline: string
  neighbourhood: string | null
  place_name: string
  rating_sum: number
  rating_count: number
  clients: number
  repeat_clients: number
  completed_bookings: number
  response_rate: number | null
  response_minutes: number | null
  trusted: boolean
  published_at: Date | null
  photo_url: string | null
  services: { service: Service; rate: number }[]
  portrait: { id: string; name: string; species: Species; coat: string | null } | null
}

/** Finds what a brief shows, for sitters who are published. */
export async function findBriefs(db: Db, ids: readonly string[]): Promise<Map<string, BriefRow>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<BriefRow>`
    select sitter.id, sitter.account_id, sitter.name, sitter.headline,
      (select face.photo from face where face.account_id = sitter.account_id limit 1) as face,
      sitter.neighbourhood, place.name as place_name,
      sitter.rating_sum, sitter.rating_count, sitter.clients, sitter.repeat_clients, sitter.completed_bookings,
      sitter.response_rate, sitter.response_minutes, sitter.trusted, sitter.published_at, sitter.photo_url,
      (select coalesce(json_agg(json_build_object('service', one.service, 'rate', (one.rates ->> 'base')::int)), '[]')
       from sitter_service one where one.sitter_id = sitter.id and one.active) as services,
      (select json_build_object('id', pet.id, 'name', pet.name, 'species', pet.species, 'coat', pet.details ->> 'coat')
       from pet where pet.owner_id = sitter.account_id and pet.archived_at is null
       order by pet.created_at, pet.id limit 1) as portrait
    from sitter join place on place.id = sitter.place_id
    where sitter.id = any(${ids}::uuid[]) and sitter.status = 'published'`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

export type FavouriteRow = {
  sitter_id: string
  name: string
  note: string | null
  added_at: Date
  list_ids: string[]
}

const favourites = (db: Db, accountId: string) =>
  db
    .selectFrom('favourite')
    .select(['sitter_id', 'name', 'note', 'added_at'])
    .select(
      sql<string[]>`array(select list_id from favourite_list_sitter listed
        where listed.account_id = favourite.account_id and listed.sitter_id = favourite.sitter_id)`.as(
        'list_ids',
      ),
    )
    .where('account_id', '=', accountId)

export const findFavourites = (db: Db, accountId: string): Promise<FavouriteRow[]> =>
  favourites(db, accountId).orderBy('added_at', 'desc').orderBy('sitter_id').execute()

export const lockFavourite = (tx: Tx, accountId: string, sitterId: string) =>
  favourites(tx, accountId).where('sitter_id', '=', sitterId).forUpdate().executeTakeFirst()

/** Serialises the changes of one person, so that favourites and searches can be counted. */
export const lockAccount = (tx: Tx, accountId: string) =>
  tx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().executeTakeFirst()

export async function countFavourites(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('favourite')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Finds the name of a sitter; undefined unless the profile is published. */
export const findPublishedName = (db: Db, sitterId: string) =>
  db
    .selectFrom('sitter')
    .select('name')
    .where('id', '=', sitterId)
    .where('status', '=', 'published')
    .executeTakeFirst()

export const insertFavourite = (tx: Tx, favourite: Insertable<DB['favourite']>) =>
  tx
    .insertInto('favourite')
    .values(favourite)
    .onConflict((conflict) => conflict.columns(['account_id', 'sitter_id']).doNothing())
    .execute()

export const saveNote = (tx: Tx, accountId: string, sitterId: string, note: string | null) =>
  tx
    .updateTable('favourite')
    .set({ note })
    .where('account_id', '=', accountId)
    .where('sitter_id', '=', sitterId)
    .execute()

export const deleteFavourite = (tx: Tx, accountId: string, sitterId: string) =>
  tx.deleteFrom('favourite').where('account_id', '=', accountId).where('sitter_id', '=', sitterId).execute()

export const deleteAllOf = (tx: Tx, accountId: string) =>
  tx.deleteFrom('favourite').where('account_id', '=', accountId).execute()

export const deleteFavouritesOfSitter = (tx: Tx, sitterId: string) =>
  tx.deleteFrom('favourite').where('sitter_id', '=', sitterId).execute()
