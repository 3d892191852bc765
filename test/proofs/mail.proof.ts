import { expect, onTestFinished, test } from 'vitest'
import { bookingJobs } from '#server/bookings/jobs.ts'
import { addMinutes } from '#server/kernel/day.ts'
import { type Db } from '#server/kernel/db/db.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { JobHandler } from '#server/kernel/jobs/jobs.ts'
import { createMailSender, findMail, listMail, mailJobs, queueMail } from '#server/kernel/mail/mail.ts'
import { noticeJobs } from '#server/notices/jobs.ts'
import { actorsOf, buildSitter, weekend } from '#test/booking-fixture.ts'
import { buildAccounts, buildPlaces, now, type QueuedJob, testDeps } from '#test/build.ts'
import { eve, sam } from '#test/cast.ts'
import { buildCrowd } from '#test/crowd.ts'
import { createTestDb } from '#test/db.ts'
import { mailServer, type ReceivedMail } from '#test/mail-peer.ts'
import { note, rounds } from './plan.ts'

const outageMinutes = 30
/** New bookings per minute of the outage. */
const mostPerMinute = 2
const perMinute = rounds(1, mostPerMinute)
const workers = 4
const from = 'Sitwell <hello@sitwell.example.org>'

type Due = { job: QueuedJob; tries: number; at: Date }

/**
 * Several workers on one queue with simulated time: a failed job is retried after 2, 4, 8 … seconds, up to eight times,
 * as `jobs.ts` configures the real queue.
 */
function openWorkers(deps: ReturnType<typeof testDeps>, smtpUrl: string) {
  const options = { smtpUrl, from }
  const handlers = Array.from({ length: workers }, () => {
    const sender = createMailSender(deps, options)
    onTestFinished(() => sender.close())
    return [...bookingJobs(deps), ...noticeJobs(deps), ...mailJobs(deps, options, sender)]
  })
  let waiting: Due[] = []
  let failures = 0
  const run = (all: JobHandler[], { name, payload }: QueuedJob) =>
    all.find((handler) => handler.name === name)?.run(payload)
  return {
    failures: () => failures,
    /** Runs everything due in this minute, including the jobs it enqueues. */
    async work() {
      const at = deps.now()
      for (;;) {
        waiting.push(...deps.jobs.splice(0).map((job) => ({ job, tries: 0, at })))
        const due = waiting.filter((one) => one.at <= at)
        if (due.length === 0) return
        waiting = waiting.filter((one) => one.at > at)
        await Promise.all(
          due.map(async ({ job, tries }, index) => {
            try {
              await run(handlers[index % workers]!, job)
            } catch {
              failures++
              const later = new Date(at.getTime() + Math.min(600, 2 ** (tries + 1)) * 1000)
              if (tries < 8) waiting.push({ job, tries: tries + 1, at: later })
            }
          }),
        )
      }
    },
    /** Enqueues the scheduled jobs of this minute twice, as two workers would. */
    tick(minute: number) {
      const due: QueuedJob[] = [{ name: 'notices.send-held', payload: {} }]
      if (minute % 3 === 0) due.push({ name: 'kernel.resend-mail', payload: {} })
      for (const job of due) deps.jobs.push(job, job)
    },
  }
}

/** Sitters with enough capacity for the long form, in the short form too: the home ceiling is at most 50 pets. */
async function buildSitters(db: Db): Promise<string[]> {
  const sitters = [sam, eve]
  const capacity = (outageMinutes * mostPerMinute) / sitters.length
  await buildAccounts(db, ...sitters)
  const sitterIds: string[] = []
  for (const sitter of sitters)
    sitterIds.push(
      await buildSitter(db, sitter, {
        services: { boarding: { rates: { base: 30_00 }, capacity } },
        homeCeiling: capacity,
      }),
    )
  return sitterIds
}

const idOf = ({ content }: ReceivedMail) => /^Message-ID: <([^@>]+)@/im.exec(content)?.[1]

