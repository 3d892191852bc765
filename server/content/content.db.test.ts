import { expect, onTestFinished, test } from 'vitest'
import * as blog from '#contract/blog.ts'
import type { ContentKind } from '#contract/staff/codes.ts'
import * as contract from '#contract/staff/content.ts'
import { allPosts, textPaths } from '#server/blog/commands.ts'
import { editionOf } from '#server/blog/edited-commands.ts'
import { followContent } from '#server/content/commands.ts'
import { servePublic } from '#server/files/serve-commands.ts'
import { announce } from '#server/kernel/cache/changes.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { staticPages } from '#server/pages/static-pages.ts'
import { routes } from '#server/slices.ts'
import { buildAccounts, testDeps } from '#test/build.ts'
import { eve, olga, withFreshSignIn } from '#test/cast.ts'
import { testDb } from '#test/db.ts'
import { storePhoto } from '#test/file-calls.ts'
import { answerOf } from '#test/invoke.ts'

const reason = 'The lawyers have asked for it.'
const hour = 3_600_000

const post = {
  title: 'Walks in the rain',
  summary: 'What a wet dog needs.',
  author: '{{site.name}} team',
  authorRole: 'For owners',
  publishedOn: '2026-12-01',
  tags: ['dogs'],
}

type Key = { kind: ContentKind; slug: string }
const rain: Key = { kind: 'blog', slug: 'walks-in-the-rain' }
const terms: Key = { kind: 'legal', slug: 'terms-and-conditions' }
const messages: Key = { kind: 'help', slug: 'messages' }

/** What the desk does with texts, as an operator. */
function deskOf(deps: ReturnType<typeof testDeps>) {
  const as = (roles: string[]): Viewer => withFreshSignIn({ ...eve, roles }, deps.now())
  const operator = () => as(['operator'])
  const show = (params: Key) => answerOf(routes, contract.showText, deps, { viewer: operator(), params })
  const draft = (params: Key, fields: object, body: string, { revision = 0, viewer = operator() } = {}) =>
    answerOf(routes, contract.saveDraft, deps, { viewer, params, body: { revision, fields, body } })
  const publish = async (params: Key, change: object = {}, viewer = operator()) => {
    const { version, draft } = await show(params)
    return answerOf(routes, contract.publishText, deps, {
      viewer,
      params,
      body: { version, revision: draft?.revision ?? 0, reason, ...change },
    })
  }
  const change = (
    endpoint: typeof contract.hideText | typeof contract.restoreText,
    params: Key,
    body: object,
  ) => answerOf(routes, endpoint, deps, { viewer: operator(), params, body: { reason, ...body } })
  return {
    as,
    show,
    draft,
    publish,
    write: async (params: Key, fields: object, body: string, change: object = {}) => {
      await draft(params, fields, body)
      return publish(params, change)
    },
    list: (query: object = {}) => answerOf(routes, contract.listTexts, deps, { viewer: operator(), query }),
    versions: (params: Key, query: object = {}) =>
      answerOf(routes, contract.listTextVersions, deps, { viewer: operator(), params, query }),
    hide: (params: Key, version: number) => change(contract.hideText, params, { version }),
    restore: (params: Key, version: number, to: number) =>
      change(contract.restoreText, params, { version, to }),
    withdraw: (params: Key, version: number) =>
      answerOf(routes, contract.withdrawText, deps, {
        viewer: operator(),
        params,
        body: { version, reason },
      }),
    preview: (body: object) => answerOf(routes, contract.previewText, deps, { viewer: operator(), body }),
  }
}

/** What visitors read. */
const siteOf = (deps: Deps) => ({
  post: (postId: string) => answerOf(routes, blog.showPost, deps, { params: { postId } }),
  document: ({ kind, slug }: Key) =>
    answerOf(routes, blog.showDocument, deps, { params: { section: kind, slug } }),
  posts: async () => (await answerOf(routes, blog.listPosts, deps)).items.map(({ id }) => id),
  help: async () => (await answerOf(routes, blog.listHelp, deps)).items.map(({ slug }) => slug),
})

async function setup() {
  const db = await testDb()
  const deps = testDeps(db)
  await buildAccounts(db, eve)
  onTestFinished(await followContent(deps))
  const pass = (ms: number) => deps.clock.set(new Date(deps.now().getTime() + ms))
  return { db, deps, pass, ...deskOf(deps), site: siteOf(deps) }
}

