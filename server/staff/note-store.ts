import { type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { DB } from '#server/kernel/db/schema.ts'

export type NoteRow = Selectable<DB['staff_note']> & { by_name: string }

/** Finds the notes about a person, newest first. */
export const findNotes = (db: Db, accountId: string): Promise<NoteRow[]> =>
  db
    .selectFrom('staff_note')
    .innerJoin('account', 'account.id', 'staff_note.by_account')
    .selectAll('staff_note')
    .select('account.name as by_name')
    .where('staff_note.account_id', '=', accountId)
    .orderBy('staff_note.at', 'desc')
    .orderBy('staff_note.id', 'desc')
    .execute()

/** Locks the account about which something is noted, so that it is not erased meanwhile. */
export const lockPerson = (tx: Tx, accountId: string): Promise<{ id: string } | undefined> =>
  tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('erased_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const lockNote = (tx: Tx, { accountId, noteId }: { accountId: string; noteId: string }) =>
  tx
    .selectFrom('staff_note')
    .select(['id', 'by_account'])
    .where('id', '=', noteId)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()

export const insertNote = (tx: Tx, row: Insertable<DB['staff_note']>) =>
  tx.insertInto('staff_note').values(row).execute()

export const changeNote = (
  tx: Tx,
  noteId: string,
  change: Pick<Updateable<DB['staff_note']>, 'words' | 'edited_at'>,
) => tx.updateTable('staff_note').set(change).where('id', '=', noteId).execute()

export const deleteNote = (tx: Tx, noteId: string) =>
  tx.deleteFrom('staff_note').where('id', '=', noteId).execute()

export async function deleteNotesAbout(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('staff_note').where('account_id', '=', accountId).execute()
}
