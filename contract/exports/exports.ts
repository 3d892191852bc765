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
  summary: 'The copies of one’s data that were asked for, the newest first',
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
  summary: 'Ask for a copy of all of one’s data; answers 200 with the one that is being made',
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
  summary: 'The address of the archive (a ZIP file), good for one minute',
  params: z.object({ accountId: Id, exportId: Id }),
  body: z.strictObject({}),
  response: z.object({ url: z.string(), endsAt: Instant }),
  freshSignIn: 'required',
  problems: ['account-not-found', 'export-not-found'],
})

export type DataExport = z.infer<typeof DataExport>