test('until somebody edits them, all texts are listed as shipped, and each can be searched for', async () => {
  const { list, show } = await setup()
  const { items } = await list()
  expect(items.length).toBeGreaterThan(35)
  expect(items.filter(({ state, draft, plannedAt }) => state !== 'shipped' || draft || plannedAt)).toEqual([])
  expect((await list({ kind: 'legal' })).items.map(({ slug }) => slug).sort()).toEqual([
    'cancellation-policy',
    'privacy-policy',
    'service-fee',
    'terms-and-conditions',
  ])
  expect((await list({ q: 'FIREWORKS' })).items).toMatchObject([{ kind: 'blog', slug: 'fireworks-season' }])
  const text = await show(terms)
  expect(text).toMatchObject({ isShipped: true, version: 0, draft: null })
  expect(text.shown?.body).toContain('{{operator.name}}')
  await expect(show(rain)).rejects.toMatchObject({ code: 'text-not-found' })
})

test('a draft is seen only on the desk, and published it takes the place of the shipped text', async () => {
  const { draft, show, publish, site, list, versions } = await setup()
  await draft(messages, { title: 'Writing to each other', summary: 'Short.' }, 'Be **kind**.')
  expect((await site.document(messages)).title).toBe('Messages, and blocking somebody')
  expect((await list({ q: 'blocking' })).items).toMatchObject([{ state: 'shipped', draft: { by: 'Eve' } }])

  expect(await publish(messages)).toEqual({ version: 1 })
  expect(await site.document(messages)).toMatchObject({
    title: 'Writing to each other',
    pieces: [{ html: '<p>Be <strong>kind</strong>.</p>' }],
  })
  expect(await show(messages)).toMatchObject({ state: 'edited', version: 1, draft: null, isShipped: true })
  expect((await versions(messages)).items).toMatchObject([
    { version: 1, change: 'text', by: 'Eve', reason, isShown: true, written: { body: 'Be **kind**.' } },
  ])
})

test('a new post is in the list, the feed and the site map, and can be hidden and shown again', async () => {
  const { deps, write, hide, restore, site } = await setup()
  expect(await write(rain, post, 'Take a **towel**.')).toEqual({ version: 1 })
  expect(await site.post(rain.slug)).toMatchObject({ author: 'Sitwell team', minutes: 1, updatedOn: null })
  expect((await site.posts())[0]).toBe(rain.slug)
  expect((await allPosts(deps))[0]).toMatchObject({
    id: rain.slug,
    html: '<p>Take a <strong>towel</strong>.</p>',
  })
  const isPage = async () => (await staticPages(deps).find('/blog/walks-in-the-rain')) !== undefined
  expect(await textPaths(deps)).toContain('/blog/walks-in-the-rain')
  expect(await isPage()).toBe(true)

  await hide(rain, 1)
  expect(await isPage()).toBe(false)
  await expect(site.post(rain.slug)).rejects.toMatchObject({ code: 'post-not-found' })
  await expect(hide(rain, 2)).rejects.toMatchObject({ code: 'text-refused' })
  await restore(rain, 2, 1)
  expect(await site.posts()).toContain(rain.slug)
})

test('a shipped post can be hidden and a legal text cannot, nor can one be added', async () => {
  const { hide, restore, draft, site, show } = await setup()
  await hide(messages, 0)
  expect(await site.help()).not.toContain('messages')
  await expect(site.document(messages)).rejects.toMatchObject({ code: 'not-found' })
  expect(await show(messages)).toMatchObject({ state: 'hidden', shown: { fields: { audience: 'both' } } })
  await restore(messages, 1, 0)
  expect(await site.help()).toContain('messages')

  await expect(hide(terms, 0)).rejects.toMatchObject({ code: 'text-refused' })
  for (const kind of ['legal', 'how-it-works'] as const)
    await expect(draft({ kind, slug: 'cookies' }, {}, '')).rejects.toMatchObject({ code: 'text-refused' })
})

test('a planned version is shown from its time on, without anybody doing anything', async () => {
  const { deps, write, pass, site, show, versions } = await setup()
  const publishAt = new Date(deps.now().getTime() + hour).toISOString()
  await write(rain, post, 'Take a towel.', { publishAt })
  const edition = editionOf(deps)
  expect(await site.posts()).not.toContain(rain.slug)
  expect(await show(rain)).toMatchObject({ state: 'unpublished', plannedAt: publishAt, publishedAt: null })

  pass(hour - 1)
  expect(editionOf(deps)).toBe(edition)
  await expect(site.post(rain.slug)).rejects.toMatchObject({ code: 'post-not-found' })
  pass(1)
  expect(editionOf(deps)).not.toBe(edition)
  expect((await site.posts())[0]).toBe(rain.slug)
  expect(await show(rain)).toMatchObject({ state: 'edited', plannedAt: null, publishedAt: publishAt })
  expect((await versions(rain)).items).toMatchObject([{ isShown: true }])
})

