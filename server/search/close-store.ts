import { sql } from 'kysely'
import type { Db } from '#server/kernel/db/db.ts'
import { type Candidate, type Filter, keyOf, type Order, passing } from '#server/search/candidates-store.ts'
import type { DayWords } from '#server/search/day-words.ts'

/** Returns the best sitters that pass everything except the days, and lack room on at most `mostMissing` of them. */
export async function findPartlyFree(
  db: Db,
  filter: Filter,
  days: { mask: DayWords; mostMissing: number },
  order: Order,
  limit: number,
): Promise<Omit<Candidate, 'sure' | 'fits' | 'tie'>[]> {
  const busy = days.mask.map(
    (word, index) => sql`bit_count((row.${sql.ref(`w${index}`)} & ${String(word)}::bigint)::bit(64))`,
  )
  const key = keyOf(order, filter)
  const { rows } = await sql<Omit<Candidate, 'sure' | 'fits' | 'tie'>>`
    select row.sitter_id as id, ${key}::float8 as key, row.distance as "distanceKm"
    from (${passing({ ...filter, mask: undefined })}) row
    where ${sql.join(busy, sql` + `)} <= ${days.mostMissing}
    order by ${sql.join(busy, sql` + `)} = 0, key desc, row.sitter_id limit ${limit}`.execute(db)
  return rows
}
