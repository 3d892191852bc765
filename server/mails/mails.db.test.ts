import { onTestFinished, expect, test } from 'vitest'
import * as contract from '#contract/mails/mails.ts'
import { listStaffActs } from '#contract/staff/acts.ts'
import { showDesk } from '#contract/staff/desk.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { createMailSender, queueMail, resendMail } from '#server/kernel/mail/mail.ts'
import { routes } from '#server/slices.ts'
import { buildAccounts, testDeps } from '#test/build.ts'
import { eve, olga, withFreshSignIn } from '#test/cast.ts'
import { testDb } from '#test/db.ts'
import { answerOf, refusalCodesOf } from '#test/invoke.ts'
import { mailServer } from '#test/mail-peer.ts'

const reason = 'The mailbox exists again.'

async function setup() {
  const deps = testDeps(await testDb())
  deps.site.mailConfigured = true
  await buildAccounts(deps.db, eve, olga)
  const as = (...roles: string[]): Viewer => withFreshSignIn({ ...eve, roles }, deps.now())
  const later = (minutes: number) => deps.clock.set(new Date(deps.now().getTime() + minutes * 60_000))
  /** Writes a mail, a second after the one before it. */
  const write = (change: { to?: string; subject?: string } = {}) => {
    later(1 / 60)
    const mail = { to: olga.email, subject: 'News', text: 'Hello', html: '<p>Hello</p>', kind: 'news' }
    return ensureTransaction(deps, (deps) => queueMail(deps, { ...mail, ...change }))
  }
  const list = (query: object = {}, viewer = as('support')) =>
    answerOf(routes, contract.listMails, deps, { viewer, query })
  const show = (mailId: string) =>
    answerOf(routes, contract.showMail, deps, { viewer: as('support'), params: { mailId } })
  const act = (
    endpoint: typeof contract.resendMail | typeof contract.leaveMail,
    mailId: string,
    viewer = as('operator'),
  ) => answerOf(routes, endpoint, deps, { viewer, params: { mailId }, body: { reason } })
  const resend = (mailId: string, viewer?: Viewer) => act(contract.resendMail, mailId, viewer)
  const leave = (mailId: string, viewer?: Viewer) => act(contract.leaveMail, mailId, viewer)
  const resendAll = (viewer = as('operator')) =>
    answerOf(routes, contract.resendMails, deps, { viewer, body: { reason } })
  const senderTo = (smtpUrl: string) => {
    const sender = createMailSender(deps, { smtpUrl, from: 'Sitwell <hello@sitwell.example.org>' })
    onTestFinished(() => sender.close())
    return sender
  }
  /** Runs the jobs that send mails. */
  const deliver = async (smtpUrl: string) => {
    const sender = senderTo(smtpUrl)
    for (const job of deps.jobs.splice(0))
      if (job.name === 'kernel.send-mail') await sender.send(job.payload.mailId).catch(() => undefined)
  }
  const waiting = async (role = 'operator') =>
    (await answerOf(routes, showDesk, deps, { viewer: as(role) })).waiting.filter(
      ({ kind }) => kind === 'mails',
    )
  const acts = async () =>
    (await answerOf(routes, listStaffActs, deps, { viewer: as('operator'), query: {} })).items
  return { deps, as, later, write, list, show, resend, leave, resendAll, deliver, waiting, acts }
}