test('what is published before a planned version is shown until its time, and it can be withdrawn', async () => {
  const { deps, write, pass, site, withdraw, versions } = await setup()
  const title = async () => (await site.document(messages)).title
  const planned = (hours: number) => ({
    publishAt: new Date(deps.now().getTime() + hours * hour).toISOString(),
  })
  await write(messages, { title: 'Later', summary: 'S' }, 'Text', planned(1))
  await write(messages, { title: 'Much later', summary: 'S' }, 'Text', planned(2))
  await write(messages, { title: 'Now', summary: 'S' }, 'Text')
  expect(await title()).toBe('Now')
  await withdraw(messages, 2)
  await expect(withdraw(messages, 2)).rejects.toMatchObject({ code: 'text-refused' })
  pass(hour)
  expect(await title()).toBe('Later')
  await expect(withdraw(messages, 1)).rejects.toMatchObject({ code: 'text-refused' })
  pass(hour)
  expect(await title()).toBe('Later')
  expect((await versions(messages)).items.map(({ version, isShown }) => [version, isShown])).toEqual([
    [3, false],
    [2, false],
    [1, true],
  ])
})

test('an earlier version and the shipped text can be made the newest', async () => {
  const { write, restore, site, versions } = await setup()
  const title = async () => (await site.document(messages)).title
  await write(messages, { title: 'First', summary: 'S' }, 'One')
  await write(messages, { title: 'Second', summary: 'S' }, 'Two')
  expect(await restore(messages, 2, 1)).toEqual({ version: 3 })
  expect(await title()).toBe('First')
  expect(await restore(messages, 3, 0)).toEqual({ version: 4 })
  expect(await title()).toBe('Messages, and blocking somebody')
  await expect(restore(messages, 4, 9)).rejects.toMatchObject({ code: 'text-not-found' })
  await expect(restore(messages, 3, 1)).rejects.toMatchObject({ code: 'version-stale' })
  const first = await versions(messages, { limit: '3' })
  expect(first.items.map(({ change }) => change)).toEqual(['shipped', 'text', 'text'])
  expect((await versions(messages, { limit: '3', cursor: first.nextCursor })).items).toMatchObject([
    { version: 1 },
  ])
})

test('of two people who write at the same time, the second learns of it and overwrites nothing', async () => {
  const { draft, publish, show, versions } = await setup()
  const { revision } = await draft(rain, post, 'One')
  await expect(draft(rain, post, 'Other')).rejects.toMatchObject({ code: 'version-stale' })
  const next = await draft(rain, post, 'Two', { revision })
  expect(next.revision).toBeGreaterThan(revision)
  await expect(draft(rain, post, 'Other', { revision })).rejects.toMatchObject({ code: 'version-stale' })
  await expect(publish(rain, { revision })).rejects.toMatchObject({ code: 'version-stale' })
  const results = await Promise.allSettled([publish(rain), publish(rain)])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect((await versions(rain)).items).toHaveLength(1)

  // A draft that was begun anew is another one, however often it was saved.
  const again = await draft(rain, post, 'Three')
  await expect(draft(rain, post, 'Other', { revision })).rejects.toMatchObject({ code: 'version-stale' })
  expect((await show(rain)).draft).toMatchObject({ revision: again.revision, body: 'Three' })
})

test('the preview is what the page shows, and says what is wrong with a text', async () => {
  const { preview, show, site, write } = await setup()
  const { shown } = await show(terms)
  expect((await preview({ kind: 'legal', ...shown })).pieces).toEqual((await site.document(terms)).pieces)
  const body = '# Wet\n\n<script>alert(1)</script>\n\n[Book](/sitters) at {{site.name}}'
  await write(rain, post, body)
  const { html } = await site.post(rain.slug)
  expect((await preview({ kind: 'blog', fields: post, body })).pieces).toEqual([{ html }])
  expect(html).toContain('at Sitwell')
  expect(html).not.toContain('script')
  for (const [kind, wrong] of [
    ['blog', '{{site.nme}}'],
    ['blog', '{{live:fees}}'],
    ['help', '{{live:weather}}'],
    ['help', '{{text:everything}}'],
  ] as const)
    await expect(preview({ kind, fields: post, body: wrong }), wrong).rejects.toMatchObject({
      code: 'text-refused',
    })
})

