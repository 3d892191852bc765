import { sql } from 'kysely'
import type { Db, Tx } from '#server/kernel/db/db.ts'

export type Demand = { placeId: number; week: string; searches: number; withoutResult: number }

/** Adds to the numbers of each place and week, in one order, so that processes that write at once do not deadlock. */
export async function addDemand(tx: Tx, demands: readonly Demand[]): Promise<void> {
  const column = <T>(of: (one: Demand) => T) => demands.map(of)
  await sql`
    insert into place_search as known (place_id, week, searches, without_result)
    select * from unnest(${column(({ placeId }) => placeId)}::int[], ${column(({ week }) => week)}::date[],
      ${column(({ searches }) => searches)}::int[], ${column(({ withoutResult }) => withoutResult)}::int[])
      as noted (place_id, week, searches, without_result)
    order by place_id, week
    on conflict (place_id, week) do update set searches = known.searches + excluded.searches,
      without_result = known.without_result + excluded.without_result`.execute(tx)
}

export const deleteDemandBefore = async (db: Db, week: string): Promise<void> => {
  await db.deleteFrom('place_search').where('week', '<', week).execute()
}
