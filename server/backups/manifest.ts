import { z } from 'zod'
import {
  openParts,
  type Part,
  Part as PartSchema,
  type Place,
  readParts,
  Damaged,
} from '#server/kernel/backup/parts.ts'
import { Locked } from '#server/kernel/backup/pass-phrase.ts'
import { Sequence, Table } from '#server/kernel/backup/tables.ts'
import type { Storage } from '#server/kernel/storage/storage.ts'
import { buffer } from 'node:stream/consumers'

/** Raised whenever a backup can no longer be read by an earlier release. */
export const format = 1

export const TableCopy = Table.extend({
  rows: z.int(),
  checksum: z.string(),
  parts: z.array(PartSchema),
})
export type TableCopy = z.output<typeof TableCopy>

export const LedgerTotal = z.object({
  account: z.string(),
  currency: z.string(),
  debit: z.int(),
  credit: z.int(),
  balance: z.int(),
})
export type LedgerTotal = z.output<typeof LedgerTotal>

/** The stored files; the list of them is in parts of its own, because it can be long. */
export const FileList = z.object({
  count: z.int(),
  bytes: z.int(),
  missing: z.int(),
  parts: z.array(PartSchema),
})
export type FileList = z.output<typeof FileList>

/** What a backup contains; encrypted like everything else in it. */
export const Details = z.object({
  tables: z.array(TableCopy),
  sequences: z.array(Sequence),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  ledger: z.array(LedgerTotal),
  /** Jobs that had not been done yet. */
  jobs: z.object({ count: z.int(), parts: z.array(PartSchema) }),
  files: FileList,
  secretId: z.string(),
  secret: PartSchema.nullable(),
})
export type Details = z.output<typeof Details>

/** Readable without the pass phrase. It is written last, so that a backup without it is known to be incomplete. */
export const Head = z.object({
  format: z.literal(format),
  id: z.string(),
  /** The release that made the backup. */
  product: z.string(),
  /** Name of the newest migration. */
  migration: z.string(),
  /** The moment that the rows are from. */
  takenAt: z.iso.datetime(),
  seconds: z.number(),
  /** Size of what was stored for the database, and of all files that belong to it. */
  bytes: z.int(),
  rows: z.int(),
  files: z.int(),
  fileBytes: z.int(),
  withSecret: z.boolean(),
  locked: Locked.nullable(),
  details: z.array(PartSchema),
})
export type Head = z.output<typeof Head>

const Format = z.object({ format: z.int() })

export const names = {
  head: (id: string) => `manifests/${id}.json`,
  verified: (id: string) => `verified/${id}.json`,
  begun: (id: string) => `begun/${id}.json`,
  folder: (id: string) => `backups/${id}`,
  /** Files are shared by all backups with the same key, because their content never changes. */
  file: (lockId: string, name: string) => `files/${lockId}/${name}`,
}

/** Ids sort by time and consist of what names of stored files may contain. */
export const idOf = (at: Date): string => at.toISOString().toLowerCase().replaceAll(/[:.]/g, '-')

/** The moment that an id was made from, for a manifest that cannot be read. */
export const momentOfId = (id: string): Date =>
  new Date(id.toUpperCase().replace(/T(\d\d)-(\d\d)-(\d\d)-/, 'T$1:$2:$3.'))

export async function readText(storage: Storage, name: string): Promise<string | null> {
  const found = await storage.read(name)
  return found && (await buffer(found.content)).toString('utf8')
}

export const writeText = (storage: Storage, name: string, value: unknown): Promise<void> =>
  storage.write(name, Buffer.from(`${JSON.stringify(value, null, 2)}\n`), 'application/json')

export async function readHead(storage: Storage, id: string): Promise<Head> {
  const text = await readText(storage, names.head(id))
  if (text === null) throw new Damaged(`There is no backup ${id}.`)
  return parseStored(Head, text, names.head(id))
}

const advice = 'If another copy of the backups has the file, put it back.'

/** Reads what was stored as JSON; the error names it. */
export function parseStored<T>(schema: z.ZodType<T>, text: string, name: string): T {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Damaged(`${name} is damaged: it is not JSON. ${advice}`, { cause: error })
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const newer = Format.safeParse(value)
  throw new Damaged(
    newer.success && newer.data.format > format
      ? `${name} was written by a newer release. Install that one to read it.`
      : `${name} is damaged: it does not have the form that it was written in. ${advice}`,
  )
}

const idPattern = /^\w+\/(\d{4}-[\d-]+t[\d-]+z)\.json$/

export async function listIds(
  storage: Storage,
  kind: 'manifests' | 'begun' | 'verified' | 'copies',
): Promise<string[]> {
  const ids: string[] = []
  for await (const { name } of storage.list(kind)) {
    const id = idPattern.exec(name)?.[1]
    if (id) ids.push(id)
  }
  return ids.toSorted()
}

export async function writeDetails(place: Place, id: string, details: Details): Promise<Part[]> {
  const parts = openParts(place, `${names.folder(id)}/details`)
  await parts.add([Buffer.from(JSON.stringify(details))])
  return parts.end()
}

export async function readDetails(place: Place, head: Head): Promise<Details> {
  return parseStored(Details, await textOf(place, head.details), names.folder(head.id))
}

export async function textOf(place: Place, parts: readonly Part[]): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of readParts(place, parts)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

export const FileCopy = z.object({ name: z.string(), part: PartSchema })
export type FileCopy = z.output<typeof FileCopy>

export const lineOf = (file: FileCopy): Buffer => Buffer.from(`${JSON.stringify(file)}\n`)

/** Reads the list of stored files of a backup. */
export async function* readFileList(place: Place, parts: readonly Part[]): AsyncGenerator<FileCopy> {
  let rest = ''
  for await (const chunk of readParts(place, parts)) {
    const lines = (rest + chunk.toString('utf8')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield FileCopy.parse(JSON.parse(line))
  }
}