test.each([
  [rain, { ...post, title: '' }, 'Text', {}],
  [rain, { ...post, publishedOn: null }, 'Text', {}],
  [rain, post, '', {}],
  [rain, post, '{{site.nme}}', {}],
  [rain, post, 'Text', { inSubstance: true }],
  [rain, post, 'Text', { publishAt: '2026-12-01T09:00:00Z' }],
  [terms, { title: 'Terms' }, 'Text', {}],
] as const)(
  '%j with %j and %j is not published with %j, and the draft is kept',
  async (key, fields, body, change) => {
    const { draft, publish, show, versions } = await setup()
    await draft(key, fields, body)
    await expect(publish(key, change)).rejects.toMatchObject({ code: 'text-refused' })
    expect((await show(key)).draft?.body).toBe(body)
    expect((await versions(key)).items).toEqual([])
  },
)

test('what is published is written down with its reason, drafts are not', async () => {
  const { db, write, hide } = await setup()
  await write(rain, post, 'Take a towel.')
  await hide(rain, 1)
  const acts = await db
    .selectFrom('staff_act')
    .select(['act', 'permission', 'reason'])
    .orderBy('act', 'desc')
    .execute()
  expect(acts).toEqual([
    { act: 'POST /v1/admin/content/:kind/:slug/publish', permission: 'content.change', reason },
    { act: 'POST /v1/admin/content/:kind/:slug/hide', permission: 'content.change', reason },
  ])
})

test('only those who run the site edit texts, and publishing needs a recent sign-in', async () => {
  const { as, draft, publish, site } = await setup()
  for (const role of ['support', 'moderator', 'accountant'])
    await expect(draft(rain, post, 'Text', { viewer: as([role]) })).rejects.toMatchObject({
      code: 'role-missing',
    })
  const earlier: Viewer = { ...eve, roles: ['operator'], authTime: 0 }
  await draft(rain, post, 'Text', { viewer: earlier })
  await expect(publish(rain, {}, earlier)).rejects.toMatchObject({ code: 'sign-in-too-old' })
  await publish(rain, {}, as(['instance_owner']))
  expect(await site.posts()).toContain(rain.slug)
})

test('a process that starts later, or hears of a change from another one, shows the same texts', async () => {
  const { db, write, deps } = await setup()
  await write(rain, post, 'Take a towel.')
  const other = testDeps(db)
  onTestFinished(await followContent(other))
  expect(await siteOf(other).posts()).toContain(rain.slug)
  await db.updateTable('content_version').set({ slug: 'rain' }).execute()
  await inTransaction(db, (tx) => announce(tx, 'content'))
  for (const one of [deps, other]) expect((await siteOf(one).posts())[0]).toBe('rain')
})

test('a version that this release cannot read is as if it were not there', async () => {
  const { db, deps, write, show, site } = await setup()
  await write(messages, { title: 'First', summary: 'S' }, 'One')
  await db.updateTable('content_version').set({ fields: '{"colour":7}' }).execute()
  await inTransaction(db, (tx) => announce(tx, 'content'))
  expect((await site.document(messages)).title).toBe('Messages, and blocking somebody')
  expect((await show(messages)).shown?.fields.title).toBe('Messages, and blocking somebody')
  expect(deps.site.name).toBe('Sitwell')
})

test('an uploaded picture is public once it is added to a text, and must be described', async () => {
  const { deps, write, draft, publish, site, as } = await setup()
  const operator = as(['operator'])
  const fileId = await storePhoto(deps, operator, 'look')
  const add = (viewer: Viewer) =>
    answerOf(routes, contract.addTextPicture, deps, { viewer, body: { fileId } })
  await expect(add(as(['support']))).rejects.toMatchObject({ code: 'role-missing' })
  await buildAccounts(deps.db, olga)
  await expect(add({ ...withFreshSignIn(olga, deps.now()), roles: ['operator'] })).rejects.toMatchObject({
    code: 'file-not-found',
  })
  const { url, width, height } = await add(operator)
  // A second text may show it too.
  expect(await add(operator)).toEqual({ url, width, height })
  const [, hash = '', name = ''] = /^\/files\/(\w+)\/(\d+\.webp)$/.exec(url) ?? []
  expect((await servePublic(deps, hash, name)).type).toBe('image/webp')
  await draft(rain, post, `Look:\n\n![](${url})`)
  await expect(publish(rain)).rejects.toMatchObject({ code: 'text-refused' })
  await write(messages, { title: 'First', summary: 'S' }, `![A wet dog](${url}#${width}x${height})`)
  expect(JSON.stringify(await site.document(messages))).toContain(`width=\\"${width}\\"`)
})
