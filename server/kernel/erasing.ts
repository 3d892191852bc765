import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/kernel/db/db.ts'

/** A text without these words, where they stand as words of their own; what takes their place is said. */
export const withoutWords = (
  text: RawBuilder<unknown>,
  words: readonly string[],
  inPlace: string,
): RawBuilder<string> =>
  words.reduce<RawBuilder<unknown>>(
    (rest, word) => sql`regexp_replace(${rest}, ${patternOf(word)}, ${inPlace}, 'g')`,
    text,
  ) as RawBuilder<string>

/** Exactly these letters; those of an address in any case. */
const patternOf = (word: string): string => {
  const letters = word.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`)
  return `${word.includes('@') ? '(?i)' : ''}(?<!\\w)${letters}(?!\\w)`
}

/** Lets this transaction take words out of histories that are otherwise only added to. */
export const allowErasing = (tx: Tx) => sql`select set_config('sitwell.erasing', 'on', true)`.execute(tx)

const settledHours = 24

type Mails = { to: readonly string[]; othersTo: readonly string[]; at: Date }

/**
 * The mails to a person; and of the mails to those who had to do with them all that have gone out or never will, since they
 * may tell of the person.
 */
export async function forgetMails(tx: Tx, { to, othersTo, at }: Mails): Promise<void> {
  await sql`
    delete from mail where lower(recipient) = any(${[...to]}::text[])
      or lower(recipient) = any(${[...othersTo]}::text[]) and (
        sent_at is not null or refused_at is not null
        or created_at < ${new Date(at.getTime() - settledHours * 3_600_000)})`.execute(tx)
}

/** What was answered to somebody and would be answered again, and what their open pages were told. */
export async function forgetAnswers(tx: Tx, { uid, accountId }: { uid: string; accountId: string }) {
  await sql`delete from idempotency where principal = ${uid}`.execute(tx)
  await sql`delete from recent_write where uid = ${uid}`.execute(tx)
  await sql`delete from live_event where account_id = ${accountId}`.execute(tx)
}
