import type { Insertable } from 'kysely'
import type { CareEntry } from '#contract/care/report-cards.ts'
import type { StoredEntry } from '#server/care/card.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { DB } from '#server/kernel/db/schema.ts'

type EntryRow = Insertable<DB['care_entry']>

/** Inserts the entries and returns the ids of new ones; existing entries stay unchanged. */
export async function insertEntries(tx: Tx, entries: readonly EntryRow[]): Promise<Set<string>> {
  if (entries.length === 0) return new Set()
  const rows = await tx
    .insertInto('care_entry')
    .values([...entries])
    .onConflict((conflict) => conflict.columns(['booking_id', 'id']).doNothing())
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Reads all entries of these bookings. */
export async function findEntries(
  db: Db,
  bookingIds: readonly string[],
): Promise<Map<string, StoredEntry[]>> {
  const found = new Map(bookingIds.map((id): [string, StoredEntry[]] => [id, []]))
  if (bookingIds.length === 0) return found
  const rows = await db
    .selectFrom('care_entry')
    .select(['booking_id', 'id', 'unit', 'kind', 'data', 'happened_at', 'received_at'])
    .where('booking_id', 'in', bookingIds)
    .orderBy('happened_at')
    .orderBy('id')
    .execute()
  for (const { booking_id: bookingId, id, unit, kind, data, happened_at: at, received_at } of rows) {
    const entry = { ...data, id, kind, happenedAt: at.toISOString(), ...(unit === null ? {} : { unit }) }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns hold an entry that the contract checked before it was inserted
    found.get(bookingId)!.push({ entry: entry as CareEntry, receivedAt: received_at })
  }
  return found
}

type Routes = { receivedBefore: Date } | { bookingId: string; ids: readonly string[] }

/** Deletes routes, the only entries that are deleted on their own, because they show where somebody was. */
export const deleteRoutes = (tx: Tx, which: Routes) =>
  tx
    .deleteFrom('care_entry')
    .where('kind', '=', 'route')
    .where(({ eb, and }) =>
      'ids' in which
        ? and([eb('booking_id', '=', which.bookingId), eb('id', 'in', which.ids)])
        : eb('received_at', '<', which.receivedBefore),
    )
    .execute()
