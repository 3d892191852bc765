import type { Photo } from '#contract/files/files.ts'
import type { AdminReport, Report } from '#contract/reports.ts'
import { writeCsv } from '#server/kernel/csv.ts'
import type { AdminRow, ReportRow } from '#server/reports/store.ts'

/** Splits a snapshot into what everyone may read and the photos that only operators see. */
export const snapshotOf = (row: Pick<ReportRow, 'snapshot'>) => {
  const { photoIds = [], ...shown } = row.snapshot
  return { shown, photoIds }
}

export const viewReport = (row: ReportRow): Report => ({
  id: row.id,
  subjectKind: row.subject_kind,
  subjectId: row.subject_id,
  reason: row.reason,
  words: row.words,
  snapshot: snapshotOf(row).shown,
  status: row.status,
  measure: row.measure,
  decisionReason: row.decision_reason,
  createdAt: row.created_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
})

export const viewAdminReport = (row: AdminRow, photos: ReadonlyMap<string, Photo>): AdminReport => ({
  ...viewReport(row),
  photos: snapshotOf(row).photoIds.flatMap((id) => photos.get(id) ?? []),
  reporter: {
    accountId: row.reporter_id,
    name: row.reporter_name,
    reports: Number(row.made),
    upheld: Number(row.made_upheld),
  },
  about: {
    accountId: row.about_id,
    name: row.about_name,
    sitterId: row.sitter_id,
    upheld: Number(row.about_upheld),
  },
  together: Number(row.together),
})

const header = [
  'Report',
  'Reported',
  'What',
  'Reason',
  'About',
  'By',
  'Reports about it',
  'Status',
  'Measure',
  'Decided',
]

/**
 * What was reported and what people have written about it are left out: it is read report by report, on the desk, and
 * not in files.
 */
export const writeReports = (rows: readonly AdminRow[]): string =>
  writeCsv([
    header,
    ...rows.map((row) => [
      row.id,
      row.created_at,
      row.subject_kind,
      row.reason,
      row.about_name,
      row.reporter_name,
      Number(row.together),
      row.status,
      row.measure,
      row.decided_at,
    ]),
  ])
