import { expect, onTestFinished, test, vi } from 'vitest'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import {
  createMailSender,
  findMail,
  listMail,
  mailJobs,
  queueMail,
  resendMail,
} from '#server/kernel/mail/mail.ts'
import { testDeps } from '#test/build.ts'
import { testDb } from '#test/db.ts'
import { mailServer } from '#test/mail-peer.ts'

const testMail = {
  to: 'olga@example.org',
  subject: 'Rex had a fine day – grüße',
  text: 'All is well.',
  html: '<p>All is <b>well</b>.</p>',
  kind: 'test.letter',
}
const from = 'Sitwell <hello@sitwell.example.org>'

async function outbox() {
  const deps = testDeps(await testDb())
  const queue = (mail = testMail) => ensureTransaction(deps, (deps) => queueMail(deps, mail))
  const sender = (smtpUrl: string | undefined) => {
    const made = createMailSender(deps, { smtpUrl, from })
    onTestFinished(() => made.close())
    return made
  }
  return { deps, queue, sender }
}

test('A mail is queued if its transaction commits, and discarded if it rolls back', async () => {
  const { deps, queue } = await outbox()
  const id = await queue()
  expect(deps.jobs).toEqual([{ name: 'kernel.send-mail', payload: { mailId: id } }])
  const failing = ensureTransaction(deps, async (deps) => {
    await queueMail(deps, testMail)
    throw new Error('something else failed')
  })
  await expect(failing).rejects.toThrow('something else failed')
  expect(await listMail(deps.db)).toHaveLength(1)
  expect(await findMail(deps.db, id)).toMatchObject({
    recipient: testMail.to,
    kind: 'test.letter',
    sent_at: null,
  })
})

test('the sender has the name of the site as it is now, if the configuration names it like the site', async () => {
  const { deps, queue, sender } = await outbox()
  const { received, smtpUrl } = await mailServer()
  const { send } = sender(smtpUrl)
  const sendOne = async () => send(await queue())
  await sendOne()
  deps.site.name = 'Paws, Tails & Co.'
  await sendOne()
  deps.site.configuredName = 'Another name'
  await sendOne()
  expect(received.map(({ content }) => /^From: (.*?)\r?$/m.exec(content)?.[1])).toEqual([
    'Sitwell <hello@sitwell.example.org>',
    '"Paws, Tails & Co." <hello@sitwell.example.org>',
    'Sitwell <hello@sitwell.example.org>',
  ])
})

test('An SMTP server receives a mail as text and HTML once, even if the job runs twice', async () => {
  const { deps, queue, sender } = await outbox()
  const { received, smtpUrl } = await mailServer()
  const id = await queue()
  const { send } = sender(smtpUrl)
  await send(id)
  await send(id)
  expect(received).toHaveLength(1)
  const [mail] = received
  expect(mail!.to).toEqual(['olga@example.org'])
  expect(mail!.content).toContain(`Message-ID: <${id}@sitwell.example.org>`)
  expect(mail!.content).toContain('Content-Type: text/plain')
  expect(mail!.content).toContain('All is <b>well</b>.')
  expect((await findMail(deps.db, id))!.sent_at).toEqual(deps.now())
})

test('A mail is sent once even if eight workers try at the same time', async () => {
  const { queue, sender } = await outbox()
  const { promise: hold, resolve: release } = Promise.withResolvers()
  const { received, smtpUrl } = await mailServer({ hold })
  const id = await queue()
  const running = Array.from({ length: 8 }, () => sender(smtpUrl).send(id))
  await Promise.race(running)
  release(null)
  await Promise.all(running)
  expect(received).toHaveLength(1)
})

test('Without an SMTP server, a mail stays in the outbox, unsent', async () => {
  const { deps, queue, sender } = await outbox()
  const id = await queue()
  await sender(undefined).send(id)
  expect(await listMail(deps.db)).toEqual([
    expect.objectContaining({ id, sent_at: null, text_body: 'All is well.' }),
  ])
})

test('A mail is retried after an outage of the SMTP server and then sent once', async () => {
  const { deps, queue, sender } = await outbox()
  const down = await mailServer()
  await down.close()
  const id = await queue()
  const { send } = sender(down.smtpUrl)
  await expect(send(id)).rejects.toThrow(/ECONNREFUSED/)
  expect((await findMail(deps.db, id))!.sent_at).toBeNull()

  deps.clock.set(new Date(deps.now().getTime() + 30 * 60_000))
  const up = await mailServer({ port: down.port })
  deps.jobs.length = 0
  const jobs = mailJobs(deps, { smtpUrl: down.smtpUrl, from }, { send, close: () => undefined })
  await jobs.find(({ name }) => name === 'kernel.resend-mail')!.run({})
  expect(deps.jobs).toEqual([{ name: 'kernel.send-mail', payload: { mailId: id } }])
  await jobs.find(({ name }) => name === 'kernel.send-mail')!.run({ mailId: id })
  expect(up.received).toHaveLength(1)
  expect(await resendMail(deps)).toBe(0)
})

test('A mail refused permanently (SMTP 550) is not retried', async () => {
  const { deps, queue, sender } = await outbox()
  const { smtpUrl } = await mailServer({ refuse: 550 })
  const id = await queue()
  await sender(smtpUrl).send(id)
  expect(await findMail(deps.db, id)).toMatchObject({ sent_at: null, refusal: 'SMTP 550' })
  deps.clock.set(new Date(deps.now().getTime() + 10 * 60_000))
  expect(await resendMail(deps)).toBe(0)
})

test('A mail refused temporarily (SMTP 451) is retried', async () => {
  const { deps, queue, sender } = await outbox()
  const { smtpUrl } = await mailServer({ refuse: 451 })
  const id = await queue()
  await expect(sender(smtpUrl).send(id)).rejects.toThrow('No such mailbox')
  deps.clock.set(new Date(deps.now().getTime() + 10 * 60_000))
  await vi.waitFor(async () => expect(await resendMail(deps)).toBe(1), { timeout: 60_000 })
})

test('A line break in the subject injects neither a header nor a recipient', async () => {
  const { queue, sender } = await outbox()
  const { received, smtpUrl } = await mailServer()
  const id = await queue({ ...testMail, subject: 'Hello\r\nBcc: eve@example.org', to: 'olga@example.org' })
  await sender(smtpUrl).send(id)
  expect(received[0]!.to).toEqual(['olga@example.org'])
  expect(received[0]!.content).not.toMatch(/^Bcc:/m)
})
