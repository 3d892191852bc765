import { sql } from 'kysely'
import {
  type BookingScope,
  type BookingStatus,
  type Party,
  runningStatuses,
  waitingStatuses,
} from '#contract/codes.ts'
import { type BookingRow, bookingWithParties } from '#server/bookings/record/store.ts'
import type { ListPosition } from '#server/kernel/db/cursor.ts'
import type { Db } from '#server/kernel/db/db.ts'

const scopes: Record<BookingScope, readonly BookingStatus[]> = {
  requests: waitingStatuses,
  upcoming: runningStatuses,
  past: ['completed', 'closed', 'declined', 'withdrawn', 'expired', 'cancelled'],
}

export type ListQuery = {
  accountId: string
  role: Party | undefined
  scope: BookingScope | undefined
  from: string | undefined
  to: string | undefined
  after: ListPosition | undefined
  limit: number
}

/**
 * Sort order: requests and the unfiltered list newest first, upcoming bookings soonest first, past bookings latest
 * first.
 */
export const listOrder = (scope: BookingScope | undefined) =>
  ({
    column: scope === 'upcoming' || scope === 'past' ? 'starts_at' : 'created_at',
    descending: scope !== 'upcoming',
  }) as const

export async function findPage(db: Db, query: ListQuery): Promise<BookingRow[]> {
  const { accountId, role, scope, from, to, after, limit } = query
  const { column, descending } = listOrder(scope)
  const position = sql`(booking.${sql.ref(column)}, booking.id)`
  const direction = descending ? 'desc' : 'asc'
  // Looked up first, so that the planner sees two plain ids and uses the index of each.
  const ownSitter =
    role === 'owner'
      ? undefined
      : await db.selectFrom('sitter').select('id').where('account_id', '=', accountId).executeTakeFirst()
  let rows = bookingWithParties(db)
    .where((where) =>
      where.or([
        ...(role === 'sitter' ? [] : [where('booking.owner_id', '=', accountId)]),
        ...(ownSitter
          ? [
              where.and([
                where('booking.sitter_id', '=', ownSitter.id),
                where('booking.sent_at', 'is not', null),
              ]),
            ]
          : []),
      ]),
    )
    .orderBy(`booking.${column}`, direction)
    .orderBy('booking.id', direction)
    .limit(limit)
  if (scope) rows = rows.where('booking.status', 'in', scopes[scope])
  if (from) rows = rows.where('booking.end_on', '>=', from)
  if (to) rows = rows.where('booking.start_on', '<=', to)
  // The days of such a question are only those of its example price.
  if (from || to) rows = rows.where('booking.dates_open', '=', false)
  if (after)
    rows = rows.where(
      descending
        ? sql<boolean>`${position} < (${after.at}::timestamptz, ${after.id}::uuid)`
        : sql<boolean>`${position} > (${after.at}::timestamptz, ${after.id}::uuid)`,
    )
  return rows.execute()
}

/** Returns the sitter's open requests and questions, soonest deadline first. */
export const findOpenRequests = (db: Db, accountId: string, limit: number): Promise<BookingRow[]> =>
  bookingWithParties(db)
    .where('sitter.account_id', '=', accountId)
    .where('booking.sent_at', 'is not', null)
    .where('booking.status', 'in', scopes.requests)
    .orderBy('booking.expires_at')
    .orderBy('booking.id')
    .limit(limit)
    .execute()

export type DuePosition = { id: string; due_at: Date | null }

/** Returns the bookings with a due system event, ordered by due instant. */
export const findDue = (
  db: Db,
  at: Date,
  after: DuePosition | undefined,
  limit: number,
): Promise<DuePosition[]> =>
  db
    .selectFrom('booking')
    .select(['id', 'due_at'])
    .where('due_at', '<=', at)
    .$if(after !== undefined, (rows) =>
      rows.where(sql<boolean>`(due_at, id) > (${after?.due_at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute()
