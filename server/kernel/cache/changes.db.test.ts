import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { announce, listenForChanges, onChange, type Topic } from '#server/kernel/cache/changes.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { ensureTransaction, inTransaction } from '#server/kernel/db/transaction.ts'
import { createLog } from '#server/kernel/log.ts'
import { createTestDb } from '#test/db.ts'

/** Generous, for slow and busy machines. */
const soon = { timeout: 60_000 }

async function setup() {
  const { db, url, drop } = await createTestDb()
  onTestFinished(drop)
  const received: string[] = []
  const listen = (...topics: Topic[]) => {
    for (const topic of topics) {
      const end = onChange(topic, (id) => received.push(id ? `${topic} ${id}` : topic))
      onTestFinished(end)
    }
  }
  const other = async () => {
    const listening = await listenForChanges(url, createLog('silent'))
    onTestFinished(listening.stop)
    return listening
  }
  /** Sends a change as another process would. */
  const notifyFromOtherProcess = (change: string) =>
    sql`select pg_notify('sitwell_changes', ${change})`.execute(db)
  return { db, received, listen, other, notifyFromOtherProcess }
}

test('listeners get a change once, after the commit and before the transaction’s caller continues', async () => {
  const { db, received, listen } = await setup()
  listen('sitter', 'settings')
  await inTransaction(db, async (tx) => {
    await announce(tx, 'sitter', 'one')
    const same: { db: Db } = { db: tx }
    await ensureTransaction(same, (deps) => announce(deps.db, 'sitter', 'one'))
    await announce(tx, 'settings')
    expect(received).toEqual([])
  })
  expect(received).toEqual(['sitter one', 'settings'])
})

test('listeners do not get a change that was rolled back', async () => {
  const { db, received, listen, other, notifyFromOtherProcess } = await setup()
  await other()
  listen('sitter', 'settings')
  const refused = inTransaction(db, async (tx) => {
    await announce(tx, 'sitter', 'one')
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  await notifyFromOtherProcess('settings')
  await vi.waitUntil(() => received.length > 0, soon)
  expect(received).toEqual(['settings'])
})

test('listeners get the changes of other processes', async () => {
  const { received, listen, other, notifyFromOtherProcess } = await setup()
  await other()
  listen('sitter', 'settings')
  await notifyFromOtherProcess('sitter two')
  await notifyFromOtherProcess('settings')
  await vi.waitUntil(() => received.length === 2, soon)
  expect(received).toEqual(['sitter two', 'settings'])
})

test('a lost connection counts as a change of everything, and listening resumes', async () => {
  const { db, received, listen, other, notifyFromOtherProcess } = await setup()
  await other()
  listen('holidays')
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen %'`.execute(db)
  await vi.waitUntil(() => received.length > 0, soon)
  expect(received).toEqual(['holidays'])
  await notifyFromOtherProcess('holidays')
  await vi.waitUntil(() => received.length === 2, soon)
})

test('a removed listener gets no more changes', async () => {
  const { db, received } = await setup()
  const end = onChange('sitter', () => received.push('sitter'))
  end()
  await inTransaction(db, (tx) => announce(tx, 'sitter', 'one'))
  expect(received).toEqual([])
})
