import { sql } from 'kysely'
import type { BookingStatus } from '#contract/codes.ts'
import { type BookingRow, bookingWithParties } from '#server/bookings/record/store.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { containing } from '#server/kernel/db/like.ts'
import { type Order, sortedBy } from '#server/kernel/db/sorted.ts'

export type DeskQuery = {
  q?: string | undefined
  status?: BookingStatus | undefined
  from?: string | undefined
  to?: string | undefined
  order: Order<BookingRow>
  limit: number
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
/** Selects the accounts with such a name or address, so that the bookings are found by ids. */
const accountsLike = (words: string) => sql`(
  select id from account where name ilike ${containing(words)} or email ilike ${containing(words)})`

/** Selects the booking with this number or id, or those of people with such a name or address. */
export const isAbout = (q: string) =>
  isId(q)
    ? sql<boolean>`booking.id = ${q}`
    : sql<boolean>`(booking.number = ${q.replace(/^#/, '')}
        or booking.owner_id in ${accountsLike(q)}
        or booking.sitter_id in (
          select id from sitter where name ilike ${containing(q)} or account_id in ${accountsLike(q)}))`

export const deskOrder = sortedBy<BookingRow>(
  {
    owner: { column: 'owner.name', type: 'text', of: (row) => row.owner_name },
    startOn: { column: 'booking.start_on', type: 'date', of: (row) => row.start_on },
    total: { column: 'booking.total', type: 'integer', of: (row) => row.total },
    createdAt: { column: 'booking.created_at', type: 'timestamptz', of: (row) => row.created_at },
  },
  'booking.id',
)

export function findForDesk(db: Db, { q, status, from, to, order, limit }: DeskQuery): Promise<BookingRow[]> {
  let rows = bookingWithParties(db).where(order.isBehind).orderBy(order.orderBy).limit(limit)
  if (q) rows = rows.where(isAbout(q))
  if (status) rows = rows.where('booking.status', '=', status)
  if (from) rows = rows.where('booking.end_on', '>=', from)
  if (to) rows = rows.where('booking.start_on', '<=', to)
  return rows.execute()
}

export async function findIdByNumber(db: Db, number: string): Promise<string | undefined> {
  const row = await db.selectFrom('booking').select('id').where('number', '=', number).executeTakeFirst()
  return row?.id
}
