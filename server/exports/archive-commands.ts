import { Readable } from 'node:stream'
import { householdFields } from '#contract/households/codes.ts'
import { printReceipt } from '#server/bookings/papers/money-commands.ts'
import { sealContext as feedPlace } from '#server/calendar/feed-commands.ts'
import { copyFiles } from '#server/exports/contents-store.ts'
import { apiName } from '#server/exports/api-name.ts'
import { csvLine, csvMark } from '#server/kernel/csv.ts'
import { othersFiles, ownFiles } from '#server/exports/file-store.ts'
import { readmeOf } from '#server/exports/readme.ts'
import {
  type CopiedRow,
  findRows,
  useSnapshot,
  type Section,
  type Subject,
} from '#server/exports/section-store.ts'
import * as store from '#server/exports/store.ts'
import { openStoredFile } from '#server/files/serve-commands.ts'
import { sealContextOf } from '#server/households/commands.ts'
import { printInvoice } from '#server/invoices/commands.ts'
import { numberOf } from '#server/invoices/invoice.ts'
import { type Db } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { tryUnseal } from '#server/kernel/seal.ts'
import { openZip, type Zip } from '#server/kernel/storage/zip.ts'

export type Owner = Subject & { name: string }

const page = 500
const unreadable = '(cannot be opened: it was encrypted with an earlier secret of the site)'

/** Renames the columns to the API's names and unseals sealed values, because they are the person's own data. */
function exportedRow({ site }: Pick<Deps, 'site'>, table: string, row: CopiedRow): CopiedRow {
  const unseal = (context: string, value: unknown): unknown =>
    value instanceof Uint8Array ? (tryUnseal(site, context, value) ?? unreadable) : value
  const unsealed = (column: string, value: unknown): unknown => {
    const name = apiName(column)
    const field = householdFields.find((known) => known === name)
    if (table === 'household' && field) return unseal(sealContextOf(String(row['account_id']), field), value)
    if (table === 'calendar_feed' && column === 'address') return unseal(feedPlace(String(row['id'])), value)
    return value
  }
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [apiName(column), unsealed(column, value)]),
  )
}

async function* rowsOf(deps: Deps, one: Section, subject: Subject): AsyncGenerator<CopiedRow> {
  for (let offset = 0; ; offset += page) {
    const rows = await findRows(deps.db, one, subject, { offset, limit: page })
    for (const row of rows) yield exportedRow(deps, one.table, row)
    if (rows.length < page) return
  }
}

async function* jsonOf(deps: Deps, sections: readonly Section[], subject: Subject): AsyncGenerator<string> {
  yield '{'
  for (const [index, one] of sections.entries()) {
    yield `${index === 0 ? '' : ','}\n  ${JSON.stringify(apiName(one.name))}: [`
    let isFirst = true
    for await (const row of rowsOf(deps, one, subject)) {
      yield `${isFirst ? '' : ','}\n    ${JSON.stringify(row)}`
      isFirst = false
    }
    yield isFirst ? ']' : '\n  ]'
  }
  yield '\n}\n'
}

const namesIn = ({ columns, computed }: Section): string[] =>
  [
    ...new Set([...columns.filter((column) => !Object.hasOwn(computed, column)), ...Object.keys(computed)]),
  ].map(apiName)

async function* csvOf(deps: Deps, one: Section, subject: Subject): AsyncGenerator<string> {
  const names = namesIn(one)
  yield `${csvMark}${csvLine(names)}`
  for await (const row of rowsOf(deps, one, subject)) yield csvLine(names.map((name) => row[name]))
}

type Paper = { path: string; print: () => Promise<Uint8Array> }

async function papersOf(deps: Deps, subject: Subject): Promise<Paper[]> {
  const viewer: Viewer = {
    uid: subject.uid,
    accountId: subject.accountId,
    email: null,
    emailVerified: false,
    authTime: 0,
    roles: [],
  }
  const invoices = await store.findInvoices(deps.db, subject.accountId)
  const bookings = await store.findPaidBookings(deps.db, subject)
  return [
    ...invoices.map(({ id, month, serial }) => ({
      path: `invoices/${month}-${numberOf(serial)}.pdf`,
      print: () => printInvoice(deps, id, viewer.accountId),
    })),
    ...bookings.map(({ id, number }) => ({
      path: `invoices/receipt-${number}.pdf`,
      print: () => printReceipt(deps, viewer, id),
    })),
  ]
}

async function storedFilesOf(db: Db, subject: Subject): Promise<{ id: string; path: string }[]> {
  const files: { id: string; path: string }[] = []
  for (const one of [ownFiles, othersFiles])
    for (let offset = 0; ; offset += page) {
      const rows = await findRows(db, one, subject, { offset, limit: page })
      files.push(...rows.map(({ id, path }) => ({ id: String(id), path: String(path) })))
      if (rows.length < page) break
    }
  return files
}

const csvFileCount = copyFiles.reduce((count, { sections }) => count + sections.length, 0)

/** Called after each file of the archive; it can abort the work by throwing. */
export type OnStep = (done: number, steps: number) => Promise<void>

/** Streams the archive to `read` while it is written, so that only parts of it are in memory. */
export async function makeArchive<T>(
  deps: Deps,
  owner: Owner,
  { read, onStep }: { read: (archive: Readable) => Promise<T>; onStep: OnStep },
): Promise<T> {
  const zip = openZip(deps.now())
  const write = async () => {
    try {
      await writeArchive(deps, owner, zip, onStep)
      zip.end()
    } catch (error) {
      zip.fail(
        error instanceof Error ? error : new Error('The archive could not be written', { cause: error }),
      )
      throw error
    }
  }
  const [readResult, written] = await Promise.allSettled([read(zip.output), write()])
  if (readResult.status === 'rejected') throw readResult.reason
  if (written.status === 'rejected') throw written.reason
  return readResult.value
}

/**
 * Writes all data of a person into the archive. Table rows come from one snapshot; files and invoices follow one by one
 * outside it, so that a long export does not hold a transaction open.
 */
async function writeArchive(deps: Deps, owner: Owner, zip: Zip, onStep: OnStep): Promise<void> {
  let done = 0
  let steps = 0
  const at = deps.now()
  const step = async () => onStep(++done, steps)

  const papers = await papersOf(deps, owner)
  const files = await ensureTransaction(deps, async (deps) => {
    await useSnapshot(deps.db)
    const found = await storedFilesOf(deps.db, owner)
    steps = copyFiles.length + csvFileCount + found.length + papers.length + 1
    for (const { name, sections } of copyFiles) {
      await zip.add(`${name}.json`, jsonOf(deps, sections, owner))
      await step()
      for (const one of sections) {
        await zip.add(`csv/${name}/${one.name}.csv`, csvOf(deps, one, owner))
        await step()
      }
    }
    return found
  })

  for (const { path, print } of papers) {
    await zip.add(path, Readable.from([await print()], { objectMode: false }))
    await step()
  }
  const missing: string[] = []
  for (const { id, path } of files) {
    const content = await openStoredFile(deps, id)
    if (content) await zip.add(path, content)
    else missing.push(path)
    await step()
  }
  if (missing.length > 0)
    deps.log.warn({ accountId: owner.accountId, files: missing.length }, 'files are missing in a copy')
  await zip.add('README.txt', [
    readmeOf({ site: deps.site, at, name: owner.name, files: copyFiles, missing }),
  ])
  await step()
}
