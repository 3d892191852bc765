import { sql } from 'kysely'
import type { Db } from '#server/kernel/db.ts'
import { type Filter, passing } from '#server/search/candidates-store.ts'

/** What the choices of the filters are counted by. */
export type Traced = {
  id: string
  distanceKm: number | null
  traits: number
  qualities: bigint
  publishedAt: Date
}

/** Those who pass the narrow rows' part of a search, the best known first. */
export async function findTraced(db: Db, filter: Filter, limit: number): Promise<Traced[]> {
  const { rows } = await sql<Omit<Traced, 'qualities'> & { qualities: string | null }>`
    select hit.sitter_id as id, hit.distance as "distanceKm", hit.traits, hit.qualities, hit.published_at as "publishedAt"
    from (${passing(filter)}) hit
    order by hit.rank desc, hit.sitter_id limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, qualities: BigInt(row.qualities ?? 0) }))
}
