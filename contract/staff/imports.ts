import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { importKinds, importOutcomes, importStates } from '#contract/staff/codes.ts'
import { Id, Instant, line, page, PageQuery, text } from '#contract/values.ts'

/** What is wrong with a row: the column, if it is about one, and what to do. */
export const ImportFault = z.object({ column: z.string().nullable(), message: z.string() })

export const ImportRow = z.object({
  /** The line of the file on which the row begins; the first line has the names of the columns. */
  line: z.int(),
  externalId: z.string(),
  outcome: z.enum(importOutcomes),
  faults: z.array(ImportFault),
  /** The row is in force: the profile waits for its person, or the days are taken. */
  done: z.boolean(),
  invited: z.boolean(),
  accepted: z.boolean(),
})

export const Import = z.object({
  id: Id,
  kind: z.enum(importKinds),
  fileName: z.string(),
  state: z.enum(importStates),
  at: Instant,
  by: z.string(),
  /** Rows by what would become, or has become, of them. */
  counts: z.record(z.enum(importOutcomes), z.int()),
  rows: z.int(),
  /** Rows that have been imported so far. */
  done: z.int(),
  invited: z.int(),
  accepted: z.int(),
})

const ofOne = {
  access: 'people.import',
  freshSignIn: 'required',
  params: z.object({ importId: Id }),
  body: z.strictObject({ reason: text(1000, 10) }),
  status: 200,
  response: Import,
} as const

/** The largest file: 10,000 rows of profiles with long texts. */
const largestFile = 8_000_000

export const checkImport = endpoint({
  method: 'POST',
  path: '/v1/admin/imports',
  access: 'people.import',
  freshSignIn: 'required',
  summary:
    'Check a CSV file of sitters or stays from elsewhere: reports for each row what would happen, and changes nothing else (staff)',
  status: 201,
  query: z.strictObject({ kind: z.enum(importKinds), fileName: line(120, 1) }),
  bytes: largestFile,
  response: Import,
  problems: ['import-refused'],
})

export const listImports = endpoint({
  method: 'GET',
  path: '/v1/admin/imports',
  access: 'people.import',
  summary: 'List the imports, newest first (staff)',
  query: PageQuery,
  response: page(Import),
  problems: ['cursor-invalid'],
})

export const showImport = endpoint({
  method: 'GET',
  path: '/v1/admin/imports/:importId',
  access: 'people.import',
  summary: 'Get an import with its progress (staff)',
  params: z.object({ importId: Id }),
  response: Import,
  problems: ['import-not-found'],
})

export const listImportRows = endpoint({
  method: 'GET',
  path: '/v1/admin/imports/:importId/rows',
  access: 'people.import',
  summary: 'List the rows of an import in the order of the file (staff)',
  params: z.object({ importId: Id }),
  query: PageQuery.extend({ outcome: z.enum(importOutcomes).optional() }),
  response: page(ImportRow),
  problems: ['import-not-found', 'cursor-invalid'],
})

export const downloadImportReport = endpoint({
  method: 'GET',
  path: '/v1/admin/imports/:importId/report.csv',
  access: 'people.import',
  summary: 'Download the report of an import as CSV: each row with what becomes of it and why (staff)',
  params: z.object({ importId: Id }),
  contentType: 'text/csv; charset=utf-8',
  response: z.string(),
  problems: ['import-not-found'],
})

export const downloadImportTemplate = endpoint({
  method: 'GET',
  path: '/v1/admin/import-template.csv',
  access: 'people.import',
  summary: 'Download an empty file with the columns of an import (staff)',
  query: z.strictObject({ kind: z.enum(importKinds) }),
  contentType: 'text/csv; charset=utf-8',
  response: z.string(),
  problems: [],
})

export const runImport = endpoint({
  ...ofOne,
  method: 'POST',
  path: '/v1/admin/imports/:importId/run',
  summary: 'Carry out an import that was checked, in the background (staff)',
  problems: ['import-not-found', 'import-refused'],
})

export const inviteImported = endpoint({
  ...ofOne,
  method: 'POST',
  path: '/v1/admin/imports/:importId/invite',
  summary: 'Invite by mail everybody whose profile waits in this import and who was not invited yet (staff)',
  problems: ['import-not-found', 'import-refused'],
})

export const undoImport = endpoint({
  ...ofOne,
  method: 'POST',
  path: '/v1/admin/imports/:importId/undo',
  summary: 'Take an import back, as long as nobody has accepted anything of it (staff)',
  problems: ['import-not-found', 'import-refused'],
})

export type Import = z.infer<typeof Import>
export type ImportRow = z.infer<typeof ImportRow>
export type ImportFault = z.infer<typeof ImportFault>
