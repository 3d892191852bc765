import { expect, onTestFinished, test } from 'vitest'
import * as contract from '#contract/announcements.ts'
import type { RequestInput } from '#contract/endpoint.ts'
import { listStaffActs } from '#contract/staff/acts.ts'
import {
  announcementsEdition,
  announcementsNow,
  followAnnouncements,
} from '#server/announcements/commands.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { staticPages } from '#server/pages/static-pages.ts'
import { routes } from '#server/slices.ts'
import { bookingFixture, refusalOf, weekend } from '#test/booking-fixture.ts'
import { buildAccounts, testDeps } from '#test/build.ts'
import { dublin, eve, lisbon, olga, sam, withFreshSignIn } from '#test/cast.ts'
import { testDb } from '#test/db.ts'
import { answerOf } from '#test/invoke.ts'

const hour = 3_600_000
const reason = 'The database moves to a larger machine.'
type Written = RequestInput<typeof contract.addAnnouncement>['body']['announcement']

function deskOf(deps: ReturnType<typeof testDeps>) {
  const at = (hours: number) => new Date(deps.now().getTime() + hours * hour).toISOString()
  const as = (roles: string[]): Viewer => withFreshSignIn({ ...eve, roles }, deps.now())
  const written = (more: Partial<Written> = {}): Written => ({
    words: 'The site pauses on Sunday.',
    beginsAt: at(0),
    endsAt: at(2),
    ...more,
  })
  const add = (more: Partial<Written> = {}, viewer = as(['operator'])) =>
    answerOf(routes, contract.addAnnouncement, deps, {
      viewer,
      body: { announcement: written(more), reason },
    })
  const change = (announcementId: string, version: number, more: Partial<Written> = {}) =>
    answerOf(routes, contract.changeAnnouncement, deps, {
      viewer: as(['operator']),
      params: { announcementId },
      body: { announcement: written(more), version, reason },
    })
  const list = (query: object = {}) =>
    answerOf(routes, contract.listWrittenAnnouncements, deps, { viewer: as(['operator']), query })
  const readBy = async (person: Viewer, roles: string[] = []) =>
    (await answerOf(routes, contract.listAnnouncements, deps, { viewer: { ...person, roles } })).items.map(
      ({ words }) => words,
    )
  return { at, as, add, change, list, readBy }
}

async function setup() {
  const deps = testDeps(await testDb())
  await buildAccounts(deps.db, eve)
  onTestFinished(await followAnnouncements(deps))
  const pass = (hours: number) => deps.clock.set(new Date(deps.now().getTime() + hours * hour))
  return { deps, pass, ...deskOf(deps) }
}

test('an announcement for everybody is sent with pages from its begin to its end', async () => {
  const { deps, pass, at, add } = await setup()
  expect(announcementsNow(deps)).toBeNull()
  const link = { words: 'What changes', to: '/help' }
  await add({ link, tone: 'warning', beginsAt: at(1), endsAt: at(3) })
  await add({ audience: 'visitors', words: 'Welcome!', beginsAt: at(2), endsAt: at(3) })
  const editions = [staticPages(deps).edition()]
  /** What an open page asks for. */
  const shown = async () => (await answerOf(routes, contract.showAnnouncements, deps)).announcements
  expect(announcementsNow(deps)).toBeNull()
  expect(await shown()).toBeNull()
  pass(1)
  editions.push(staticPages(deps).edition())
  expect(announcementsNow(deps)).toMatchObject({
    forEveryone: [{ words: 'The site pauses on Sunday.', link, tone: 'warning', version: 1 }],
    forVisitors: [],
    hasAimed: false,
  })
  pass(1)
  editions.push(staticPages(deps).edition())
  expect(announcementsNow(deps)?.forVisitors).toMatchObject([{ words: 'Welcome!', link: null }])
  expect(await shown()).toEqual(announcementsNow(deps))
  pass(1)
  editions.push(staticPages(deps).edition())
  expect(announcementsNow(deps)).toBeNull()
  // Kept pages are rendered again at each of these moments.
  for (const [index, edition] of editions.slice(1).entries()) expect(edition).not.toBe(editions[index])
})

test('a process that hears of a change from another one, or starts later, shows the same', async () => {
  const { deps, add, change } = await setup()
  const { id } = await add()
  const later = testDeps(deps.db)
  onTestFinished(await followAnnouncements(later))
  expect(announcementsNow(later)?.forEveryone).toHaveLength(1)
  const before = announcementsEdition(later)
  await change(id, 1, { words: 'It pauses on Monday.' })
  for (const one of [deps, later])
    expect(announcementsNow(one)?.forEveryone).toMatchObject([{ words: 'It pauses on Monday.', version: 2 }])
  expect(announcementsEdition(later)).not.toBe(before)
})

