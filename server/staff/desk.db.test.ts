import { expect, test } from 'vitest'
import { searchSitters } from '#contract/search/search.ts'
import { showDesk } from '#contract/staff/desk.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { storeMeasurements } from '#server/kernel/metrics/measurements.ts'
import { sweepInvariants } from '#server/ledger/invariant-commands.ts'
import { routes } from '#server/slices.ts'
import { dublin, eve, lisbon, withFreshSignIn } from '#test/cast.ts'
import { caseFixture } from '#test/case-fixture.ts'
import { answerOf } from '#test/invoke.ts'

const deskOf = (deps: Deps, role = 'operator') =>
  answerOf(routes, showDesk, deps, { viewer: withFreshSignIn({ ...eve, roles: [role] }, deps.now()) })

test('the desk counts by week what was requested, confirmed, earned and joined, in UTC from Monday', async () => {
  const { deps, db, disputed } = await caseFixture()
  await disputed()
  await db
    .updateTable('sitter')
    .set({ published_at: new Date('2026-11-29T23:59:59Z') })
    .execute()

  const { weeks, currency } = await deskOf(deps)

  expect(currency).toBe('EUR')
  expect(weeks.map(({ from }) => from)).toEqual([
    '2026-09-21',
    '2026-09-28',
    '2026-10-05',
    '2026-10-12',
    '2026-10-19',
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
    '2026-11-16',
    '2026-11-23',
    '2026-11-30',
    '2026-12-07',
  ])
  expect(weeks.at(-3)).toMatchObject({ from: '2026-11-23', newSitters: 1, requested: 0 })
  expect(weeks.at(-2)).toMatchObject({
    requested: 1,
    confirmed: 1,
    newPeople: 3,
    newSitters: 0,
    answerMinutes: 0,
  })
  expect(weeks.at(-1)).toMatchObject({
    requested: 0,
    answerMinutes: null,
    money: { turnover: 83_60, refunded: 0, take: 15_20 },
  })
})

test('each role sees what waits for it, and money only with that permission', async () => {
  const { deps, disputed } = await caseFixture()
  expect((await deskOf(deps)).waiting).toEqual([])
  await disputed()
  await deps.db.updateTable('sitter').set({ status: 'in_review', submitted_at: deps.now() }).execute()
  const waiting = async (role: string) => (await deskOf(deps, role)).waiting.map(({ kind }) => kind).sort()

  expect((await deskOf(deps)).waiting).toContainEqual({
    kind: 'cases',
    count: 1,
    since: '2026-12-13T11:00:00.000Z',
    dueAt: '2026-12-16T11:00:00.000Z',
  })
  expect(await waiting('operator')).toEqual(['cases', 'profiles'])
  expect(await waiting('support')).toEqual(['cases', 'profiles'])
  expect(await waiting('moderator')).toEqual(['profiles'])
  expect(await waiting('accountant')).toEqual([])
  for (const [role, shows] of [
    ['instance_owner', true],
    ['accountant', true],
    ['support', false],
    ['moderator', false],
  ] as const)
    expect((await deskOf(deps, role)).weeks.every(({ money }) => (money !== null) === shows)).toBe(true)
})

test('the desk lists cities with their sitters, requests and searches, and says what has failed', async () => {
  const { deps, db } = await caseFixture()
  const mail = { recipient: 'x@example.org', subject: '', text_body: '', html_body: '', kind: 'test' }
  const hoursAgo = (hours: number) => new Date(deps.now().getTime() - hours * 3_600_000)
  await db.deleteFrom('mail').execute()
  await db
    .insertInto('mail')
    .values([
      { ...mail, id: '00000000-0000-7000-8000-000000000001', created_at: hoursAgo(25) },
      { ...mail, id: '00000000-0000-7000-8000-000000000002', created_at: hoursAgo(23) },
      {
        ...mail,
        id: '00000000-0000-7000-8000-000000000003',
        created_at: hoursAgo(1),
        refused_at: deps.now(),
      },
      { ...mail, id: '00000000-0000-7000-8000-000000000004', created_at: hoursAgo(25), sent_at: deps.now() },
    ])
    .execute()

  await db
    .insertInto('place_search')
    .values([
      { place_id: dublin.id, week: '2026-11-02', searches: 9, without_result: 9 },
      { place_id: dublin.id, week: '2026-11-23', searches: 5, without_result: 0 },
      { place_id: dublin.id, week: '2026-11-30', searches: 3, without_result: 1 },
      { place_id: lisbon.id, week: '2026-11-30', searches: 4, without_result: 3 },
    ])
    .execute()
  const withMails = { ...deps, site: { ...deps.site, mailConfigured: true } }
  await answerOf(routes, searchSitters, withMails, { query: { place: `${lisbon.id}` } })

  const { cities, health } = await deskOf(withMails)
  expect(cities).toEqual([
    {
      placeId: lisbon.id,
      name: 'Lisbon',
      country: 'PT',
      sitters: 0,
      requested: 0,
      confirmed: 0,
      searches: 5,
      searchesWithoutResult: 4,
    },
    {
      placeId: dublin.id,
      name: 'Dublin',
      country: 'IE',
      sitters: 1,
      requested: 1,
      confirmed: 1,
      searches: 8,
      searchesWithoutResult: 1,
    },
  ])
  expect(health).toMatchObject({ failedMails: 2, failedJobs: 0, invariants: null, settingsVersion: 0 })
  expect((await deskOf(deps)).health.failedMails).toBeNull()
  await sweepInvariants(deps)
  expect((await deskOf(deps)).health.backupAt).toBeNull()
  await storeMeasurements(db, [{ name: 'backup', labels: {}, value: 1, at: hoursAgo(30) }])
  expect((await deskOf(deps)).health.backupAt).toBe(hoursAgo(30).toISOString())
  expect((await deskOf(deps)).health.backupFailure).toBeNull()
  const cause = 'No space left on device'
  await storeMeasurements(db, [{ name: 'backup_failure', labels: { cause }, value: 1, at: hoursAgo(2) }])
  expect((await deskOf(deps)).health.backupFailure).toEqual({ at: hoursAgo(2).toISOString(), cause })
  expect((await deskOf(deps)).health).toMatchObject({ backupVerifiedAt: null, backupVerifyFailure: null })
  await storeMeasurements(db, [
    { name: 'backup_verified', labels: {}, value: 1, at: hoursAgo(20) },
    { name: 'backup_verify_failure', labels: { cause }, value: 0, at: hoursAgo(3) },
  ])
  expect((await deskOf(deps)).health).toMatchObject({
    backupVerifiedAt: hoursAgo(20).toISOString(),
    backupVerifyFailure: { at: hoursAgo(3).toISOString(), cause },
  })
  expect((await deskOf(deps)).health).toMatchObject({
    operatorCommand: 'npm run operator --',
    uploadsFailure: null,
    logArchivedAt: null,
    logFailure: null,
  })
  await storeMeasurements(db, [
    { name: 'uploads_failure', labels: { cause }, value: 1, at: hoursAgo(1) },
    { name: 'wal_archived', labels: {}, value: 1, at: hoursAgo(5) },
    { name: 'wal_failure', labels: { cause }, value: 1, at: hoursAgo(4) },
  ])
  expect((await deskOf(deps)).health).toMatchObject({
    uploadsFailure: { at: hoursAgo(1).toISOString(), cause },
    logArchivedAt: hoursAgo(5).toISOString(),
    logFailure: { at: hoursAgo(4).toISOString(), cause },
  })
  expect((await deskOf(deps)).health.invariants).toMatchObject({ violated: expect.any(Number) })
})
