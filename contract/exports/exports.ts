import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Instant } from '#contract/values.ts'
import { exportStates } from './codes.ts'

export const DataExport = z.object({
  id: Id,
  state: z.enum(exportStates),
  askedAt: Instant,
  /** Progress from 0 to 100. */
  percent: z.int(),
  finishedAt: Instant.nullable(),
  /** When the archive is deleted. */
  endsAt: Instant.nullable(),
  bytes: z.int().nullable(),
})

const params = z.object({ accountId: Id })

export const listExports = endpoint({
  method: 'GET',
  path: '/v1/accounts/:accountId/exports',
  access: 'account',
  summary: 'List your data exports, newest first; at most 10',
  hiddenFromStaff: true,
  params,
  response: z.object({
    items: z.array(DataExport),
    /** When the next export may be requested; null means now. */
    nextAt: Instant.nullable(),
    nextCursor: z.null(),
  }),
  problems: ['account-not-found'],
})

export const askForExport = endpoint({
  method: 'POST',
  path: '/v1/accounts/:accountId/exports',
  access: 'account',
  summary: 'Create an export of all your data; returns 200 with the one being prepared if there is one',
  status: 201,
  params,
  body: z.strictObject({}),
  response: DataExport,
  freshSignIn: 'required',
  problems: ['account-not-found', 'exports-too-many'],
})

export const openExport = endpoint({
  method: 'POST',
  path: '/v1/accounts/:accountId/exports/:exportId/address',
  access: 'account',
  summary: 'Create a download link for your export (a ZIP file), valid for one minute',
  params: z.object({ accountId: Id, exportId: Id }),
  body: z.strictObject({}),
  response: z.object({ url: z.string(), endsAt: Instant }),
  freshSignIn: 'required',
  problems: ['account-not-found', 'export-not-found'],
})

export type DataExport = z.infer<typeof DataExport>
