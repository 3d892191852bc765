import { sql } from 'kysely'
import type { Tx } from '#server/kernel/db/db.ts'
import { withoutWords } from '#server/kernel/erasing.ts'

type Which = { accountId: string; words: readonly string[]; inPlace: string }

/** Keeps the reports and decisions countable, but erases the person's words and the snapshots about them. */
export async function blankReports(tx: Tx, { accountId, words, inPlace }: Which): Promise<void> {
  await sql`update report set words = null where reporter_id = ${accountId}`.execute(tx)
  await sql`
    update report set snapshot = jsonb_build_object('title', ${inPlace}::text, 'text', null, 'path', null, 'photoIds', '[]'::jsonb)
    where about_id = ${accountId}`.execute(tx)
  await sql`
    update report set words = ${withoutWords(sql`words`, words, inPlace)},
      decision_reason = ${withoutWords(sql`decision_reason`, words, inPlace)}
    where ${accountId} in (about_id, reporter_id)`.execute(tx)
}
