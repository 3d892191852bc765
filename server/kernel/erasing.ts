import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/kernel/db/db.ts'

/** Returns an SQL expression that replaces these words with `inPlace` wherever they occur as whole words. */
export const withoutWords = (
  text: RawBuilder<unknown>,
  words: readonly string[],
  inPlace: string,
): RawBuilder<string> =>
  words.reduce(
    (rest, word) => sql<string>`regexp_replace(${rest}, ${patternOf(word)}, ${inPlace}, 'g')`,
    sql<string>`${text}`,
  )

/** Matches the exact letters; e-mail addresses match case-insensitively. */
const patternOf = (word: string): string => {
  const letters = word.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`)
  return `${word.includes('@') ? '(?i)' : ''}(?<!\\w)${letters}(?!\\w)`
}

/** Lets this transaction edit histories that are otherwise append-only. */
export const allowErasing = (tx: Tx) => sql`select set_config('sitwell.erasing', 'on', true)`.execute(tx)

const deliveryGiveUpHours = 24

type MailDeletion = { to: readonly string[]; othersTo: readonly string[]; at: Date }

/**
 * Deletes all mails to a person, and the mails to the people they dealt with that have been sent or never will be,
 * because those may mention the person.
 */
export async function deletePersonMails(tx: Tx, { to, othersTo, at }: MailDeletion): Promise<void> {
  await sql`
    delete from mail where lower(recipient) = any(${[...to]}::text[])
      or lower(recipient) = any(${[...othersTo]}::text[]) and (
        sent_at is not null or refused_at is not null or settled_at is not null
        or coalesce(resent_at, created_at) < ${new Date(at.getTime() - deliveryGiveUpHours * 3_600_000)})`.execute(
    tx,
  )
}

/** Deletes the responses stored for retries and the live events of the person. */
export async function deleteTransientRecords(tx: Tx, { uid, accountId }: { uid: string; accountId: string }) {
  await sql`delete from idempotency where principal = ${uid}`.execute(tx)
  await sql`delete from recent_write where uid = ${uid}`.execute(tx)
  await sql`delete from live_event where account_id = ${accountId}`.execute(tx)
}
