import type { Insertable, Updateable } from 'kysely'
import type { CaseRow } from '#server/bookings/record/parts-store.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { DB } from '#server/kernel/db/schema.ts'

export const findCase = (db: Db, id: string): Promise<CaseRow | undefined> =>
  db.selectFrom('booking_case').selectAll().where('id', '=', id).executeTakeFirst()

export const insertCase = (tx: Tx, row: Insertable<DB['booking_case']>) =>
  tx.insertInto('booking_case').values(row).execute()

/** The booking must be locked. */
export const updateCase = (tx: Tx, id: string, change: Updateable<DB['booking_case']>) =>
  tx.updateTable('booking_case').set(change).where('id', '=', id).execute()
