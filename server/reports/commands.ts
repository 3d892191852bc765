import {
  measuresFor,
  reasonsFor,
  type ReportMeasure,
  type ReportReason,
  type ReportSubject,
} from '#contract/care/codes.ts'
import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/reports.ts'
import type { AdminReport, Report } from '#contract/reports.ts'
import { usualReportSorts } from '#contract/staff/codes.ts'
import { staffWith } from '#server/accounts/commands.ts'
import { photosNamed } from '#server/files/commands.ts'
import { cutPage, readListPosition } from '#server/kernel/db/cursor.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps, Viewer } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { Problem } from '#server/kernel/problem.ts'
import { notify } from '#server/notices/commands.ts'
import { aboutLetter, type DecisionFacts, reporterLetter } from '#server/reports/mails.ts'
import { applyMeasure } from '#server/reports/measure-commands.ts'
import * as store from '#server/reports/store.ts'
import { snapshotOf, viewAdminReport, viewReport, writeReports } from '#server/reports/view.ts'
import { subjectWords } from '#server/reports/words.ts'

const dayMs = 86_400_000
const maxPerDay = 20

type NewReport = HandlerInput<typeof contract.createReport>['body']

/** Stores a report with a snapshot of its subject. A subject that the viewer may not see counts as not found. */
export function submitReport(
  deps: Deps,
  viewer: Viewer,
  { subjectKind, subjectId, reason, words }: NewReport,
): Promise<{ report: Report; created: boolean }> {
  return ensureTransaction(deps, async (deps) => {
    const at = deps.now()
    const { accountId } = viewer
    await store.lockReporter(deps.db, accountId)
    const subject = await store.findSubject(deps.db, subjectKind, subjectId, accountId)
    if (!subject) throw new Problem('report-subject-not-found')
    refuse(subject, subjectKind, { reason, words }, accountId)
    const open = await store.findOpen(deps.db, accountId, subjectKind, subjectId)
    if (open) return { report: viewReport(open), created: false }
    if ((await store.countSince(deps.db, accountId, new Date(at.getTime() - dayMs))) >= maxPerDay)
      throw new Problem('reports-too-many', {
        detail:
          'You have reported a lot since yesterday. Write to us instead, so that we can look at all of it together.',
      })
    const { about_id: aboutId, title, text, path, photo_ids: photoIds } = subject
    const row = await store.insertReport(deps.db, {
      id: newId(at),
      reporter_id: accountId,
      subject_kind: subjectKind,
      subject_id: subjectId,
      about_id: aboutId,
      reason,
      words: words || null,
      snapshot: JSON.stringify({ title, text, path, photoIds }),
      created_at: at,
    })
    await notifyOperators(deps, row.id, subjectKind)
    return { report: viewReport(row), created: true }
  })
}

function refuse(
  { about_id: aboutId }: store.SubjectRow,
  kind: ReportSubject,
  { reason, words }: { reason: ReportReason; words: string | null },
  accountId: string,
): void {
  if (aboutId === accountId)
    throw new Problem('report-refused', { detail: 'This is your own. You can change or remove it yourself.' })
  if (!reasonsFor[kind].includes(reason))
    throw new Problem('report-refused', { detail: 'Choose one of the reasons that fit what you report.' })
  if (reason === 'other' && !words)
    throw new Problem('report-refused', { detail: 'Say in a sentence what is wrong.' })
}

/** Notifies each operator of a new report. */
async function notifyOperators(deps: TxDeps, reportId: string, kind: ReportSubject): Promise<void> {
  for (const { id } of await staffWith(deps.db, 'reports.decide'))
    await notify(deps, {
      accountId: id,
      kind: 'decision-needed',
      title: `Somebody has reported ${subjectWords[kind]}`,
      path: '/admin/reports',
      subjectId: reportId,
    })
}

type Paging = { cursor?: string | undefined; limit: number }

export async function ownReports({ db }: Deps, { accountId }: Viewer, { cursor, limit }: Paging) {
  const rows = await store.findReportsOf(db, accountId, readListPosition(cursor), limit + 1)
  const { shown, nextCursor } = cutPage(rows, limit, (last) => [last.created_at, last.id])
  return { items: shown.map(viewReport), nextCursor }
}

