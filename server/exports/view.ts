import type { DataExport } from '#contract/exports/exports.ts'
import { percentOf } from '#server/exports/export.ts'
import type { ExportRow } from '#server/exports/store.ts'

export const viewExport = (row: ExportRow): DataExport => ({
  id: row.id,
  state: row.state,
  askedAt: row.asked_at.toISOString(),
  percent: percentOf(row),
  finishedAt: row.finished_at?.toISOString() ?? null,
  endsAt: row.ends_at?.toISOString() ?? null,
  bytes: row.state === 'ready' ? Number(row.bytes) : null,
})
