import { type Insertable, sql, type Updateable } from 'kysely'
import type { CaseRow } from '#server/bookings/record/parts-store.ts'
import type { ListPosition } from '#server/kernel/db/cursor.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { DB } from '#server/kernel/db/schema.ts'

export const findCase = (db: Db, id: string): Promise<CaseRow | undefined> =>
  db.selectFrom('booking_case').selectAll().where('id', '=', id).executeTakeFirst()

export const insertCase = (tx: Tx, row: Insertable<DB['booking_case']>) =>
  tx.insertInto('booking_case').values(row).execute()

/** The booking must be locked. */
export const updateCase = (tx: Tx, id: string, change: Updateable<DB['booking_case']>) =>
  tx.updateTable('booking_case').set(change).where('id', '=', id).execute()

export type CaseQuery = { status: 'open' | 'resolved'; after: ListPosition | undefined; limit: number }

/** Lists open cases by nearest deadline, or resolved cases newest first. */
export function listCases(db: Db, { status, after, limit }: CaseQuery): Promise<CaseRow[]> {
  const rows = db.selectFrom('booking_case').selectAll().limit(limit)
  const position = after && sql`(${after.at}::timestamptz, ${after.id}::uuid)`
  if (status === 'open')
    return rows
      .where('status', '<>', 'resolved')
      .$if(position !== undefined, (open) => open.where(sql<boolean>`(decide_by, id) > ${position}`))
      .orderBy('decide_by')
      .orderBy('id')
      .execute()
  return rows
    .where('status', '=', 'resolved')
    .$if(position !== undefined, (done) => done.where(sql<boolean>`(resolved_at, id) < ${position}`))
    .orderBy('resolved_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}
