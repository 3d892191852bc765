import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { job, openJobs } from '#server/kernel/jobs/jobs.ts'
import { testDeps } from '#test/build.ts'
import { createTestDb } from '#test/db.ts'
import { recordLog } from '#test/log-lines.ts'

async function setup() {
  const { db, url, drop } = await createTestDb()
  onTestFinished(drop)
  const queue = await openJobs(url, testDeps(db).log)
  onTestFinished(() => queue.stop())
  await queue.declare(['bookings.notify', 'sitters.refresh-figures'])
  const waiting = async () => {
    const { rows } = await sql<{ name: string; data: object; later: boolean; key: string | null }>`
      select name, data, start_after > created_on as later, singleton_key as key
      from job.job where name in ('bookings.notify', 'sitters.refresh-figures') order by name, data ->> 'to'`.execute(
      db,
    )
    return rows
  }
  return { db, enqueue: queue.enqueue, work: queue.work, waiting }
}
const payloadFor = (to: 'owner' | 'sitter') => ({ bookingId: 'b', event: 'accept', to })

test('jobs enqueued together in a transaction are inserted by one statement, each with its own options', async () => {
  const { db, enqueue, waiting } = await setup()
  const later = new Date(Date.UTC(2100, 0, 1))

  const inserts = await inTransaction(db, async (tx) => {
    await Promise.all([
      enqueue(tx, 'bookings.notify', payloadFor('owner')),
      enqueue(tx, 'bookings.notify', payloadFor('sitter'), { startAfter: later }),
      enqueue(tx, 'sitters.refresh-figures', { sitterId: "o'$1" }, { onceKey: 'once' }),
    ])
    // Rows inserted by one statement have the same `cmin`.
    const { rows } = await sql`select distinct cmin from job.job_common`.execute(tx)
    await enqueue(tx, 'bookings.notify', payloadFor('owner'))
    return rows.length
  })

  expect(inserts).toBe(1)
  const plain = { later: false, key: null }
  expect(await waiting()).toEqual([
    { name: 'bookings.notify', data: payloadFor('owner'), ...plain },
    { name: 'bookings.notify', data: payloadFor('owner'), ...plain },
    { name: 'bookings.notify', data: payloadFor('sitter'), later: true, key: null },
    { name: 'sitters.refresh-figures', data: { sitterId: "o'$1" }, later: false, key: 'once' },
  ])
})

test('a rollback discards its jobs, and concurrent transactions do not mix theirs', async () => {
  const { db, enqueue, waiting } = await setup()
  const both = (to: 'owner' | 'sitter', isRight: boolean) =>
    inTransaction(db, async (tx) => {
      await Promise.all([
        enqueue(tx, 'bookings.notify', payloadFor(to)),
        enqueue(tx, 'sitters.refresh-figures', { sitterId: to }),
      ])
      if (!isRight) throw new Error('changed my mind')
    })

  const [right, wrong] = await Promise.allSettled([both('owner', true), both('sitter', false)])

  expect([right.status, wrong.status]).toEqual(['fulfilled', 'rejected'])
  expect((await waiting()).map(({ data }) => data)).toEqual([payloadFor('owner'), { sitterId: 'owner' }])
})

test('a worker is notified of new jobs and of jobs that become due, well before it would poll', async () => {
  const { db, enqueue, work } = await setup()
  const done: string[] = []
  await work([job('bookings.notify', async ({ to }) => void done.push(to))], [])
  const put = (to: 'owner' | 'sitter', startAfter?: Date) =>
    inTransaction(db, (tx) => enqueue(tx, 'bookings.notify', payloadFor(to), startAfter && { startAfter }))
  // Without being notified, a worker polls every thirty seconds.
  const untilDone = (expected: string[]) =>
    vi.waitFor(() => expect(done).toEqual(expected), { timeout: 15_000, interval: 50 })

  await put('owner')
  await untilDone(['owner'])
  await put('sitter', new Date(Date.now() + 1_000))
  await put('owner')
  await untilDone(['owner', 'owner', 'sitter'])
})

test('the cause of failed jobs is logged once, however many fail, and without addresses of people', async () => {
  const { db, url, drop } = await createTestDb()
  onTestFinished(drop)
  const { log, lines, texts } = recordLog()
  const queue = await openJobs(url, log)
  onTestFinished(() => queue.stop())
  await queue.declare(['kernel.send-mail'])
  await inTransaction(db, async (tx) => {
    for (let count = 0; count < 30; count++)
      await queue.enqueue(tx, 'kernel.send-mail', { mailId: `${count}` })
  })
  let runs = 0
  const refuse = async () => {
    throw new Error(`450 4.2.0 <olga@example.org>: try again, ${++runs}`)
  }
  await queue.work([job('kernel.send-mail', refuse)], [])
  await vi.waitUntil(() => runs >= 4, { timeout: 10_000 })
  expect(lines('job failed')).toMatchObject([
    { name: 'kernel.send-mail', err: { message: '450 4.2.0 <…@…>: try again, 1' } },
  ])
  expect(texts.join()).not.toContain('olga')
})
