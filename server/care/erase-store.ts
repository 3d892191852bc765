import { sql } from 'kysely'
import type { Tx } from '#server/kernel/db/db.ts'

/** Deletes all entries of these bookings and returns the ids of their photos. */
export async function deleteEntries(tx: Tx, bookingIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ file_id: string | null }>`
    delete from care_entry where booking_id = any(${[...bookingIds]}::uuid[])
    returning data ->> 'fileId' as file_id`.execute(tx)
  return rows.flatMap(({ file_id: id }) => id ?? [])
}