test('whom an announcement is for is decided by role and town', async () => {
  const fixture = await bookingFixture()
  const { deps, request, act } = fixture
  onTestFinished(await followAnnouncements(deps))
  const { add, readBy } = deskOf(deps)
  const inTown = (words: string, audience: 'members' | 'owners' | 'sitters', placeId: number) =>
    add({ words, audience, placeId })
  await add({ words: 'all' })
  await add({ words: 'visitors', audience: 'visitors' })
  expect(announcementsNow(deps)?.hasAimed).toBe(false)
  for (const audience of ['members', 'owners', 'sitters', 'staff'] as const)
    await add({ words: audience, audience })
  for (const audience of ['members', 'owners', 'sitters'] as const) {
    await inTown(`${audience} in Dublin`, audience, dublin.id)
    await inTown(`${audience} in Lisbon`, audience, lisbon.id)
  }
  expect(announcementsNow(deps)?.hasAimed).toBe(true)
  // The ids of one moment are in no order.
  const sorted = async (person: Viewer, roles?: string[]) => (await readBy(person, roles)).sort()
  expect(await sorted(eve)).toEqual(['members'])
  expect(await sorted(eve, ['accountant'])).toEqual(['members', 'staff'])
  expect(await sorted(sam)).toEqual(['members', 'members in Dublin', 'sitters', 'sitters in Dublin'])
  expect(await sorted(olga)).toEqual(['members', 'owners'])
  const asked = await request(olga, weekend(fixture))
  expect(await sorted(olga)).toEqual(['members', 'members in Dublin', 'owners', 'owners in Dublin'])
  await act(sam, asked, 'decline')
  expect(await sorted(olga)).toEqual(['members', 'owners'])
})

test('an announcement is changed, taken down and shown again, and each change is written down', async () => {
  const { deps, pass, at, add, change, list, as } = await setup()
  const { id } = await add()
  const states = async () => (await list()).items.map(({ state }) => state)
  expect(await states()).toEqual(['shown'])
  await expect(change(id, 0)).rejects.toMatchObject({ code: 'version-stale' })
  pass(1)
  await change(id, 1, { endsAt: at(0) })
  expect(await states()).toEqual(['ended'])
  expect(announcementsNow(deps)).toBeNull()
  await change(id, 2, { beginsAt: at(1), endsAt: at(2) })
  expect(await states()).toEqual(['planned'])
  await expect(change('018f0000-0000-7000-8000-000000000000', 1)).rejects.toMatchObject({
    code: 'announcement-not-found',
  })
  const acts = await answerOf(routes, listStaffActs, deps, {
    viewer: as(['operator']),
    query: { permission: 'content.change' },
  })
  expect(acts.items).toHaveLength(3)
  expect(acts.items.every((act) => act.reason === reason)).toBe(true)
})

test('what cannot be shown is refused with what to change', async () => {
  const { deps, at, add, as } = await setup()
  const cases: [Partial<Written>, string][] = [
    [{ endsAt: at(-1) }, 'announcement.endsAt'],
    [{ beginsAt: at(-2), endsAt: at(-1) }, 'announcement.endsAt'],
    [{ audience: 'everyone', placeId: lisbon.id }, 'announcement.placeId'],
    [{ audience: 'sitters', placeId: 7 }, 'announcement.placeId'],
    [{ audience: 'sitters', placeId: 3_000_000_007 }, 'announcement.placeId'],
    [{ link: { words: 'Here', to: '//evil.example' } }, 'announcement.link.to'],
    [{ link: { words: 'Here', to: 'javascript:alert(1)' } }, 'announcement.link.to'],
    [{ words: ' ' }, 'announcement.words'],
  ]
  for (const [more, path] of cases) {
    expect(await refusalOf(add(more)), path).toMatchObject({ code: 'request-invalid', errors: [{ path }] })
  }
  await expect(add({}, as(['support']))).rejects.toMatchObject({ code: 'role-missing' })
  expect(announcementsNow(deps)).toBeNull()
})

test('announcements are listed page by page, those that end last first', async () => {
  const { add, at, list } = await setup()
  for (const hours of [2, 4, 3]) await add({ words: `${hours} hours`, endsAt: at(hours) })
  const first = await list({ limit: 2 })
  const rest = await list({ limit: 2, cursor: first.nextCursor! })
  expect([...first.items, ...rest.items].map(({ words }) => words)).toEqual(['4 hours', '3 hours', '2 hours'])
  expect(rest.nextCursor).toBeNull()
})
