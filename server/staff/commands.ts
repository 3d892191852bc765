import { z } from 'zod'
import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type * as contract from '#contract/staff/acts.ts'
import { readCursor, writeCursor } from '#server/kernel/db/cursor.ts'
import type { Deps } from '#server/kernel/deps.ts'
import * as store from '#server/staff/store.ts'
import { viewAct, writeActs } from '#server/staff/view.ts'

const Position = z.tuple([z.iso.datetime(), z.uuid()])
const mostExported = 10_000

const summaries = new Map(endpoints.map(({ method, path, summary }) => [`${method} ${path}`, summary]))

/** Lists what staff have changed, newest first. */
export async function listActs(
  { db }: Deps,
  { cursor, limit, ...filter }: HandlerInput<typeof contract.listStaffActs>['query'],
): Promise<EndpointResponse<typeof contract.listStaffActs>> {
  const position = cursor === undefined ? undefined : readCursor(cursor, Position)
  const after = position && { at: new Date(position[0]), id: position[1] }
  const rows = await store.findActs(db, filter, { after, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map((row) => viewAct(row, summaries)),
    nextCursor: rows.length > limit && last ? writeCursor([last.at.toISOString(), last.id]) : null,
  }
}

export async function exportActs(
  { db }: Deps,
  filter: HandlerInput<typeof contract.exportStaffActs>['query'],
): Promise<string> {
  const rows = await store.findActs(db, filter, { limit: mostExported })
  return writeActs(rows.map((row) => viewAct(row, summaries)))
}
