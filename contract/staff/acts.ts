import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { keysOf } from '#contract/entries.ts'
import { Day, Id, Instant, line, page, PageQuery } from '#contract/values.ts'
import { actSorts, permissions } from './codes.ts'

export const StaffAct = z.object({
  id: Id,
  at: Instant,
  by: z.object({ accountId: Id, name: z.string() }),
  /** Method and path of the endpoint, such as `POST /v1/admin/reports/:reportId/decide`. */
  act: z.string(),
  /** What the endpoint does, as in the reference of the API; empty if it no longer exists. */
  summary: z.string(),
  permission: z.string(),
  /** Ids of the people and records that it touched. */
  concerns: z.array(z.string()),
  reason: z.string().nullable(),
  /** The parameters and the body that were sent, as JSON; `{}` once the person concerned was erased. */
  request: z.string(),
  ip: z.string().nullable(),
})

const filter = {
  /** Part of the reason, of the person's name or of what was sent, or an id that the act concerns. */
  q: line(100).optional(),
  permission: z.enum(keysOf(permissions)).optional(),
  /** Only what this person has done. */
  by: Id.optional(),
  /** Days in UTC, both included. */
  from: Day.optional(),
  to: Day.optional(),
  sort: z.enum(actSorts).default('-at'),
}

export const listStaffActs = endpoint({
  method: 'GET',
  path: '/v1/admin/acts',
  access: 'audit.read',
  summary: 'List what staff have changed (staff)',
  query: PageQuery.extend(filter),
  response: page(StaffAct),
  problems: ['cursor-invalid'],
})

export const exportStaffActs = endpoint({
  method: 'GET',
  path: '/v1/admin/acts.csv',
  access: 'audit.read',
  summary: 'Export what staff have changed as CSV, at most 10,000 lines (staff)',
  query: z.object(filter),
  response: z.string(),
  contentType: 'text/csv; charset=utf-8',
  problems: [],
})

export type StaffAct = z.infer<typeof StaffAct>
