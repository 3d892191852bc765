import { expect, test } from 'vitest'
import { listStaffActs } from '#contract/staff/acts.ts'
import * as contract from '#contract/staff/notes.ts'
import { showPerson } from '#contract/staff/people.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { routes } from '#server/slices.ts'
import { eraseStaffNotes } from '#server/staff/erase-commands.ts'
import { buildAccounts, testDeps } from '#test/build.ts'
import { eve, leaving, olga, sam, withFreshSignIn } from '#test/cast.ts'
import { testDb } from '#test/db.ts'
import { answerOf } from '#test/invoke.ts'

const words = 'Prefers the telephone, after six.'

async function setup() {
  const deps = testDeps(await testDb())
  await buildAccounts(deps.db, olga, sam, eve)
  const as = (person: Viewer, roles: string[]): Viewer => withFreshSignIn({ ...person, roles }, deps.now())
  const support = as(eve, ['support'])
  const add = (accountId = olga.accountId, viewer = support) =>
    answerOf(routes, contract.addNote, deps, { viewer, params: { accountId }, body: { words } })
  const edit = (noteId: string, viewer = support, accountId = olga.accountId) =>
    answerOf(routes, contract.editNote, deps, {
      viewer,
      params: { accountId, noteId },
      body: { words: 'Prefers mail.' },
    })
  const remove = (noteId: string, viewer = support, accountId = olga.accountId) =>
    answerOf(routes, contract.deleteNote, deps, { viewer, params: { accountId, noteId } })
  const notes = async (viewer = support, accountId = olga.accountId) =>
    (await answerOf(routes, showPerson, deps, { viewer, params: { accountId } })).notes
  return { deps, as, add, edit, remove, notes }
}

test('a note is added, changed by its author and deleted, and the acts do not contain its words', async () => {
  const { deps, as, add, edit, remove, notes } = await setup()
  const { id } = await add()
  expect(await notes()).toMatchObject([
    { id, words, byName: 'Eve', editedAt: null, actions: ['edit', 'delete'] },
  ])
  deps.clock.set(new Date(deps.now().getTime() + 60_000))
  await edit(id)
  expect(await notes()).toMatchObject([{ words: 'Prefers mail.', editedAt: deps.now().toISOString() }])
  deps.clock.set(new Date(deps.now().getTime() + 60_000))
  await remove(id)
  expect(await notes()).toEqual([])
  await expect(edit(id)).rejects.toMatchObject({ code: 'note-not-found' })
  const { items } = await answerOf(routes, listStaffActs, deps, {
    viewer: as(eve, ['operator']),
    query: { q: olga.accountId },
  })
  expect(items.map(({ act }) => act.split(' ')[0])).toEqual(['DELETE', 'PUT', 'POST'])
  expect(items.map(({ request }) => request).join('')).not.toContain('Prefers')
})

test('only the author changes a note, and only the author or an owner of the site deletes it', async () => {
  const { as, add, edit, remove, notes } = await setup()
  const { id } = await add()
  const operator = as(sam, ['operator'])
  const owner = as(sam, ['instance_owner'])
  expect(await notes(operator)).toMatchObject([{ words, actions: [] }])
  for (const attempt of [() => edit(id, operator), () => remove(id, operator), () => edit(id, owner)])
    await expect(attempt()).rejects.toMatchObject({ code: 'person-change-refused' })
  // A note is found at the person whom it is about only.
  for (const attempt of [() => edit(id, undefined, sam.accountId), () => remove(id, owner, sam.accountId)])
    await expect(attempt()).rejects.toMatchObject({ code: 'note-not-found' })
  await expect(add(olga.accountId, as(sam, ['moderator']))).rejects.toMatchObject({ code: 'role-missing' })
  await remove(id, owner)
  expect(await notes()).toEqual([])
})

test('erasing a person deletes the notes about them and keeps those that they wrote', async () => {
  const { deps, as, add, notes } = await setup()
  await add()
  await add(sam.accountId, as(olga, ['support']))
  await inTransaction(deps.db, (db) => eraseStaffNotes({ ...deps, db }, leaving(olga)))
  expect(await notes()).toEqual([])
  expect(await notes(undefined, sam.accountId)).toMatchObject([{ words, byName: 'Olga' }])
})
