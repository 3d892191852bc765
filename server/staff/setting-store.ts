import { sql } from 'kysely'
import type { Db } from '#server/kernel/db/db.ts'

export type VersionRow = {
  version: number
  document: unknown
  created_at: Date
  by: string | null
  reason: string | null
}

/** Finds versions of the settings before the given one, newest first. */
export const findVersions = (db: Db, before: number | undefined, limit: number): Promise<VersionRow[]> =>
  db
    .selectFrom('setting')
    .leftJoin('account', 'account.id', 'setting.account_id')
    .select(['setting.version', 'document', 'setting.created_at', 'account.name as by', 'reason'])
    .$if(before !== undefined, (query) => query.where('setting.version', '<', before!))
    .orderBy('setting.version', 'desc')
    .limit(limit)
    .execute()

/** Returns the document of a version; undefined if there is none. */
export const findDocument = async (db: Db, version: number): Promise<unknown> =>
  (await db.selectFrom('setting').select('document').where('version', '=', version).executeTakeFirst())
    ?.document

/** Finds the city with most published sitters; undefined on a site without any. */
export async function findLargestCity(db: Db): Promise<{ id: number; name: string } | undefined> {
  const { rows } = await sql<{ id: number; name: string }>`
    select place.id, place.name from sitter join place on place.id = sitter.place_id
    where sitter.status = 'published'
    group by place.id order by count(*) desc, place.id limit 1`.execute(db)
  return rows[0]
}
