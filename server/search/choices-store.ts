import { sql } from 'kysely'
import type { Db } from '#server/kernel/db/db.ts'
import { askedOften } from '#server/kernel/db/prepared.ts'
import { type Filter, fitsOf, passing } from '#server/search/candidates-store.ts'

/** What the choices of the filters are counted by. */
export type Traced = {
  id: string
  distanceKm: number | null
  fits: boolean
  traits: number
  qualities: bigint
  publishedAt: Date
}

/** Those who pass the narrow rows' part of a search, the best known first. */
export async function findTraced(db: Db, filter: Filter, limit: number): Promise<Traced[]> {
  const { rows } = await sql<Omit<Traced, 'qualities'> & { qualities: string | null }>`${askedOften}
    select row.sitter_id as id, row.distance as "distanceKm", ${fitsOf(filter)} as fits,
      row.traits, row.qualities, row.published_at as "publishedAt"
    from (${passing(filter)}) row
    order by row.rank desc, row.sitter_id limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, qualities: BigInt(row.qualities ?? 0) }))
}