test('a mail that was refused for good is given up, says why, and waits on the desk until it is sent again', async () => {
  const { deps, write, list, show, resend, deliver, waiting, acts, later } = await setup()
  const refusing = await mailServer({ refuse: 550 })
  const id = await write()
  expect(await show(id)).toMatchObject({ state: 'waiting', attempts: 0, answer: null, triedAt: null })
  await deliver(refusing.smtpUrl)
  const { items, totals, mailServer: hasServer } = await list()
  expect(items).toMatchObject([
    {
      id,
      state: 'given_up',
      to: olga.email,
      subject: 'News',
      attempts: 1,
      triedAt: deps.now().toISOString(),
      answer: 'The mail server refused the mail: 550 No such mailbox',
      person: { accountId: olga.accountId, name: 'Olga' },
    },
  ])
  expect(hasServer).toBe(true)
  expect(totals).toEqual({ given_up: 1, waiting: 0, sent: 0, suppressed: 0, left: 0 })
  expect(await waiting()).toMatchObject([{ count: 1, since: deps.now().toISOString() }])
  expect(await waiting('support')).toEqual([])

  later(1)
  expect(await resend(id)).toMatchObject({ state: 'waiting', resentAt: deps.now().toISOString() })
  expect(await waiting()).toEqual([])
  expect(await acts()).toMatchObject([
    { act: 'POST /v1/admin/mails/:mailId/resend', reason, concerns: [id, olga.accountId] },
  ])
  const { received, smtpUrl } = await mailServer()
  await deliver(smtpUrl)
  expect(received).toHaveLength(1)
  // Not the name under which a server may have seen it before.
  expect(received[0]!.content).toContain(`<${id}.${deps.now().getTime()}@sitwell.example.org>`)
  expect(await show(id)).toMatchObject({ state: 'sent', attempts: 2 })
  expect((await show(id)).answer).toMatch(/^250 /)
  await expect(resend(id)).rejects.toMatchObject({ code: 'mail-action-not-allowed' })
})

test('a mail is tried for a day, then given up, and tried for another day after staff sent it again', async () => {
  const { deps, write, list, resend, deliver, later } = await setup()
  const down = await mailServer()
  await down.close()
  const id = await write()
  await deliver(down.smtpUrl)
  const [waiting] = (await list({ state: 'waiting' })).items
  expect(waiting).toMatchObject({ id, attempts: 1 })
  expect(waiting!.answer).toMatch(/^The mail server could not be reached: .*ECONNREFUSED/)
  await expect(resend(id)).rejects.toMatchObject({ code: 'mail-action-not-allowed' })
  later(24 * 60)
  expect((await list()).items).toEqual([])
  later(1)
  expect((await list()).items).toMatchObject([{ id, state: 'given_up' }])
  expect(await resendMail(deps)).toBe(0)
  await resend(id)
  later(23 * 60)
  expect((await list({ state: 'waiting' })).items).toMatchObject([{ id }])
  expect(await resendMail(deps)).toBe(1)
})

test('a mail that staff leave unsent no longer waits, is not sent, and can still be sent again', async () => {
  const { write, list, show, resend, leave, deliver, waiting, acts } = await setup()
  const refusing = await mailServer({ refuse: 550 })
  const id = await write()
  await expect(leave(id)).rejects.toMatchObject({ code: 'mail-action-not-allowed' })
  await deliver(refusing.smtpUrl)
  expect(await leave(id)).toMatchObject({ state: 'left' })
  expect(await waiting()).toEqual([])
  expect((await list()).items).toEqual([])
  expect((await list({ state: 'left' })).items).toMatchObject([{ id }])
  expect(await acts()).toMatchObject([{ act: 'POST /v1/admin/mails/:mailId/leave', reason }])
  await resend(id)
  const { received, smtpUrl } = await mailServer()
  await deliver(smtpUrl)
  expect(received).toHaveLength(1)
  expect(await show(id)).toMatchObject({ state: 'sent' })
})

test('all mails that were given up are sent again at once, each of them once', async () => {
  const { write, list, leave, resendAll, deliver, acts } = await setup()
  const refusing = await mailServer({ refuse: 550 })
  for (let index = 0; index < 4; index++) await write({ subject: `News ${index}` })
  await deliver(refusing.smtpUrl)
  const [newest] = (await list()).items
  await leave(newest!.id)
  const counts = await Promise.all(Array.from({ length: 4 }, () => resendAll()))
  expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(3)
  const { received, smtpUrl } = await mailServer()
  await deliver(smtpUrl)
  expect(received).toHaveLength(3)
  expect((await list({ state: 'left' })).items).toMatchObject([{ id: newest!.id }])
  expect((await acts()).filter(({ act }) => act === 'POST /v1/admin/mails/resend')).toHaveLength(4)
})