test('A mail server outage of 30 minutes fails no request, and every mail is delivered exactly once', async () => {
  const { db, drop } = await createTestDb()
  onTestFinished(drop)
  const deps = testDeps(db)
  const count = outageMinutes * perMinute
  await buildPlaces(db)
  const sitterIds = await buildSitters(db)
  const owners = (await buildCrowd(db)).slice(0, count)
  const { request } = actorsOf(deps)
  const before = await mailServer()
  const { work, tick, failures } = openWorkers(deps, before.smtpUrl)

  const times: number[] = []
  const requestBooking = async (index: number) => {
    const { viewer, pet } = owners[index]!
    const started = performance.now()
    const sitterId = sitterIds[index % sitterIds.length]!
    await request(viewer, weekend({ sitterId, rex: pet }))
    times.push(performance.now() - started)
  }
  // A mail sent beforehand, to check that the fake server works.
  await inTransaction(db, (tx) =>
    queueMail(
      { ...deps, db: tx },
      {
        to: 'first@example.org',
        subject: 'First',
        text: 'First',
        html: 'First',
        kind: 'test',
      },
    ),
  )
  await work()
  expect(before.received).toHaveLength(1)
  await before.close()

  for (let minute = 1; minute <= outageMinutes; minute++) {
    deps.clock.set(addMinutes(now, minute))
    for (let index = 0; index < perMinute; index++) await requestBooking((minute - 1) * perMinute + index)
    tick(minute)
    await work()
  }
  const mails = (await listMail(db, 10_000)).filter(({ kind }) => kind !== 'test')
  expect(mails).toHaveLength(2 * count)
  expect(mails.every(({ sent_at: sentAt }) => sentAt === null)).toBe(true)
  const failed = failures()
  expect(failed).toBeGreaterThan(mails.length)

  const after = await mailServer({ port: before.port })
  let minutes = 0
  while (after.received.length < mails.length && minutes < 5) {
    minutes++
    deps.clock.set(addMinutes(now, outageMinutes + minutes))
    tick(outageMinutes + minutes)
    await work()
  }
  // Jobs still queued are run too; they must find nothing to send.
  for (let more = 1; more <= 15; more++) {
    deps.clock.set(addMinutes(now, outageMinutes + minutes + more))
    tick(outageMinutes + minutes + more)
    await work()
  }
  const received = after.received.map(idOf)
  expect(received.toSorted()).toEqual(mails.map(({ id }) => id).toSorted())
  expect(new Set(received).size).toBe(received.length)
  const slowest = Math.max(...times)
  expect(slowest).toBeLessThan(5_000)
  note(
    'Mail server away for 30 minutes',
    `${count} requests made, the slowest in ${Math.round(slowest)} ms; ${failed} hand-overs failed; ` +
      `all ${received.length} mails arrived ${minutes} minutes after it came back, none twice`,
  )
})

test('A mail server that accepts connections but never responds does not block requests', async () => {
  const { db, drop } = await createTestDb()
  onTestFinished(drop)
  const deps = testDeps(db)
  const { promise: hold, resolve: release } = Promise.withResolvers<void>()
  const peer = await mailServer({ hold })
  const sender = createMailSender(deps, { smtpUrl: peer.smtpUrl, from })
  onTestFinished(() => sender.close())
  const mail = { to: 'olga@example.org', subject: 'News', text: 'News', html: 'News', kind: 'test' }
  const first = await inTransaction(db, (tx) => queueMail({ ...deps, db: tx }, mail))
  const sending = sender.send(first)
  await expect.poll(async () => (await findMail(db, first))!.claimed_until).not.toBeNull()
  const started = performance.now()
  for (let index = 0; index < 20; index++)
    await inTransaction(db, (tx) => queueMail({ ...deps, db: tx }, mail))
  const took = performance.now() - started
  expect((await findMail(db, first))!.sent_at).toBeNull()
  expect(took).toBeLessThan(5_000)
  release()
  await sending
  expect(peer.received).toHaveLength(1)
})

test('positive control: check-then-send workers without a claim send one mail several times', async () => {
  const { db, drop } = await createTestDb()
  onTestFinished(drop)
  const deps = testDeps(db)
  const peer = await mailServer()
  const sender = createMailSender(deps, { smtpUrl: peer.smtpUrl, from })
  onTestFinished(() => sender.close())
  const id = await inTransaction(db, (tx) =>
    queueMail(
      { ...deps, db: tx },
      {
        to: 'olga@example.org',
        subject: 'News',
        text: 'News',
        html: 'News',
        kind: 'test',
      },
    ),
  )
  // All workers read before the first one sends, so that the result does not depend on timing.
  const mailsRead = await Promise.all(Array.from({ length: 8 }, () => findMail(db, id)))
  for (const mail of mailsRead) {
    if (mail!.sent_at !== null) continue
    // Ignores another worker's claim, as if claims did not exist.
    await inTransaction(db, (tx) =>
      tx.updateTable('mail').set({ claimed_until: null, sent_at: null }).where('id', '=', id).execute(),
    )
    await sender.send(id)
  }
  note('Control: look for unsent mail, then send', `8 workers sent one mail ${peer.received.length} times`)
  expect(peer.received.length).toBeGreaterThan(1)
})
