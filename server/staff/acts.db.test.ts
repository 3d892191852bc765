import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changeSitterReview } from '#contract/settings.ts'
import * as contract from '#contract/staff/acts.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { routes } from '#server/slices.ts'
import { eraseFromStaffActs } from '#server/staff/erase-commands.ts'
import { buildAccounts, testDeps } from '#test/build.ts'
import { eve, leaving, olga, sam, withFreshSignIn } from '#test/cast.ts'
import { testDb } from '#test/db.ts'
import { answerOf } from '#test/invoke.ts'
import { expectOrders, idOf } from '#test/orders.ts'

async function setup() {
  const deps = testDeps(await testDb())
  await buildAccounts(deps.db, olga, sam, eve)
  const as = (roles: string[]): Viewer => withFreshSignIn({ ...eve, roles }, deps.now())
  const ask = (enabled: boolean, version: number, viewer = as(['operator'])) =>
    answerOf(routes, changeSitterReview, deps, { viewer, body: { enabled, version }, ip: '203.0.113.7' })
  const list = (query: object = {}, viewer = as(['operator'])) =>
    answerOf(routes, contract.listStaffActs, deps, { viewer, query })
  return { deps, as, ask, list }
}

test('a change on the desk is written down in its transaction, and a refused one is not', async () => {
  const { deps, ask, list } = await setup()

  await ask(true, 0)
  await expect(ask(false, 7)).rejects.toMatchObject({ code: 'version-stale' })

  const { items } = await list()
  expect(items).toMatchObject([
    {
      at: deps.now().toISOString(),
      by: { accountId: eve.accountId, name: 'Eve' },
      act: 'PUT /v1/admin/sitter-review',
      summary: 'Set whether new sitter profiles need approval before they are published',
      permission: 'settings.change',
      concerns: [],
      reason: null,
      ip: '203.0.113.7',
    },
  ])
  expect(JSON.parse(items[0]!.request)).toEqual({ body: { enabled: true, version: 0 } })
})

test('acts are found by words, permission, person and day, page by page, and exported', async () => {
  const { deps, as, ask, list } = await setup()
  for (const version of [0, 1, 2]) {
    await ask(version % 2 === 0, version)
    deps.clock.set(new Date(deps.now().getTime() + 24 * 3_600_000))
  }

  const first = await list({ limit: 2 })
  const rest = await list({ limit: 2, cursor: first.nextCursor })
  const days = [...first.items, ...rest.items].map(({ at }) => at.slice(0, 10))
  expect(days).toEqual(['2026-12-03', '2026-12-02', '2026-12-01'])
  expect(rest.nextCursor).toBeNull()
  const count = async (query: object) => (await list(query)).items.length
  expect(await count({ q: '"version": 1' })).toBe(1)
  expect(await count({ q: 'eve' })).toBe(3)
  expect(await count({ q: '100%' })).toBe(0)
  expect(await count({ permission: 'money.change' })).toBe(0)
  expect(await count({ by: olga.accountId })).toBe(0)
  expect(await count({ from: '2026-12-02', to: '2026-12-02' })).toBe(1)
  const csv = await answerOf(routes, contract.exportStaffActs, deps, { viewer: as(['operator']), query: {} })
  expect(csv.split('\r\n')).toHaveLength(5)
  expect(csv).toContain('PUT /v1/admin/sitter-review')
})

test('only operators and the owner of the instance read what staff have done', async () => {
  const { as, list } = await setup()
  expect((await list({}, as(['instance_owner']))).items).toEqual([])
  for (const role of ['support', 'moderator', 'accountant'])
    await expect(list({}, as([role]))).rejects.toMatchObject({ code: 'role-missing' })
})

test('acts cannot be changed or deleted, and an erasure takes only the words about the person out', async () => {
  const { deps, ask, list } = await setup()
  await ask(true, 0)
  for (const statement of [
    sql`update staff_act set act = 'nothing'`,
    sql`update staff_act set reason = 'another'`,
    sql`delete from staff_act`,
    sql`truncate staff_act`,
  ])
    await expect(statement.execute(deps.db)).rejects.toThrow('staff_act is append-only')
  const { id } = (await list()).items[0]!
  const concerning = (accountId: string, idOfAct: string) => sql`
    insert into staff_act select ${idOfAct}::uuid, at, account_id, act, permission, ${[accountId]}::text[],
      'They wrote so', request, ip from staff_act where id = ${id}`
  await concerning(olga.accountId, '00000000-0000-7000-8000-000000000001').execute(deps.db)
  await concerning(sam.accountId, '00000000-0000-7000-8000-000000000002').execute(deps.db)

  await inTransaction(deps.db, (tx) => eraseFromStaffActs({ ...deps, db: tx }, leaving(olga)))

  const reasons = new Map((await list()).items.map((one) => [one.concerns[0], [one.reason, one.request]]))
  expect(reasons.get(olga.accountId)).toEqual([null, '{}'])
  expect(reasons.get(sam.accountId)).toEqual(['They wrote so', expect.stringContaining('enabled')])
})

test('acts are sorted by time, person or permission, page by page, and exported in this order', async () => {
  const { deps, as, ask, list } = await setup()
  await ask(true, 0)
  const { id } = (await list()).items[0]!
  const acts = [
    [eve, '2026-12-01', 'settings.change'],
    [olga, '2026-12-01', 'content.change'],
    [eve, '2026-12-02', 'content.change'],
    [sam, '2026-12-03', 'settings.change'],
  ] as const
  for (const [index, [{ accountId }, on, permission]] of acts.entries())
    await sql`
      insert into staff_act select ${idOf(index)}::uuid, ${on}::date, ${accountId}::uuid, act, ${permission},
        array['sorted'], ${`act ${index}`}, request, ip from staff_act where id = ${id}`.execute(deps.db)
  const csv = (query: object) =>
    answerOf(routes, contract.exportStaffActs, deps, { viewer: as(['operator']), query })
  const acting = { list, csv, nameOf: ({ reason }: contract.StaffAct) => reason, column: 7 }
  await expectOrders(
    acting,
    { q: 'sorted' },
    {
      at: ['act 0', 'act 1', 'act 2', 'act 3'],
      by: ['act 0', 'act 2', 'act 1', 'act 3'],
      permission: ['act 1', 'act 2', 'act 0', 'act 3'],
    },
  )
  const usual = (await list({ q: 'sorted' })).items.map(({ reason }) => reason)
  expect(usual).toEqual(['act 3', 'act 2', 'act 1', 'act 0'])
})
