import type { Insertable, Updateable } from 'kysely'
import type { ExtraRow } from '#server/bookings/record/parts-store.ts'
import type { Tx } from '#server/kernel/db/db.ts'
import type { DB } from '#server/kernel/db/schema.ts'

export const insertExtra = (tx: Tx, extra: Insertable<DB['booking_extra']>) =>
  tx.insertInto('booking_extra').values(extra).execute()

export const updateExtra = (tx: Tx, id: string, change: Updateable<DB['booking_extra']>) =>
  tx.updateTable('booking_extra').set(change).where('id', '=', id).execute()

export const findExtra = (tx: Tx, id: string): Promise<ExtraRow | undefined> =>
  tx.selectFrom('booking_extra').selectAll().where('id', '=', id).executeTakeFirst()
