import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { invoke, route } from '#server/kernel/http/http.ts'
import { newId } from '#server/kernel/ids.ts'
import { Problem } from '#server/kernel/problem.ts'
import { testDeps } from '#test/build.ts'
import { eve, olga } from '#test/cast.ts'
import { testDb } from '#test/db.ts'
import { refusalCodesOf } from '#test/invoke.ts'

const orders = endpoint({
  method: 'POST',
  path: '/v1/orders',
  access: 'account',
  summary: 'A write of the tests: one mail for each effect',
  status: 201,
  body: z.strictObject({ subject: z.string() }),
  response: z.object({ id: z.string() }),
  problems: ['capacity-full'],
})

const orderRoute = route(orders, async ({ deps, body }) => {
  const id = newId(deps.now())
  if (body.subject === 'refused') throw new Problem('capacity-full', { days: ['2026-12-24'] })
  if (body.subject === 'broken') throw new Error('A fault of ours')
  await deps.db
    .insertInto('mail')
    .values({
      id,
      recipient: 'x',
      subject: body.subject,
      text_body: '',
      html_body: '',
      kind: 'test',
      created_at: deps.now(),
    })
    .execute()
  return { id }
})

async function setup() {
  const db = await testDb()
  const deps = testDeps(db)
  const send = (subject: string, idempotencyKey?: string, viewer = olga) =>
    invoke(orderRoute, deps, { body: { subject }, viewer, idempotencyKey, ip: '127.0.0.1' })
  return { db, deps, send }
}

const effects = async (db: Db) => (await db.selectFrom('mail').select('id').execute()).length

test('64 concurrent requests with one key have one effect and get one response or "request-running"', async () => {
  const { db, send } = await setup()
  const outcomes = await Promise.allSettled(Array.from({ length: 64 }, () => send('one', 'key')))
  expect(await effects(db)).toBe(1)
  const answers = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? [JSON.stringify(outcome.value.body)] : [],
  )
  expect(new Set(answers).size).toBe(1)
  expect(new Set([...refusalCodesOf(outcomes), 'request-running'])).toEqual(new Set(['request-running']))
})

test('control: without a key, each of 64 requests takes effect', async () => {
  const { db, send } = await setup()
  await Promise.all(Array.from({ length: 64 }, () => send('one')))
  expect(await effects(db)).toBe(64)
})

test('a stored response is replayed by other servers for 24 hours', async () => {
  const { db, deps, send } = await setup()
  const first = await send('one', 'key')
  const elsewhere = testDeps(db)
  const again = await invoke(orderRoute, elsewhere, {
    body: { subject: 'one' },
    viewer: olga,
    idempotencyKey: 'key',
    ip: '127.0.0.1',
  })
  expect(again).toMatchObject({ status: first.status, body: first.body })
  deps.clock.set(new Date(deps.now().getTime() + 24 * 3_600_000 + 1))
  await send('one', 'key')
  expect(await effects(db)).toBe(2)
})

test('a key reused with another payload is refused; the same key of another person is independent', async () => {
  const { db, send } = await setup()
  await send('one', 'key')
  await expect(send('two', 'key')).rejects.toMatchObject({ code: 'idempotency-key-reused' })
  await send('one', 'key', eve)
  expect(await effects(db)).toBe(2)
})

test('a business error is stored and replayed with its details; an internal error is not stored', async () => {
  const { db, send } = await setup()
  await expect(send('refused', 'key')).rejects.toMatchObject({
    code: 'capacity-full',
    extra: { days: ['2026-12-24'] },
  })
  const stored = await db.selectFrom('idempotency').select('status').execute()
  expect(stored).toEqual([{ status: 422 }])
  await expect(send('refused', 'key')).rejects.toMatchObject({
    code: 'capacity-full',
    extra: { days: ['2026-12-24'] },
  })
  await expect(send('broken', 'other')).rejects.toThrow('A fault of ours')
  expect(await db.selectFrom('idempotency').select('key').execute()).toHaveLength(1)
})
