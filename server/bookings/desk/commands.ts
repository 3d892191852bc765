import type * as contract from '#contract/bookings/admin.ts'
import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import { deskOrder, findForDesk } from '#server/bookings/desk/store.ts'
import { viewSummary, writeSummaries } from '#server/bookings/desk/view.ts'
import { cutPage } from '#server/kernel/db/cursor.ts'
import type { Deps } from '#server/kernel/deps.ts'

const mostExported = 10_000

/** Searches all bookings for an operator, in pages. */
export async function searchBookings(
  { db }: Deps,
  { cursor, limit, sort, ...filter }: HandlerInput<typeof contract.listAdminBookings>['query'],
): Promise<EndpointResponse<typeof contract.listAdminBookings>> {
  const order = deskOrder(sort, cursor)
  const rows = await findForDesk(db, { ...filter, order, limit: limit + 1 })
  const { shown, nextCursor } = cutPage(rows, limit, order.positionOf)
  return { items: shown.map(viewSummary), nextCursor }
}

export async function exportBookings(
  { db }: Deps,
  { sort, ...filter }: HandlerInput<typeof contract.exportAdminBookings>['query'],
): Promise<string> {
  const rows = await findForDesk(db, { ...filter, order: deskOrder(sort), limit: mostExported })
  return writeSummaries(rows.map(viewSummary))
}
