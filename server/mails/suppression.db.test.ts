import { expect, onTestFinished, test } from 'vitest'
import * as mails from '#contract/mails/mails.ts'
import * as contract from '#contract/mails/suppressions.ts'
import { listStaffActs } from '#contract/staff/acts.ts'
import { showDesk } from '#contract/staff/desk.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { createMailSender, queueMail } from '#server/kernel/mail/mail.ts'
import { routes } from '#server/slices.ts'
import { buildAccounts, testDeps } from '#test/build.ts'
import { eve, olga, sam, withFreshSignIn } from '#test/cast.ts'
import { testDb } from '#test/db.ts'
import { answerOf } from '#test/invoke.ts'
import { mailServer } from '#test/mail-peer.ts'

const reason = 'She has asked us to stop.'

async function setup(options: Parameters<typeof mailServer>[0] = {}) {
  const deps = testDeps(await testDb())
  deps.site.mailConfigured = true
  await buildAccounts(deps.db, eve, olga)
  const { received, smtpUrl } = await mailServer(options)
  const sender = createMailSender(deps, { smtpUrl, from: 'Sitwell <hello@sitwell.example.org>' })
  onTestFinished(() => sender.close())
  const as = (...roles: string[]): Viewer => withFreshSignIn({ ...eve, roles }, deps.now())
  const mailTo = async (to: string) => {
    deps.clock.set(new Date(deps.now().getTime() + 1_000))
    const mail = { to, subject: 'News', text: 'Hello', html: '<p>Hello</p>', kind: 'news' }
    const mailId = await ensureTransaction(deps, (deps) => queueMail(deps, mail))
    await sender.send(mailId)
    return answerOf(routes, mails.showMail, deps, { viewer: as('support'), params: { mailId } })
  }
  const list = (query: object = {}, viewer = as('support')) =>
    answerOf(routes, contract.listMailSuppressions, deps, { viewer, query })
  const add = (address: string, viewer = as('operator')) =>
    answerOf(routes, contract.addMailSuppression, deps, { viewer, body: { address, reason } })
  const remove = (suppressionId: string, viewer = as('operator')) =>
    answerOf(routes, contract.removeMailSuppression, deps, {
      viewer,
      params: { suppressionId },
      body: { reason },
    })
  const problemOf = async (viewer: Viewer, accountId = viewer.accountId) =>
    (await answerOf(routes, contract.showMailProblem, deps, { viewer, params: { accountId } })).problem
  return { deps, received, as, mailTo, list, add, remove, problemOf }
}

test('staff stop mails to an address, which are then suppressed in any spelling until they are allowed again', async () => {
  const { deps, as, received, mailTo, list, add, remove } = await setup()
  const { id } = await add('OLGA@example.org')
  expect(await add('olga@example.org')).toMatchObject({ id })
  expect((await list()).items).toMatchObject([
    {
      id,
      address: olga.email,
      cause: 'manual',
      detail: reason,
      person: { accountId: olga.accountId, name: 'Olga' },
    },
  ])
  const mail = await mailTo('Olga@Example.org')
  expect(mail).toMatchObject({
    state: 'suppressed',
    answer: 'The address gets no more mails: staff have stopped them.',
  })
  await mailTo('sam@example.org')
  expect(received.map(({ to }) => to)).toEqual([['sam@example.org']])
  // It is a decision of staff, so it does not wait for one.
  const desk = await answerOf(routes, showDesk, deps, { viewer: as('operator') })
  expect(desk.waiting).toEqual([])
  expect(desk.health.failedMails).toBe(0)

  await remove(id)
  expect(await mailTo(olga.email)).toMatchObject({ state: 'sent' })
  await expect(remove(id)).rejects.toMatchObject({ code: 'suppression-not-found' })
  const { items } = await answerOf(routes, listStaffActs, deps, { viewer: as('operator'), query: {} })
  const acts = items.map(({ act, reason: why, concerns }) => [act, why, concerns])
  expect(acts).toContainEqual(['POST /v1/admin/mail-suppressions', reason, [id, olga.accountId]])
  expect(acts).toContainEqual([
    'POST /v1/admin/mail-suppressions/:suppressionId/remove',
    reason,
    [id, olga.accountId],
  ])
  expect(items.every(({ request }) => !request.toLowerCase().includes(olga.email))).toBe(true)
})

test.each([
  ['550 5.1.1 <olga@example.org>: no such user', true],
  ['550 5.1.10 Recipient not found', true],
  // The sender may be at fault for these, so that nobody’s mail is stopped.
  ['550 5.7.1 Relaying denied', false],
  ['554 5.7.1 This looks like spam', false],
  ['550 No such mailbox', false],
])(
  'a refusal stops further mails only if it says that there is no such mailbox: %s',
  async (words, stops) => {
    const { mailTo, list } = await setup({ isGone: () => true, refusal: words.slice(4) })
    expect(await mailTo(olga.email)).toMatchObject({ state: 'given_up' })
    expect((await list()).items).toMatchObject(stops ? [{ address: olga.email, cause: 'bounce' }] : [])
    expect(await mailTo(olga.email)).toMatchObject({ state: stops ? 'suppressed' : 'given_up' })
  },
)

test('people see on their own account only that their mails have been stopped', async () => {
  const { deps, add, problemOf } = await setup()
  expect(await problemOf(olga)).toBeNull()
  await add(olga.email)
  expect(await problemOf(olga)).toEqual({
    cause: 'manual',
    address: olga.email,
    at: deps.now().toISOString(),
  })
  expect(await problemOf(eve)).toBeNull()
  await expect(problemOf(eve, olga.accountId)).rejects.toMatchObject({ code: 'account-not-found' })
})

test('stopped addresses are searched, newest first, and read page by page', async () => {
  const { deps, add, list } = await setup()
  for (const name of ['ann', 'bea', 'Cid']) {
    deps.clock.set(new Date(deps.now().getTime() + 1_000))
    await add(`${name}@example.org`)
  }
  const first = await list({ limit: 2 })
  expect(first.items.map(({ address }) => address)).toEqual(['cid@example.org', 'bea@example.org'])
  const second = await list({ limit: 2, cursor: first.nextCursor! })
  expect(second).toMatchObject({ items: [{ address: 'ann@example.org', person: null }], nextCursor: null })
  expect((await list({ q: 'CID@' })).items).toMatchObject([{ address: 'cid@example.org' }])
})

test('support reads the stopped addresses, and only those who run the site change them', async () => {
  const { add, remove, list, as } = await setup()
  const { id } = await add(sam.email)
  await expect(list({}, as('moderator'))).rejects.toMatchObject({ code: 'role-missing' })
  await expect(add(olga.email, as('support'))).rejects.toMatchObject({ code: 'role-missing' })
  await expect(remove(id, as('support'))).rejects.toMatchObject({ code: 'role-missing' })
})
