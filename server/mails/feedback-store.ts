import type { Tx } from '#server/kernel/db/db.ts'

/** Notes a report; returns false if it was noted before. */
export async function insertFeedback(tx: Tx, id: Buffer, at: Date): Promise<boolean> {
  const row = await tx
    .insertInto('mail_feedback')
    .values({ id, received_at: at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

type Returned = { id: string; recipient: string; detail: string; at: Date }

/** Marks a mail that was sent as one that came back. */
export const markReturned = (tx: Tx, { id, recipient, detail, at }: Returned) =>
  tx
    .updateTable('mail')
    .set({ refused_at: at, refusal: 'bounce', answer: detail })
    .where('id', '=', id)
    .where((eb) => eb(eb.fn('lower', ['recipient']), '=', recipient.toLowerCase()))
    .where('sent_at', 'is not', null)
    .where('refused_at', 'is', null)
    .execute()

export async function deleteOldFeedback(tx: Tx, before: Date, limit: number): Promise<number> {
  const old = tx.selectFrom('mail_feedback').select('id').where('received_at', '<', before).limit(limit)
  const deleted = await tx.deleteFrom('mail_feedback').where('id', 'in', old).returning('id').execute()
  return deleted.length
}
