import { z } from 'zod'
import type * as contract from '#contract/bookings/admin.ts'
import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import { findForDesk } from '#server/bookings/desk/store.ts'
import { readCursor, writeCursor } from '#server/kernel/db/cursor.ts'
import type { Deps } from '#server/kernel/deps.ts'

const Position = z.tuple([z.iso.datetime(), z.uuid()])

/** Searches all bookings for an operator, in pages. */
export async function searchBookings(
  { db }: Deps,
  { q, status, from, to, cursor, limit }: HandlerInput<typeof contract.listAdminBookings>['query'],
): Promise<EndpointResponse<typeof contract.listAdminBookings>> {
  const position = cursor === undefined ? undefined : readCursor(cursor, Position)
  const after = position && { at: new Date(position[0]), id: position[1] }
  const rows = await findForDesk(db, { q, status, from, to, after, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map((row) => ({
      id: row.id,
      number: row.number,
      status: row.status,
      service: row.service,
      ownerName: row.owner_name,
      sitterName: row.sitter_name,
      startOn: row.start_on,
      endOn: row.end_on,
      currency: row.currency,
      total: row.total,
      createdAt: row.created_at.toISOString(),
    })),
    nextCursor: rows.length > limit && last ? writeCursor([last.created_at.toISOString(), last.id]) : null,
  }
}
