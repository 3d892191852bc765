import type { Db, Tx } from '#server/kernel/db/db.ts'

type Place = { uidValidity: string; nextUid: number }

export async function findBox(db: Db, id: Buffer): Promise<Place | undefined> {
  const row = await db.selectFrom('mail_report_box').selectAll().where('id', '=', id).executeTakeFirst()
  return row && { uidValidity: row.uid_validity, nextUid: Number(row.next_uid) }
}

export async function saveBox(tx: Tx, id: Buffer, { uidValidity, nextUid }: Place, at: Date): Promise<void> {
  const values = { uid_validity: uidValidity, next_uid: String(nextUid), read_at: at }
  await tx
    .insertInto('mail_report_box')
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}

/** Returns to whom a mail was sent; undefined if there is no such mail, or it was not sent. */
export const findRecipient = async (db: Db, mailId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('mail')
      .select('recipient')
      .where('id', '=', mailId)
      .where('sent_at', 'is not', null)
      .executeTakeFirst()
  )?.recipient
