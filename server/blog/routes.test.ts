import { expect, test } from 'vitest'
import type { Document, PostSummary } from '#contract/blog.ts'
import * as contract from '#contract/blog.ts'
import type { EndpointResponse } from '#contract/endpoint.ts'
import { allPosts } from '#server/blog/commands.ts'
import { postsFeed, postsJsonFeed } from '#server/blog/feed-view.ts'
import { readTexts } from '#server/blog/import.ts'
import { relatedTo } from '#server/blog/post.ts'
import { blogRoutes } from '#server/blog/routes.ts'
import { privacyRows } from '#server/privacy/privacy.ts'
import { testDeps, unreachableDb } from '#test/build.ts'
import { answerOf } from '#test/invoke.ts'

/** Texts come from files: a handler that queried the database would fail. */
const deps = testDeps(unreachableDb())
const list = (query: Record<string, string> = {}) => answerOf(blogRoutes, contract.listPosts, deps, { query })
const show = (postId: string) => answerOf(blogRoutes, contract.showPost, deps, { params: { postId } })
const listHelp = () => answerOf(blogRoutes, contract.listHelp, deps)
const document = (section: string, slug: string) =>
  answerOf(blogRoutes, contract.showDocument, deps, { params: { section, slug } })
const htmlOf = ({ pieces }: Document) => pieces.map((piece) => ('html' in piece ? piece.html : '')).join('')

test('the post list is sorted newest first and includes every tag but no HTML', async () => {
  const { items, nextCursor, tags } = await list()

  expect(items.length).toBeGreaterThanOrEqual(9)
  expect(nextCursor).toBeNull()
  expect(items.map(({ publishedOn }) => publishedOn)).toEqual(
    items
      .map(({ publishedOn }) => publishedOn)
      .sort()
      .reverse(),
  )
  expect(tags).toEqual([...new Set(items.flatMap((post) => post.tags))].sort())
  expect(items[0]).not.toHaveProperty('html')
})

test('pagination neither skips nor repeats a post', async () => {
  const all = (await list()).items.map(({ id }) => id)
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page: EndpointResponse<typeof contract.listPosts> = await list({
      limit: '4',
      ...(cursor ? { cursor } : {}),
    })
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor)
  expect(seen).toEqual(all)
})

test('filtering by tag returns only posts with that tag, and none for an unknown tag', async () => {
  const { items } = await list({ tag: 'cats' })
  expect(items.length).toBeGreaterThan(0)
  for (const { tags } of items) expect(tags).toContain('cats')
  expect((await list({ tag: 'dragons' })).items).toEqual([])
})

test.each(['nonsense', '!!', Buffer.from('["2026-13-01","x"]').toString('base64url'), ''])(
  'the cursor %j is refused',
  async (cursor) => {
    await expect(list({ cursor })).rejects.toMatchObject({ code: 'cursor-invalid' })
  },
)

