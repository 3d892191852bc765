import { sql } from 'kysely'
import type { ListPosition } from '#server/kernel/db/cursor.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { sitterWithPlace, type SitterRow } from '#server/sitters/store.ts'

export type WaitingRow = SitterRow & { submitted_at: Date }

/** Lists the profiles that await an operator, longest wait first. */
export async function listWaiting(
  db: Db,
  after: ListPosition | undefined,
  limit: number,
): Promise<WaitingRow[]> {
  const rows = await sitterWithPlace(db)
    .where('sitter.status', '=', 'in_review')
    .$if(after !== undefined, (waiting) =>
      waiting.where(
        sql<boolean>`(sitter.submitted_at, sitter.id) > (${after?.at}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('sitter.submitted_at')
    .orderBy('sitter.id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ submitted_at, ...row }) => (submitted_at ? [{ ...row, submitted_at }] : []))
}

export const findReceiver = (db: Db, accountId: string) =>
  db.selectFrom('account').select('name').where('id', '=', accountId).executeTakeFirstOrThrow()
