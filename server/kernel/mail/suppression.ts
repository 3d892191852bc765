import type { Selectable } from 'kysely'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { DB } from '#server/kernel/db/schema.ts'
import { newId } from '#server/kernel/ids.ts'
import { oneLine } from '#server/kernel/mail/answer.ts'

export type SuppressionRow = Selectable<DB['mail_suppression']>
export type SuppressionCause = SuppressionRow['cause']

type Suppression = { address: string; cause: SuppressionCause; detail: string; at: Date }

/** Stops all mail to an address; returns undefined if it was stopped already, which stays as it is. */
export const suppress = (
  tx: Tx,
  { address, cause, detail, at }: Suppression,
): Promise<SuppressionRow | undefined> =>
  tx
    .insertInto('mail_suppression')
    .values({ id: newId(at), address: address.toLowerCase(), cause, detail: oneLine(detail), at })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .returningAll()
    .executeTakeFirst()

export const findSuppression = (db: Db, address: string): Promise<SuppressionRow | undefined> =>
  db
    .selectFrom('mail_suppression')
    .selectAll()
    .where('address', '=', address.toLowerCase())
    .executeTakeFirst()

const causes: Record<SuppressionCause, string> = {
  bounce: 'mails to it came back',
  complaint: 'a mail to it was marked as spam',
  manual: 'staff have stopped them',
}

export const suppressedWords = ({ cause }: Pick<SuppressionRow, 'cause'>): string =>
  `The address gets no more mails: ${causes[cause]}.`

/** Enhanced status codes for a mailbox that does not exist (RFC 3463, RFC 7505). */
const unknownMailbox = /\b5\.1\.(1|10)\b/

/**
 * Returns true if a mail server says that there is no such mailbox. Other permanent refusals may be the fault of the
 * sender, so that nobody's mail is stopped for them.
 */
export const saysUnknownMailbox = (answer: string): boolean => unknownMailbox.test(answer)
