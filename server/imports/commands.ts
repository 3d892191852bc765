import type { Import, ImportRow } from '#contract/staff/imports.ts'
import { importColumns, type ImportKind, type ImportOutcome } from '#contract/staff/codes.ts'
import type { Eraser } from '#server/accounts/erasure.ts'
import { type CheckedRow, checkEntries } from '#server/imports/check-commands.ts'
import { readCsv } from '#server/imports/csv.ts'
import { invitationMail } from '#server/imports/mails.ts'
import type { SitterData } from '#server/imports/row.ts'
import * as store from '#server/imports/store.ts'
import { viewImport, viewRow } from '#server/imports/view.ts'
import { writeCsv } from '#server/kernel/csv.ts'
import { cutPage, readCursor, readListPosition } from '#server/kernel/db/cursor.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { queueMail } from '#server/kernel/mail/mail.ts'
import { Problem } from '#server/kernel/problem.ts'
import { z } from 'zod'

const noImport = () =>
  new Problem('import-not-found', {
    detail: 'There is no such import. The desk lists them at /admin/import.',
  })
const refused = (detail: string) => new Problem('import-refused', { detail })

type Page<Item> = { items: Item[]; nextCursor: string | null }
type Given = { kind: ImportKind; fileName: string; bytes: Uint8Array; accountId: string | null }

/** Stores what each row of a file would do; nothing else changes until the import runs. */
export async function checkImport(deps: Deps, { kind, fileName, bytes, accountId }: Given): Promise<Import> {
  const file = readCsv(kind, bytes)
  if ('refused' in file) throw refused(file.refused)
  const rows = await checkEntries(deps, kind, file.entries)
  const at = deps.now()
  const id = newId(at)
  await ensureTransaction(deps, async ({ db }) => {
    await store.insertImport(db, {
      id,
      kind,
      file_name: fileName,
      state: 'checked',
      account_id: accountId,
      created_at: at,
      updated_at: at,
    })
    await store.insertRows(
      db,
      rows.map((row) => storedRow(id, kind, row)),
    )
  })
  return readImport(deps, id)
}

const storedRow = (importId: string, kind: ImportKind, row: CheckedRow) => ({
  import_id: importId,
  line: row.line,
  kind,
  external_id: row.externalId.slice(0, 100),
  of_id: row.ofId,
  email: row.email,
  outcome: row.outcome,
  faults: JSON.stringify(row.faults),
  data: JSON.stringify(row.data ?? {}),
})

export async function readImport({ db }: Pick<Deps, 'db'>, importId: string): Promise<Import> {
  const found = await store.findImport(db, importId)
  if (!found) throw noImport()
  return viewImport(found)
}

type PageAsked = { cursor?: string | undefined; limit: number }

export async function listImports({ db }: Deps, { cursor, limit }: PageAsked): Promise<Page<Import>> {
  const rows = await store.findImports(db, readListPosition(cursor), limit + 1)
  const { shown, nextCursor } = cutPage(rows, limit, (last) => [last.created_at, last.id])
  return { items: shown.map(viewImport), nextCursor }
}

export async function listRows(
  deps: Deps,
  importId: string,
  { cursor, limit, outcome }: PageAsked & { outcome?: ImportOutcome | undefined },
): Promise<Page<ImportRow>> {
  await readImport(deps, importId)
  const after = readCursor(cursor, z.int()) ?? 0
  const rows = await store.findRows(deps.db, importId, { after, outcome, limit: limit + 1 })
  const { shown, nextCursor } = cutPage(rows, limit, (last) => last.line)
  return { items: shown.map(viewRow), nextCursor }
}

const reportHead = [
  'line',
  'external_id',
  'outcome',
  'carried_out',
  'invited',
  'accepted',
  'column',
  'what_to_do',
]
const yes = (is: boolean): string => (is ? 'yes' : '')

/** Returns the report as CSV, with a line for each fault of a row, or one for a row without any. */
export async function importReport(deps: Deps, importId: string): Promise<string> {
  await readImport(deps, importId)
  const rows = await store.findRows(deps.db, importId, { after: 0, outcome: undefined, limit: 20_000 })
  const lines = rows.map(viewRow).flatMap(({ faults, ...row }) => {
    const facts = [row.line, row.externalId, row.outcome, yes(row.done), yes(row.invited), yes(row.accepted)]
    const told = faults.length > 0 ? faults : [{ column: '', message: '' }]
    return told.map(({ column, message }) => [...facts, column ?? '', message])
  })
  return writeCsv([reportHead, ...lines])
}

export const importTemplate = (kind: ImportKind): string => writeCsv([importColumns[kind]])

async function changeState(
  deps: Deps,
  importId: string,
  change: (deps: TxDeps, found: NonNullable<Awaited<ReturnType<typeof store.lockImport>>>) => Promise<void>,
): Promise<Import> {
  return ensureTransaction(deps, async (deps) => {
    const found = await store.lockImport(deps.db, importId)
    if (!found) throw noImport()
    await change(deps, found)
    return readImport(deps, importId)
  })
}

