import { sql } from 'kysely'
import type { Db } from '#server/kernel/db/db.ts'
import { frequent } from '#server/kernel/db/prepared.ts'
import { type Filter, fitsOf, passing } from '#server/search/candidates-store.ts'

/** The facts about a sitter by which filter choices are counted. */
export type MatchingSitter = {
  id: string
  distanceKm: number | null
  fits: boolean
  traits: number
  qualities: bigint
  publishedAt: Date
}

/** Returns the sitters whose `sitter_search` rows pass, highest rank first. */
export async function findMatchingSitters(db: Db, filter: Filter, limit: number): Promise<MatchingSitter[]> {
  const { rows } = await sql<Omit<MatchingSitter, 'qualities'> & { qualities: string | null }>`${frequent}
    select row.sitter_id as id, row.distance as "distanceKm", ${fitsOf(filter)} as fits,
      row.traits, row.qualities, row.published_at as "publishedAt"
    from (${passing(filter)}) row
    order by row.rank desc, row.sitter_id limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, qualities: BigInt(row.qualities ?? 0) }))
}
