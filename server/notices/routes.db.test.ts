import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import * as contract from '#contract/notices/notices.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import { notify, type NoticeInput } from '#server/notices/commands.ts'
import { noticeRoutes } from '#server/notices/routes.ts'
import { buildAccounts, testDeps } from '#test/build.ts'
import { eve, olga } from '#test/cast.ts'
import { testDb } from '#test/db.ts'
import { answerOf } from '#test/invoke.ts'

const thread = '0b000000-0000-7000-8000-000000000001'

async function setup() {
  const deps = testDeps(await testDb())
  await buildAccounts(deps.db, olga, eve)
  const call = <E extends Endpoint>(
    endpoint: E,
    viewer: typeof olga,
    parts: { body?: unknown; query?: unknown } = {},
  ) => answerOf(noticeRoutes, endpoint, deps, { viewer, ...parts })
  const tell = (title: string, telling: Partial<NoticeInput> = {}) =>
    ensureTransaction(deps, (deps) =>
      notify(deps, {
        accountId: olga.accountId,
        kind: 'booking-answered',
        title,
        path: '/account/bookings/1',
        ...telling,
      }),
    )
  const later = (minutes: number) => deps.clock.set(new Date(deps.now().getTime() + minutes * 60_000))
  const list = (viewer = olga, query: object = {}) => call(contract.listNotices, viewer, { query })
  return { deps, call, tell, later, list }
}

test('The bell lists only the account’s own notices, newest first and paginated', async () => {
  const { tell, later, list } = await setup()
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) {
    await tell(title)
    if (title !== 'Three') later(1)
  }
  const first = await list(olga, { limit: 2 })
  expect(first.items[0]).toMatchObject({ title: 'Five', readAt: null })
  const second = await list(olga, { limit: 2, cursor: first.nextCursor })
  const third = await list(olga, { limit: 2, cursor: second.nextCursor })
  const titles = [first, second, third].flatMap(({ items }) => items.map(({ title }) => title))
  expect(titles.toSorted()).toEqual(['Five', 'Four', 'One', 'Three', 'Two'])
  expect(titles.slice(3)).toEqual(['Two', 'One'])
  expect(third).toMatchObject({ nextCursor: null, unread: 5 })
  expect(await list(eve)).toEqual({ items: [], nextCursor: null, unread: 0 })
})

test('Notices are marked as read singly, by subject or all at once, and undo reverts only that marking', async () => {
  const { call, tell, later, list } = await setup()
  await tell('About a conversation', { kind: 'message-received', subjectId: thread })
  await tell('One')
  later(1)
  await tell('Two')
  const [two] = (await list()).items
  const read = (body: object, viewer = olga): Promise<{ readAt: string; unread: number }> =>
    call(contract.readNotices, viewer, { body })
  later(1)
  expect(await read({ id: two!.id }, eve)).toMatchObject({ unread: 0 })
  expect(await read({ id: two!.id })).toMatchObject({ unread: 2 })
  later(1)
  const { readAt } = await read({ allUntil: two!.id && '2026-12-01T09:00:00.000Z' })
  expect((await list()).unread).toBe(0)
  // The conversation has continued and already has its one unread notice.
  await tell('The conversation goes on', { kind: 'message-received', subjectId: thread })
  expect(await call(contract.unreadNotices, olga, { body: { readAt } })).toEqual({ unread: 2 })
  expect((await list()).items.filter((item) => item.readAt === null).map(({ title }) => title)).toEqual([
    'The conversation goes on',
    'One',
  ])
  expect(await read({ subjectId: thread })).toMatchObject({ unread: 1 })
})

test('Choices are changed one by one; fixed ones, empty quiet hours and stale versions are refused', async () => {
  const { call } = await setup()
  type Settings = {
    version: number
    topics: { topic: string; channels: Record<string, { isOn: boolean; isFixed: boolean }> }[]
  }
  const change = (body: object): Promise<Settings> => call(contract.changeNoticeSettings, olga, { body })
  const before: Settings = await call(contract.showNoticeSettings, olga)
  const of = (settings: Settings, topic: string) =>
    settings.topics.find((known) => known.topic === topic)?.channels
  expect(of(before, 'money')).toMatchObject({ mail: { isOn: true, isFixed: true }, push: { isOn: false } })
  expect(of(before, 'operation')).toBeUndefined()
  const choices = [
    { topic: 'reviews', channel: 'mail', isOn: false },
    { topic: 'money', channel: 'push', isOn: true },
  ]
  const after = await change({
    choices,
    quietHours: { from: '22:00', to: '07:00' },
    digest: 'weekly',
    version: 0,
  })
  expect(after).toMatchObject({ version: 1, digest: 'weekly', quietHours: { from: '22:00', to: '07:00' } })
  expect(of(after, 'reviews')).toMatchObject({ mail: { isOn: false } })
  expect(of(after, 'money')).toMatchObject({ push: { isOn: true } })
  await expect(change({ version: 0 })).rejects.toMatchObject({ code: 'version-stale' })
  const fixed = { topic: 'money', channel: 'mail', isOn: false }
  await expect(change({ choices: [fixed], version: 1 })).rejects.toMatchObject({ code: 'notice-fixed' })
  await expect(change({ quietHours: { from: '07:00', to: '07:00' }, version: 1 })).rejects.toMatchObject({
    code: 'request-invalid',
  })
  expect(await change({ quietHours: null, version: 1 })).toMatchObject({ quietHours: null, digest: 'weekly' })
  const operator = { ...eve, roles: ['operator'] }
  expect(of(await call(contract.showNoticeSettings, operator), 'operation')).toBeDefined()
})