export const runImport = (deps: Deps, importId: string): Promise<Import> =>
  changeState(deps, importId, async (deps, { state }) => {
    if (state !== 'checked') throw refused('This import has already run. Check the file again to repeat it.')
    await store.saveState(deps.db, importId, 'running', deps.now())
    await deps.enqueue(deps.db, 'imports.run', { importId })
  })

const batch = 500

/** Carries out the next rows of an import; returns whether any are left. */
export const runBatch = (deps: Deps, importId: string): Promise<boolean> =>
  ensureTransaction(deps, async (deps) => {
    const found = await store.lockImport(deps.db, importId)
    if (found?.state !== 'running') return false
    const at = deps.now()
    const rows = await store.findOpenRows(deps.db, importId, batch)
    const refusals = await refusalsNow(deps.db, found.kind, rows)
    const accepted = rows.filter((row) => !refusals.has(row))
    for (const [row, message] of refusals) await store.refuseRow(deps.db, row, message)
    if (accepted.length > 0) await store.replaceInForce(deps.db, found.kind, accepted, at)
    if (rows.length === batch) return true
    await store.saveState(deps.db, importId, 'done', at)
    return false
  })

/** Finds rows that cannot be imported any more, because something has happened since the check. */
async function refusalsNow(
  db: Db,
  kind: ImportKind,
  rows: readonly store.Row[],
): Promise<Map<store.Row, string>> {
  const ids = rows.map((row) => (kind === 'sitters' ? row.external_id : (row.of_id ?? '')))
  const sitters = new Map((await store.findInForce(db, 'sitters', ids)).map((row) => [row.external_id, row]))
  const emails = rows.flatMap(({ email }) => email ?? [])
  const withProfile = new Set(kind === 'sitters' ? await store.findEmailsOfSitters(db, emails) : [])
  const refusals = new Map<store.Row, string>()
  for (const row of rows) {
    const sitter = sitters.get(kind === 'sitters' ? row.external_id : (row.of_id ?? ''))
    if (sitter?.accepted_at) refusals.set(row, 'The person has taken the profile over since the check.')
    else if (kind === 'stays' && !sitter)
      refusals.set(row, 'The profile of this sitter does not wait here any more.')
    else if (row.email !== null && withProfile.has(row.email))
      refusals.set(row, 'Somebody with this address has made a sitter profile here since the check.')
  }
  return refusals
}

/** Invites everybody whose profile waits; a job sends the mails. */
export const inviteImported = (deps: Deps, importId: string): Promise<Import> =>
  changeState(deps, importId, async (deps, { state, kind }) => {
    if (kind !== 'sitters') throw refused('Only imported sitters can be invited.')
    if (state !== 'done') throw refused('Carry the import out first, and wait until it is finished.')
    await deps.enqueue(deps.db, 'imports.invite', { importId })
  })

const invitationsAtOnce = 100

/** Writes the next invitations; returns whether any are left. */
export const inviteBatch = (deps: Deps, importId: string): Promise<boolean> =>
  ensureTransaction(deps, async (deps) => {
    const found = await store.lockImport(deps.db, importId)
    if (found?.state !== 'done') return false
    const rows = await store.findUninvited(deps.db, importId, invitationsAtOnce)
    for (const row of rows) {
      if (row.email !== null) await queueMail(deps, invitationMail(row.email, dataOf(row).name, deps.site))
      await store.saveInvited(deps.db, row, deps.now())
    }
    return rows.length === invitationsAtOnce
  })

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows of sitters are written by `checkImport` only
export const dataOf = ({ data }: Pick<store.Row, 'data'>): SitterData => data as SitterData

export const undoImport = (deps: Deps, importId: string): Promise<Import> =>
  changeState(deps, importId, async (deps, { state }) => {
    const { accepted } = await readImport(deps, importId)
    if (accepted > 0)
      throw refused(
        `${accepted === 1 ? 'One row is' : `${accepted} rows are`} part of a profile that its person has taken over, so the import cannot be taken back.`,
      )
    if (state === 'undone') throw refused('This import was taken back already.')
    await store.takeBack(deps.db, importId)
    await store.saveState(deps.db, importId, 'undone', deps.now())
  })

export const deleteOldImports = (deps: Deps, before: Date, limit: number): Promise<number> =>
  ensureTransaction(deps, ({ db }) => store.deleteBefore(db, before, limit))

export const eraseFromImports: Eraser = async ({ db }, { emails, sitterId }) => {
  for (const id of await store.findIdsOfPerson(db, emails)) await store.deleteRowsOf(db, id)
  if (sitterId) await store.deleteRowsOfSitter(db, sitterId)
}
