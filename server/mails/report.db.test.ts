import { expect, test } from 'vitest'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { queueMail } from '#server/kernel/mail/mail.ts'
import type { Mailbox } from '#server/kernel/outside/imap.ts'
import { readReports } from '#server/mails/report-commands.ts'
import { now, testDeps } from '#test/build.ts'
import { olga } from '#test/cast.ts'
import { testDb } from '#test/db.ts'
import { startImap } from '#test/imap-peer.ts'
import { recordLog } from '#test/log-lines.ts'
import { bounceOf, complaintOf } from '#test/mail-reports.ts'

async function setup() {
  const deps = testDeps(await testDb())
  const imap = await startImap()
  const { log, lines } = recordLog()
  const sendMail = async (to: string, isSent = true) => {
    const words = { subject: 'Hello', text: 'Hello', html: '<p>Hello', kind: 'test' }
    const id = await inTransaction(deps.db, (db) => queueMail({ ...deps, db }, { to, ...words }))
    if (isSent) await deps.db.updateTable('mail').set({ sent_at: now }).where('id', '=', id).execute()
    return { id, messageId: `${id}@sitwell.example` }
  }
  return {
    ...imap,
    deps,
    lines,
    sendMail,
    read: (change: Partial<Mailbox> = {}) => readReports({ ...deps, log }, { ...imap.mailbox, ...change }),
    stopped: () =>
      deps.db
        .selectFrom('mail_suppression')
        .select(['address', 'cause', 'detail'])
        .orderBy('address')
        .execute(),
    refusals: () => deps.db.selectFrom('mail').select(['refusal', 'answer']).execute(),
    seen: () => imap.state.messages.map(({ isSeen }) => isSeen),
  }
}

test('a bounce stops mails to the address to which the mail was sent, and marks it as one that came back', async () => {
  const { deliver, read, sendMail, stopped, refusals, seen } = await setup()
  const { messageId } = await sendMail(olga.email)
  deliver('From: sam@example.org\r\nSubject: A question\r\n\r\nHello')
  deliver(bounceOf(messageId))
  await read()
  expect(await stopped()).toEqual([
    { address: olga.email, cause: 'bounce', detail: expect.stringContaining('User unknown') as unknown },
  ])
  expect(await refusals()).toEqual([
    { refusal: 'bounce', answer: expect.stringContaining('550 5.1.1') as unknown },
  ])
  expect(seen(), 'what is no report stays unread').toEqual([false, true])
})

test('a complaint stops mails, and a full mailbox only marks the mail', async () => {
  const { deliver, read, sendMail, stopped, refusals } = await setup()
  deliver(bounceOf((await sendMail('full@example.org')).messageId, { status: '5.2.2' }))
  await read()
  expect([await stopped(), await refusals()]).toEqual([[], [expect.objectContaining({ refusal: 'bounce' })]])
  deliver(complaintOf((await sendMail(olga.email)).messageId))
  await read()
  expect(await stopped()).toEqual([
    { address: olga.email, cause: 'complaint', detail: 'abuse: SomeGenerator/1.0' },
  ])
})

test('a forged report about a mail that was never sent stops nothing, and one about a mail only its own address', async () => {
  const { deps, deliver, read, sendMail, stopped, seen } = await setup()
  const waiting = await sendMail(olga.email, false)
  const own = await sendMail('mallory@example.org')
  deliver(bounceOf('0190a000-0000-7000-8000-000000000001@sitwell.example'))
  deliver(bounceOf(waiting.messageId))
  deliver(bounceOf('made-up@sitwell.example'))
  await read()
  expect([await stopped(), seen()]).toEqual([[], [false, false, false]])
  // The report names olga@example.org, as all of these do.
  deliver(bounceOf(own.messageId))
  await read()
  expect((await stopped()).map(({ address }) => address)).toEqual(['mallory@example.org'])
  await deps.db.deleteFrom('mail_suppression').execute()
  deliver(bounceOf(own.messageId))
  await read()
  expect(await stopped(), 'a second report about the same mail').toEqual([])
})

test('each message is read once, and all again after the server has numbered them anew', async () => {
  const { deps, deliver, read, sendMail, stopped, state } = await setup()
  const { messageId } = await sendMail(olga.email)
  deliver(bounceOf(messageId))
  await read()
  await deps.db.deleteFrom('mail_feedback').execute()
  await deps.db.deleteFrom('mail_suppression').execute()
  await read()
  expect(await stopped()).toEqual([])
  state.uidValidity += 1
  await read()
  expect(await stopped()).toHaveLength(1)
})

test('a mailbox that cannot be opened is logged once, and does not fail the job', async () => {
  const { read, lines } = await setup()
  await read({ password: 'wrong' })
  await read({ password: 'wrong' })
  const failures = lines('the mailbox of reports could not be read')
  expect(failures.map(({ err }) => err)).toEqual([
    expect.objectContaining({
      message: expect.stringContaining('does not accept the user name or the password') as unknown,
    }),
  ])
})

test('an error of the database is not taken for one of the mailbox', async () => {
  const { deps, deliver, mailbox, sendMail } = await setup()
  deliver(bounceOf((await sendMail(olga.email)).messageId))
  const broken = {
    ...deps,
    now: () => {
      throw new Error('The clock is broken')
    },
  }
  await expect(readReports(broken, mailbox)).rejects.toThrow('The clock is broken')
})
