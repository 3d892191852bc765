import type { caseKinds } from '#contract/codes.ts'
import { isAbout } from '#server/bookings/desk/store.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { type Order, sortedBy } from '#server/kernel/db/sorted.ts'

const withBooking = (db: Db) =>
  db
    .selectFrom('booking_case')
    .innerJoin('booking', 'booking.id', 'booking_case.booking_id')
    .innerJoin('sitter', 'sitter.id', 'booking.sitter_id')
    .innerJoin('account as owner', 'owner.id', 'booking.owner_id')
    .selectAll('booking_case')
    .select([
      'booking.number',
      'booking.status as booking_status',
      'booking.service',
      'booking.start_on',
      'booking.end_on',
      'booking.currency',
      'owner.name as owner_name',
      'sitter.name as sitter_name',
    ])

/** A case with the terms of its booking that lists show. */
export type CaseLineRow = Awaited<ReturnType<ReturnType<typeof withBooking>['executeTakeFirstOrThrow']>>

export type CaseQuery = {
  status: 'open' | 'resolved'
  q?: string | undefined
  kind?: (typeof caseKinds)[number] | undefined
  order: Order<CaseLineRow>
  limit: number
}

export const caseOrder = sortedBy<CaseLineRow>(
  {
    owner: { column: 'owner.name', type: 'text', of: (row) => row.owner_name },
    openedAt: { column: 'booking_case.opened_at', type: 'timestamptz', of: (row) => row.opened_at },
    decideBy: { column: 'booking_case.decide_by', type: 'timestamptz', of: (row) => row.decide_by },
    // Not null, because the contract refuses this order for open cases.
    resolvedAt: { column: 'booking_case.resolved_at', type: 'timestamptz', of: (row) => row.resolved_at! },
  },
  'booking_case.id',
)

export function findCases(db: Db, { status, q, kind, order, limit }: CaseQuery): Promise<CaseLineRow[]> {
  let rows = withBooking(db)
    .where('booking_case.status', status === 'open' ? '<>' : '=', 'resolved')
    .where(order.isBehind)
    .orderBy(order.orderBy)
    .limit(limit)
  if (q) rows = rows.where(isAbout(q))
  if (kind) rows = rows.where('booking_case.kind', '=', kind)
  return rows.execute()
}
