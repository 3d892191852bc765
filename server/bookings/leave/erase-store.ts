import { sql } from 'kysely'
import type { Tx } from '#server/kernel/db/db.ts'

type BookingSelection = { bookingIds: readonly string[] }
const ids = ({ bookingIds }: BookingSelection) => sql`any(${[...bookingIds]}::uuid[])`

/**
 * Erases what the two sides wrote to each other about their bookings and to the operator; dates and money stay.
 * Returns the ids of the cases.
 */
export async function clearTexts(tx: Tx, selection: BookingSelection): Promise<string[]> {
  await sql`update booking set message = null, reason = null, cancel_reply = null where id = ${ids(selection)}`.execute(
    tx,
  )
  await sql`update booking_change set note = null where booking_id = ${ids(selection)}`.execute(tx)
  await sql`delete from booking_backup where booking_id = ${ids(selection)}`.execute(tx)
  await sql`delete from booking_rhythm where booking_id = ${ids(selection)}`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    update booking_case set words = '', contacted = case when contacted is null then null else '' end,
      answer = case when answer is null then null else '' end, appeal = case when appeal is null then null else '' end,
      statement = case when statement is null then null else '' end,
      photo_ids = '{}', answer_photo_ids = '{}', appeal_photo_ids = '{}'
    where booking_id = ${ids(selection)} returning id`.execute(tx)
  await sql`
    update booking_event set payload = payload - 'reason' - 'note' - 'location' where booking_id = ${ids(selection)}
      and payload ?| array['reason', 'note', 'location']`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Replaces the names of pets in the agreed terms of changes. */
export async function renamePets(
  tx: Tx,
  selection: BookingSelection & { ownerId: string; name: string },
): Promise<void> {
  await sql`
    update booking_change set agreed = jsonb_set(agreed, '{pets}', (
        select coalesce(jsonb_agg(case when pet ? 'name' then pet || jsonb_build_object('name', ${selection.name}::text) else pet end), '[]')
        from jsonb_array_elements(agreed -> 'pets') pet))
    where jsonb_typeof(agreed -> 'pets') = 'array' and booking_id in (
      select id from booking where owner_id = ${selection.ownerId})`.execute(tx)
}

export const deleteAddress = (tx: Tx, accountId: string) =>
  tx.deleteFrom('calendar_address').where('account_id', '=', accountId).execute()

/** Deletes the records in which this sitter is the backup for other sitters' bookings. */
export const deleteBackupsOf = (tx: Tx, sitterId: string) =>
  tx.deleteFrom('booking_backup').where('sitter_id', '=', sitterId).execute()