test('every post renders without scripts or placeholders, and its related posts share a tag with it', async () => {
  for (const { id } of (await list()).items) {
    const post = await show(id)
    expect(post.html.length).toBeGreaterThan(2_000)
    expect(post.html).not.toMatch(/<script|\{\{|undefined/)
    expect(post.summary.length).toBeLessThanOrEqual(160)
    for (const related of post.related) {
      expect(related.id).not.toBe(id)
      expect(related.tags.some((tag) => post.tags.includes(tag))).toBe(true)
    }
  }
})

test('an unknown post, an unknown text and a text of another section are not found', async () => {
  await expect(show('no-such-post')).rejects.toMatchObject({ code: 'post-not-found' })
  await expect(document('legal', 'no-such-text')).rejects.toMatchObject({ code: 'not-found' })
  await expect(document('legal', 'booking-a-sitter')).rejects.toMatchObject({ code: 'not-found' })
})

test.each(['../../package', 'A', 'x'.repeat(81), 'a/b', '%2e%2e'])(
  '%s is refused as a post id',
  async (id) => {
    await expect(show(id)).rejects.toMatchObject({ code: 'request-invalid' })
  },
)

test('a section that is not in the contract is refused', async () => {
  await expect(document('demo', 'cities')).rejects.toMatchObject({ code: 'request-invalid' })
})

test.each(['service-fee', 'privacy-policy', 'cancellation-policy', 'terms-and-conditions'])(
  'the legal text %s contains the operator, a version and a date, and no unfilled placeholder',
  async (slug) => {
    const text = await document('legal', slug)

    expect(text).toMatchObject({
      slug,
      title: expect.stringMatching(/./),
      version: expect.stringMatching(/^\d+\.\d+$/),
      effectiveOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
    expect(htmlOf(text)).toContain('Test Operator')
    expect(htmlOf(text)).toContain('Portugal')
    expect(JSON.stringify(text)).not.toContain('{{')
  },
)

test('the privacy policy names every kind of personal data in privacyRows', async () => {
  const html = htmlOf(await document('legal', 'privacy-policy'))
  expect(privacyRows.filter(({ what }) => !html.includes(`<strong>${what}.</strong>`))).toEqual([])
})

test('the fee page embeds the live fee table, and the how-it-works page for owners the fee calculator', async () => {
  const live = async (section: string, slug: string) =>
    (await document(section, slug)).pieces.flatMap((piece) => ('live' in piece ? [piece.live] : []))
  expect(await live('legal', 'service-fee')).toContain('fees')
  expect(await live('how-it-works', 'owner')).toContain('fee-calculator')
  expect((await document('how-it-works', 'sitter')).title).not.toBe('sitter')
})

test('every listed help article can be read', async () => {
  const { items } = await listHelp()
  expect(items.length).toBeGreaterThanOrEqual(8)
  for (const { slug, title } of items) expect(await document('help', slug)).toMatchObject({ title })
})

test('every legal, how-it-works and help text renders', async () => {
  for (const section of ['legal', 'how-it-works', 'help'])
    for (const { slug } of await readTexts(section))
      expect((await document(section, slug)).pieces.length, `${section}/${slug}`).toBeGreaterThan(0)
})

test('every internal link in the texts points to a known page', async () => {
  const { items } = await list()
  const { items: help } = await listHelp()
  const pages = [
    '/',
    '/sitters',
    '/blog',
    '/help',
    '/how-it-works',
    '/account',
    '/account/data',
    '/account/profile',
    '/account/earnings',
    '/account/fee-invoices',
    '/auth/sign-in',
    '/auth/sign-up',
  ]
  const legal = ['service-fee', 'privacy-policy', 'cancellation-policy', 'terms-and-conditions']
  const known = new Set([
    ...pages,
    ...[...legal, 'ranking', 'holidays'].map((page) => `/legal/${page}`),
    ...items.map(({ id }) => `/blog/${id}`),
    ...help.map(({ slug }) => `/help/${slug}`),
  ])
  const texts = [
    ...(await Promise.all(items.map(async ({ id }) => (await show(id)).html))),
    ...(await Promise.all(help.map(async ({ slug }) => htmlOf(await document('help', slug))))),
    ...(await Promise.all(
      ['owner', 'sitter'].map(async (slug) => htmlOf(await document('how-it-works', slug))),
    )),
    ...(await Promise.all(legal.map(async (slug) => htmlOf(await document('legal', slug))))),
  ]
  const links = texts.flatMap((html) => [...html.matchAll(/href="(\/[^"]*)"/g)].map(([, href]) => href!))
  expect(links.length).toBeGreaterThan(5)
  expect(links.map((href) => href.replace(/[?#].*$/, '')).filter((path) => !known.has(path))).toEqual([])
})

const summary = (id: string, publishedOn: string, ...tags: string[]): PostSummary =>
  contract.PostSummary.parse({
    id,
    title: id,
    summary: '',
    author: '',
    authorRole: '',
    publishedOn,
    updatedOn: null,
    tags,
    portrait: 'dog',
    minutes: 1,
  })

test('related posts are the three that share most tags, newer first among equals', () => {
  const post = summary('post', '2026-05-01', 'dogs', 'owners')
  const others = [
    summary('none', '2026-09-01', 'cats'),
    summary('old', '2026-01-01', 'dogs'),
    summary('new', '2026-08-01', 'dogs'),
    summary('both', '2026-02-01', 'owners', 'dogs'),
    summary('older', '2025-01-01', 'owners'),
  ]
  expect(relatedTo(post, [post, ...others]).map(({ id }) => id)).toEqual(['both', 'new', 'old'])
})

test('the JSON feed has the posts with their texts, and links that work elsewhere', async () => {
  const posts = await allPosts(deps)
  const feed = postsJsonFeed(deps.site, posts)

  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    feed_url: 'http://localhost:3000/blog/feed.json',
  })
  expect(feed.items.map(({ title }) => title)).toEqual(posts.map(({ title }) => title))
  expect(feed.items[0]).toMatchObject({
    url: `http://localhost:3000/blog/${posts[0]!.id}`,
    authors: [{ name: posts[0]!.author }],
    date_published: `${posts[0]!.publishedOn}T00:00:00.000Z`,
  })
  expect(JSON.stringify(feed)).not.toMatch(/(href|src)=\\"\//)
})

test('the RSS feed uses absolute links and is identical for the same posts', async () => {
  const posts = await allPosts(deps)
  const feed = postsFeed({ ...deps.site, name: 'Paws & Co' }, posts)

  expect(feed).toMatch(/^<\?xml version="1\.0" encoding="utf-8"\?>\s*<rss version="2\.0"/)
  expect(feed).toContain('Paws &amp; Co blog')
  expect(feed).toContain(`<link>http://localhost:3000/blog/${posts[0]!.id}</link>`)
  expect(feed.match(/<item>/g)).toHaveLength(posts.length)
  expect(feed).not.toContain('href="/')
  expect(postsFeed(deps.site, [])).toContain('<rss')
  expect(postsFeed(deps.site, posts)).toBe(postsFeed(deps.site, posts))
})
