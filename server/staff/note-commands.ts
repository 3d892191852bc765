import type { HandlerInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/staff/notes.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps, Viewer } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { Problem } from '#server/kernel/problem.ts'
import * as store from '#server/staff/note-store.ts'
import { noteActionsOf, viewNote } from '#server/staff/note-view.ts'
import { refused } from '#server/staff/person-commands.ts'

type Given = HandlerInput<typeof contract.addNote>['body']
type Address = HandlerInput<typeof contract.editNote>['params']

/** Notes about a person, newest first. */
export const notesAbout = async (db: Db, accountId: string, viewer: Viewer): Promise<contract.StaffNote[]> =>
  (await store.findNotes(db, accountId)).map((row) => viewNote(row, viewer))

async function readNote({ db }: TxDeps, viewer: Viewer, { accountId, noteId }: Address) {
  const note = (await notesAbout(db, accountId, viewer)).find(({ id }) => id === noteId)
  if (!note) throw new Problem('note-not-found')
  return note
}

export const addNote = (
  deps: Deps,
  viewer: Viewer,
  accountId: string,
  { words }: Given,
): Promise<contract.StaffNote> =>
  ensureTransaction(deps, async (deps) => {
    if (!(await store.lockPerson(deps.db, accountId))) throw new Problem('account-not-found')
    const at = deps.now()
    const noteId = newId(at)
    await store.insertNote(deps.db, {
      id: noteId,
      account_id: accountId,
      by_account: viewer.accountId,
      at,
      words,
    })
    return readNote(deps, viewer, { accountId, noteId })
  })

export const editNote = (
  deps: Deps,
  viewer: Viewer,
  address: Address,
  { words }: Given,
): Promise<contract.StaffNote> =>
  ensureTransaction(deps, async (deps) => {
    await requireAction(deps, viewer, address, 'edit')
    await store.changeNote(deps.db, address.noteId, { words, edited_at: deps.now() })
    return readNote(deps, viewer, address)
  })

export const deleteNote = (deps: Deps, viewer: Viewer, address: Address): Promise<Record<string, never>> =>
  ensureTransaction(deps, async (deps) => {
    await requireAction(deps, viewer, address, 'delete')
    await store.deleteNote(deps.db, address.noteId)
    return {}
  })

const whoMay = {
  edit: 'Only who wrote this note can change it.',
  delete: 'Only who wrote this note or an owner of the site can delete it.',
}

async function requireAction(
  { db }: TxDeps,
  viewer: Viewer,
  address: Address,
  action: keyof typeof whoMay,
): Promise<void> {
  const note = await store.lockNote(db, address)
  if (!note) throw new Problem('note-not-found')
  if (!noteActionsOf(note, viewer).includes(action)) throw refused(whoMay[action])
}
