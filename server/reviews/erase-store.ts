import { sql } from 'kysely'
import type { Tx } from '#server/kernel/db/db.ts'
import { withoutWords } from '#server/kernel/erasing.ts'

/**
 * Blanks the texts but keeps the stars, because an average that others rely on must not change when somebody leaves.
 */
export const blankReviewsOf = (tx: Tx, accountId: string) =>
  tx.updateTable('review').set({ body: '', private_note: null }).where('account_id', '=', accountId).execute()

export const blankRepliesOf = (tx: Tx, sitterId: string) =>
  tx.updateTable('review').set({ reply: null, replied_at: null }).where('sitter_id', '=', sitterId).execute()

/** Removes the person's names from what others wrote. */
export const redactNames = (
  tx: Tx,
  {
    bookingIds,
    words,
    inPlace,
  }: { bookingIds: readonly string[]; words: readonly string[]; inPlace: string },
) =>
  sql`
    update review set body = ${withoutWords(sql`body`, words, inPlace)},
      private_note = ${withoutWords(sql`private_note`, words, inPlace)}, reply = ${withoutWords(sql`reply`, words, inPlace)}
    where booking_id = any(${[...bookingIds]}::uuid[])`.execute(tx)
