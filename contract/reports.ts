import { z } from 'zod'
import { reportMeasures, reportReasons, reportStatuses, reportSubjects } from '#contract/care/codes.ts'
import { Photo } from '#contract/files/files.ts'
import { endpoint } from './endpoint.ts'
import { reportSorts } from './staff/codes.ts'
import { Id, Instant, line, page, PageQuery, text } from './values.ts'

/** The reported content as it was at the time of the report. */
const Snapshot = z.object({
  title: z.string(),
  text: z.string().nullable(),
  /** Page that shows the content, if there is one that the reader may open. */
  path: z.string().nullable(),
})

/** A report as shown to the person who made it. */
export const Report = z.object({
  id: Id,
  subjectKind: z.enum(reportSubjects),
  subjectId: Id,
  reason: z.enum(reportReasons),
  words: z.string().nullable(),
  snapshot: Snapshot,
  status: z.enum(reportStatuses),
  measure: z.enum(reportMeasures).nullable(),
  /** Reason for the decision, shown to both sides. */
  decisionReason: z.string().nullable(),
  createdAt: Instant,
  decidedAt: Instant.nullable(),
})

/** A report as shown to operators. */
export const AdminReport = Report.extend({
  reporter: z.object({ accountId: Id, name: z.string(), reports: z.int(), upheld: z.int() }),
  /** The reported pictures, or those attached to the reported content, while they still exist. */
  photos: z.array(Photo),
  about: z.object({ accountId: Id, name: z.string(), sitterId: Id.nullable(), upheld: z.int() }),
  /** Number of open reports about the same subject, including this one; one decision applies to all of them. */
  together: z.int(),
})

export const createReport = endpoint({
  method: 'POST',
  path: '/v1/reports',
  access: 'account',
  summary:
    'Report a person, listing, review, photo or message; returns 200 with your open report if there is one',
  status: 201,
  body: z.strictObject({
    /** A person by account id or sitter id; everything else by its own id. */
    subjectKind: z.enum(reportSubjects),
    subjectId: Id,
    reason: z.enum(reportReasons),
    words: text(2000).nullable().default(null),
  }),
  response: Report,
  problems: ['report-subject-not-found', 'report-refused', 'reports-too-many'],
})

export const listReports = endpoint({
  method: 'GET',
  path: '/v1/reports',
  access: 'account',
  summary: 'List your reports with their outcome, newest first',
  query: PageQuery,
  response: page(Report),
  problems: ['cursor-invalid'],
})

const filter = {
  status: z.enum(['open', 'decided']).default('open'),
  /** Part of the name or e-mail address of the reporter or of the person reported. */
  q: line(100).optional(),
  subjectKind: z.enum(reportSubjects).optional(),
  reason: z.enum(reportReasons).optional(),
  /** Without it, open reports oldest first, and decided ones newest first. */
  sort: z.enum(reportSorts).optional(),
}

function sortFits({ status, sort }: { status: string; sort?: string | undefined }, issues: z.RefinementCtx) {
  if (status === 'open' && sort?.endsWith('decidedAt'))
    issues.addIssue({ code: 'custom', path: ['sort'], message: 'Open reports have no decision to sort by' })
}

export const listAdminReports = endpoint({
  method: 'GET',
  path: '/v1/admin/reports',
  access: 'reports.read',
  summary: 'List open or decided reports, filtered by person, kind or reason (operators)',
  query: PageQuery.extend(filter).superRefine(sortFits),
  response: page(AdminReport),
  problems: ['cursor-invalid'],
})

export const exportReports = endpoint({
  method: 'GET',
  path: '/v1/admin/reports.csv',
  access: 'reports.read',
  summary:
    'Export open or decided reports as CSV, without what people have written, at most 10,000 (operators)',
  query: z.object(filter).superRefine(sortFits),
  response: z.string(),
  contentType: 'text/csv; charset=utf-8',
  problems: [],
})

export const showReport = endpoint({
  method: 'GET',
  path: '/v1/admin/reports/:reportId',
  access: 'reports.read',
  summary: 'Get a report (operators)',
  params: z.object({ reportId: Id }),
  response: AdminReport,
  problems: ['not-found'],
})

export const decideReport = endpoint({
  method: 'POST',
  path: '/v1/admin/reports/:reportId/decide',
  access: 'reports.decide',
  freshSignIn: 'required',
  summary:
    'Dismiss a report, or uphold it with a measure; the reporter and, if upheld, the reported person are told why (operators)',
  params: z.object({ reportId: Id }),
  body: z.strictObject({ measure: z.enum(reportMeasures), reason: text(1000, 10) }),
  response: AdminReport,
  problems: ['not-found', 'report-decided', 'report-refused', 'suspension-refused', 'account-not-found'],
})

export type Report = z.infer<typeof Report>
export type AdminReport = z.infer<typeof AdminReport>