export async function reportQueue(
  deps: Deps,
  { cursor, limit, sort, ...filter }: HandlerInput<typeof contract.listAdminReports>['query'],
): Promise<EndpointResponse<typeof contract.listAdminReports>> {
  const order = store.reportOrder(sort ?? usualReportSorts[filter.status], cursor)
  const rows = await store.findAdminReports(deps.db, { ...filter, order, limit: limit + 1 })
  const { shown, nextCursor } = cutPage(rows, limit, order.positionOf)
  const photos = await photosIn(deps, shown)
  return { items: shown.map((row) => viewAdminReport(row, photos)), nextCursor }
}

const mostExported = 10_000

export async function exportReports(
  { db }: Deps,
  { sort, ...filter }: HandlerInput<typeof contract.exportReports>['query'],
): Promise<string> {
  const order = store.reportOrder(sort ?? usualReportSorts[filter.status])
  return writeReports(await store.findAdminReports(db, { ...filter, order, limit: mostExported }))
}

export async function readReport(deps: Deps, reportId: string): Promise<AdminReport> {
  const row = await store.findAdminReport(deps.db, reportId)
  if (!row) throw new Problem('not-found')
  return viewAdminReport(row, await photosIn(deps, [row]))
}

const photosIn = (deps: Deps, rows: readonly Pick<store.ReportRow, 'snapshot'>[]) =>
  photosNamed(
    deps,
    rows.flatMap((row) => snapshotOf(row).photoIds),
  )

type Decision = { measure: ReportMeasure; reason: string }

/**
 * Decides all open reports about the same subject at once. The reporters are told why; if the reports are upheld, so is
 * the person concerned.
 */
export function decideReport(
  deps: Deps,
  viewer: Viewer,
  reportId: string,
  { measure, reason }: Decision,
): Promise<AdminReport> {
  return ensureTransaction(deps, async (deps) => {
    const rows = await store.lockReportsOfSubject(deps.db, reportId)
    const one = rows.find(({ id }) => id === reportId)
    if (!one) throw new Problem('not-found')
    if (one.status !== 'open')
      throw new Problem('report-decided', {
        detail: 'Somebody has already decided this report. Read the queue again.',
      })
    const kind = one.subject_kind
    if (measure !== 'none' && !measuresFor[kind].includes(measure))
      throw new Problem('report-refused', { detail: 'This measure does not fit what was reported.' })
    const open = rows.filter(({ status }) => status === 'open')
    const ids = open.map(({ id }) => id)
    if (measure !== 'none')
      await applyMeasure(deps, viewer, {
        kind,
        measure,
        subjectId: one.subject_id,
        aboutId: one.about_id,
        ground: one.reason,
        reason,
      })
    await store.saveReports(deps.db, ids, {
      status: measure === 'none' ? 'dismissed' : 'upheld',
      measure,
      decision_reason: reason,
      decided_by: viewer.accountId,
      decided_at: deps.now(),
    })
    await notifyOfDecision(deps, open, { measure, reason })
    return readReport(deps, reportId)
  })
}

async function notifyOfDecision(
  deps: TxDeps,
  rows: store.ReportRow[],
  { measure, reason: decisionReason }: Decision,
): Promise<void> {
  const decisionFactsOf = (row: store.ReportRow): DecisionFacts => ({
    subjectKind: row.subject_kind,
    reason: row.reason,
    title: viewReport(row).snapshot.title,
    measure,
    decisionReason,
  })
  for (const row of rows) {
    const { title, letter } = reporterLetter(decisionFactsOf(row), deps.site)
    await notify(deps, {
      accountId: row.reporter_id,
      kind: 'report',
      title,
      path: '/account/reports',
      subjectId: row.id,
      mail: letter,
    })
  }
  const [first] = rows
  if (measure === 'none' || !first) return
  const { title, letter } = aboutLetter({ ...decisionFactsOf(first), measure }, deps.site)
  await notify(deps, {
    accountId: first.about_id,
    kind: 'report',
    title,
    path: '/legal/terms-and-conditions',
    subjectId: first.id,
    mail: letter,
  })
}

export const deleteOldReports = (deps: Pick<Deps, 'db'>, before: Date, limit: number): Promise<number> =>
  ensureTransaction(deps, ({ db }) => store.deleteDecided(db, before, limit))
