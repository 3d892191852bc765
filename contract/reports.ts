import { z } from 'zod'
import { reportMeasures, reportReasons, reportStatuses, reportSubjects } from '#contract/care/codes.ts'
import { Photo } from '#contract/files/files.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant, page, PageQuery, text } from './values.ts'

/** How what was reported read when it was reported. */
const Snapshot = z.object({
  title: z.string(),
  text: z.string().nullable(),
  /** A page where it stands, when it has one that the reader may open. */
  path: z.string().nullable(),
})

/** A report as who made it reads it. */
export const Report = z.object({
  id: Id,
  subjectKind: z.enum(reportSubjects),
  subjectId: Id,
  reason: z.enum(reportReasons),
  words: z.string().nullable(),
  snapshot: Snapshot,
  status: z.enum(reportStatuses),
  measure: z.enum(reportMeasures).nullable(),
  /** Why it was decided so; both sides read it. */
  decisionReason: z.string().nullable(),
  createdAt: Instant,
  decidedAt: Instant.nullable(),
})

/** A report as operators read it. */
export const AdminReport = Report.extend({
  reporter: z.object({ accountId: Id, name: z.string(), reports: z.int(), upheld: z.int() }),
  /** The reported pictures, or those that stand with what was reported, as long as they are there. */
  photos: z.array(Photo),
  about: z.object({ accountId: Id, name: z.string(), sitterId: Id.nullable(), upheld: z.int() }),
  /** Open reports about the same thing, this one among them: a decision decides all of them. */
  together: z.int(),
})

export const createReport = endpoint({
  method: 'POST',
  path: '/v1/reports',
  access: 'account',
  summary:
    'Report a person, a listing, a review, a photo or a message; the same again answers 200 with the open one',
  status: 201,
  body: z.strictObject({
    /** A person by their account or by their sitter profile; everything else by its own id. */
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
  summary: 'What one has reported and what came of it, the newest first',
  query: PageQuery,
  response: page(Report),
  problems: ['cursor-invalid'],
})

export const listAdminReports = endpoint({
  method: 'GET',
  path: '/v1/admin/reports',
  access: 'operator',
  summary: 'Open reports, who waits longest first, or decided ones, the newest first',
  query: PageQuery.extend({ status: z.enum(['open', 'decided']).default('open') }),
  response: page(AdminReport),
  problems: ['cursor-invalid'],
})

export const decideReport = endpoint({
  method: 'POST',
  path: '/v1/admin/reports/:reportId/decide',
  access: 'operator',
  freshSignIn: 'required',
  summary: 'Dismiss a report, or uphold it with a measure; both sides are told the reason',
  params: z.object({ reportId: Id }),
  body: z.strictObject({ measure: z.enum(reportMeasures), reason: text(1000, 10) }),
  response: AdminReport,
  problems: ['not-found', 'report-decided', 'report-refused'],
})

export type Report = z.infer<typeof Report>
export type AdminReport = z.infer<typeof AdminReport>
