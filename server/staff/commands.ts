import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type * as contract from '#contract/staff/acts.ts'
import { cutPage } from '#server/kernel/db/cursor.ts'
import type { Deps } from '#server/kernel/deps.ts'
import * as store from '#server/staff/store.ts'
import { viewAct, writeActs } from '#server/staff/view.ts'

const mostExported = 10_000

const summaries = new Map(endpoints.map(({ method, path, summary }) => [`${method} ${path}`, summary]))

/** Lists what staff have changed. */
export async function listActs(
  { db }: Deps,
  { cursor, limit, sort, ...filter }: HandlerInput<typeof contract.listStaffActs>['query'],
): Promise<EndpointResponse<typeof contract.listStaffActs>> {
  const order = store.actOrder(sort, cursor)
  const rows = await store.findActs(db, filter, { order, limit: limit + 1 })
  const { shown, nextCursor } = cutPage(rows, limit, order.positionOf)
  return {
    items: shown.map((row) => viewAct(row, summaries)),
    nextCursor,
  }
}

export async function exportActs(
  { db }: Deps,
  { sort, ...filter }: HandlerInput<typeof contract.exportStaffActs>['query'],
): Promise<string> {
  const rows = await store.findActs(db, filter, { order: store.actOrder(sort), limit: mostExported })
  return writeActs(rows.map((row) => viewAct(row, summaries)))
}
