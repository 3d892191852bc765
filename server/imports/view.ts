import { recordOf } from '#contract/entries.ts'
import { importOutcomes } from '#contract/staff/codes.ts'
import type { Import, ImportRow } from '#contract/staff/imports.ts'
import type { ImportLine, Row } from '#server/imports/store.ts'

export const viewImport = (row: ImportLine): Import => ({
  id: row.id,
  kind: row.kind,
  fileName: row.file_name,
  state: row.state,
  at: row.created_at.toISOString(),
  by: row.by ?? 'Command line',
  counts: recordOf(importOutcomes, (outcome) => row.counts[outcome] ?? 0),
  rows: Number(row.rows),
  done: Number(row.done),
  invited: Number(row.invited),
  accepted: Number(row.accepted),
})

export const viewRow = (row: Row): ImportRow => ({
  line: row.line,
  externalId: row.external_id,
  outcome: row.outcome,
  faults: row.faults,
  done: row.done_at !== null,
  invited: row.invited_at !== null,
  accepted: row.accepted_at !== null,
})