test('of eight who send a mail again at the same time one is accepted', async () => {
  const { deps, write, resend, deliver } = await setup()
  const id = await write()
  await deliver((await mailServer({ refuse: 550 })).smtpUrl)
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => resend(id)))
  expect(refusalCodesOf(outcomes)).toEqual(Array.from({ length: 7 }, () => 'mail-action-not-allowed'))
  expect(deps.jobs.filter(({ name }) => name === 'kernel.send-mail')).toHaveLength(1)
})

test('mails are found by address, subject and kind, sorted, and read page by page', async () => {
  const { write, list } = await setup()
  await write({ to: 'zoe@example.org', subject: 'Rex had 100 % fun' })
  await write({ to: 'Anna@example.org', subject: 'A new request' })
  await write({ to: 'mia@example.org', subject: 'A new request' })
  const found = async (query: object) =>
    (await list({ state: 'waiting', ...query })).items.map(({ to }) => to.split('@')[0])
  expect(await found({})).toEqual(['mia', 'Anna', 'zoe'])
  expect(await found({ q: 'ANNA@' })).toEqual(['Anna'])
  expect(await found({ q: '100 %' })).toEqual(['zoe'])
  expect(await found({ q: 'new req' })).toEqual(['mia', 'Anna'])
  expect(await found({ q: 'news' })).toEqual(['mia', 'Anna', 'zoe'])
  expect(await found({ sort: 'to' })).toEqual(['Anna', 'mia', 'zoe'])
  const first = await list({ state: 'waiting', sort: 'createdAt', limit: 2 })
  expect(first.items.map(({ to }) => to)).toEqual(['zoe@example.org', 'Anna@example.org'])
  expect(await found({ sort: 'createdAt', limit: 2, cursor: first.nextCursor! })).toEqual(['mia'])
})

test('without a mail server mails wait and none is given up', async () => {
  const { deps, write, list, later, waiting } = await setup()
  deps.site.mailConfigured = false
  await write()
  later(2 * 24 * 60)
  expect(await list({ state: 'waiting' })).toMatchObject({ mailServer: false, totals: { waiting: 1 } })
  expect(await waiting()).toEqual([])
})

test('a test mail takes the way of every mail, and reading it again says what the mail server answered', async () => {
  const { deps, as, show, deliver, acts } = await setup()
  const test = () =>
    answerOf(routes, contract.testMail, deps, { viewer: as('operator'), body: { to: 'ops@example.org' } })
  const { id } = await test()
  const { received, smtpUrl } = await mailServer()
  await deliver(smtpUrl)
  expect(received[0]).toMatchObject({ to: ['ops@example.org'] })
  expect(received[0]!.content).toContain('Subject: Test mail from Sitwell')
  expect(await show(id)).toMatchObject({ state: 'sent', kind: 'test' })
  expect(await acts()).toMatchObject([{ act: 'POST /v1/admin/mails/test' }])
  deps.site.mailConfigured = false
  await expect(test()).rejects.toMatchObject({ code: 'mail-server-missing' })
})

test('support reads mails, only those who run the site send them again, and others see none', async () => {
  const { write, list, resend, leave, resendAll, deliver, as } = await setup()
  const id = await write()
  await deliver((await mailServer({ refuse: 550 })).smtpUrl)
  for (const role of ['moderator', 'accountant'])
    await expect(list({}, as(role))).rejects.toMatchObject({ code: 'role-missing' })
  for (const change of [resend, leave])
    await expect(change(id, as('support'))).rejects.toMatchObject({ code: 'role-missing' })
  await expect(resendAll(as('support'))).rejects.toMatchObject({ code: 'role-missing' })
  const stale = { ...eve, roles: ['operator'], authTime: 0 }
  await expect(resend(id, stale)).rejects.toMatchObject({ code: 'sign-in-too-old' })
  await expect(resend(olga.accountId)).rejects.toMatchObject({ code: 'mail-not-found' })
})
