import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import * as accounts from '#contract/accounts.ts'
import * as content from '#contract/staff/content.ts'
import { shippedTexts } from '#server/blog/commands.ts'
import { followContent } from '#server/content/commands.ts'
import { publishRelease } from '#server/content/release-commands.ts'
import { shippedLegal } from '#server/content/shipped-legal.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { routes } from '#server/slices.ts'
import { buildAccounts, testDeps } from '#test/build.ts'
import { eve, olga, withFreshSignIn } from '#test/cast.ts'
import { testDb } from '#test/db.ts'
import { answerOf } from '#test/invoke.ts'

const hour = 3_600_000
const slug = 'terms-and-conditions'
const params = { kind: 'legal', slug } as const
const reason = 'The lawyers have asked for it.'
const fields = { title: 'Our terms', version: '2.0', effectiveOn: '2026-12-01' }

/** A release whose terms were changed in substance on this day. */
const releaseOf = (changedOn: string) => ({ ...shippedLegal, [slug]: { changedOn, hash: '' } })

async function setup() {
  const db = await testDb()
  const deps = testDeps(db)
  await buildAccounts(db, eve, olga)
  onTestFinished(await followContent(deps))
  const pass = (ms = hour) => deps.clock.set(new Date(deps.now().getTime() + ms))
  pass()
  const operator = (): Viewer => withFreshSignIn({ ...eve, roles: ['operator'] }, deps.now())
  const publishOwn = async (version: number, more: object = {}) => {
    const draft = { revision: 0, fields, body: 'These are our own terms.' }
    const { revision } = await answerOf(routes, content.saveDraft, deps, {
      viewer: operator(),
      params,
      body: draft,
    })
    const body = { version, revision, reason, ...more }
    return answerOf(routes, content.publishText, deps, { viewer: operator(), params, body })
  }
  const restore = (version: number, inSubstance: boolean) =>
    answerOf(routes, content.restoreText, deps, {
      viewer: operator(),
      params,
      body: { version, to: 0, reason, inSubstance },
    })
  const versions = async () =>
    (await answerOf(routes, content.listTextVersions, deps, { viewer: operator(), params })).items
  const account = { accountId: olga.accountId }
  const due = async () =>
    (await answerOf(routes, accounts.showAccount, deps, { viewer: olga, params: account })).consentsDue
  const agree = async (version: number) => {
    const body = { consents: [{ slug, version }] }
    return (await answerOf(routes, accounts.giveConsent, deps, { viewer: olga, params: account, body }))
      .consentsDue
  }
  const start = (changedOn: string) => publishRelease(deps, releaseOf(changedOn))
  return { db, deps, pass, publishOwn, restore, versions, due, agree, start }
}

const dueTerms = (version: number) => [{ slug, title: 'Terms and conditions', version }]

test('a new site, and one that is started again with the same texts, asks nobody', async () => {
  const { db, deps, due, versions } = await setup()
  await publishRelease(deps)
  expect(await due()).toEqual([])
  expect(await versions()).toEqual([])
  const rows = await db.selectFrom('shipped_legal_text').select(['slug', 'changed_on']).execute()
  expect(rows.length).toBe(Object.keys(shippedLegal).length)
})

test('a release that changes a text in substance asks everybody who was here before, once', async () => {
  const { db, deps, start, due, agree, versions, pass } = await setup()
  await start('2027-03-01')
  expect(await due()).toEqual(dueTerms(1))
  expect(await versions()).toMatchObject([
    { version: 1, change: 'shipped', inSubstance: true, isShown: true, by: 'A new release' },
  ])
  expect(await agree(1)).toEqual([])

  pass()
  await start('2027-03-01')
  expect(await due()).toEqual([])
  await start('2027-09-01')
  expect(await due()).toEqual(dueTerms(2))
  await db.updateTable('account').set({ created_at: deps.now() }).where('id', '=', olga.accountId).execute()
  expect(await due()).toEqual([])
})

test('several processes that start together publish the text once', async () => {
  const { start, versions } = await setup()
  await Promise.all([start('2027-03-01'), start('2027-03-01'), start('2027-03-01')])
  expect(await versions()).toHaveLength(1)
})

test('where the operator shows a text of their own, a release asks nobody, also not later', async () => {
  const { publishOwn, restore, start, due, versions, pass } = await setup()
  await publishOwn(0)
  pass()
  await start('2027-03-01')
  expect(await due()).toEqual([])
  expect(await versions()).toMatchObject([{ version: 1, change: 'text' }])
  pass()
  await restore(1, false)
  await start('2027-03-01')
  expect(await due()).toEqual([])
  pass()
  // Back at the text of the release, the next change concerns people again.
  await start('2027-09-01')
  expect(await due()).toEqual(dueTerms(3))
})

test('a text that the operator has planned is published at its time, above that of the release', async () => {
  const { deps, publishOwn, start, versions, pass } = await setup()
  await publishOwn(0, { publishAt: new Date(deps.now().getTime() + 2 * hour).toISOString() })
  pass()
  await start('2027-03-01')
  const shown = async () => (await versions()).filter(({ isShown }) => isShown)
  expect(await shown()).toMatchObject([{ version: 2, change: 'shipped' }])
  pass()
  expect(await shown()).toMatchObject([{ version: 1, change: 'text' }])
})

test('whoever changes a shipped legal text decides whether people are asked for consent', async () => {
  const slugs = (await shippedTexts('legal')).map((text) => text.slug)
  const read = (name: string) => readFileSync(new URL(`../../content/legal/${name}.md`, import.meta.url))
  const hashOf = (name: string) => createHash('sha256').update(read(name)).digest('hex').slice(0, 16)
  expect(
    Object.fromEntries(Object.entries(shippedLegal).map(([name, { hash }]) => [name, hash])),
    'A legal text was changed. Decide whether the change is one in substance: if it is, set `changedOn` in server/content/shipped-legal.ts to today. Then set its `hash`. See CONTRIBUTING.md.',
  ).toEqual(Object.fromEntries(slugs.map((name) => [name, hashOf(name)])))
})
