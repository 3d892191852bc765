import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { z } from 'zod'
import { listPosts } from '#contract/blog.ts'
import { listCities } from '#contract/places.ts'
import { searchSitters, type SitterCard } from '#contract/search/search.ts'
import { findTown } from './people.ts'

test.use({ javaScriptEnabled: false })

const Thing = z.looseObject({ '@type': z.string() })
const Graph = z.object({ '@context': z.string(), '@graph': z.array(Thing) })
const List = z.object({
  itemListElement: z.array(
    z.object({
      '@type': z.string(),
      position: z.int(),
      name: z.string(),
      item: z.string().optional(),
      url: z.string().optional(),
    }),
  ),
})
type Marked = {
  /** The first thing of each type; `things` has all of them. */
  things: z.infer<typeof Thing>[]
  thing: <T>(type: string, schema: z.ZodType<T>) => T
  meta: (name: string) => string | null
  canonical: string
}

const base = () => process.env['BASE_URL']!

/** Reads a page's metadata and checks what must hold for every page. */
async function readMarkup(page: Page, path: string): Promise<Marked> {
  const response = await page.goto(path)
  expect(response?.status(), path).toBe(200)
  const scripts = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(scripts).toHaveLength(1)
  const graph = Graph.parse(JSON.parse(scripts[0]!))
  expect(graph['@context']).toBe('https://schema.org')
  const metas = new Map(
    await page
      .locator('head meta')
      .evaluateAll((all) =>
        all.map((one): [string, string] => [
          one.getAttribute('property') ?? one.getAttribute('name') ?? '',
          one.getAttribute('content') ?? '',
        ]),
      ),
  )
  const links = await page
    .locator('link[rel=canonical]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')!))
  expect(links, 'one canonical address').toHaveLength(1)
  const canonical = links[0]!
  const meta = (name: string) => metas.get(name) ?? null
  const thing = <T>(type: string, schema: z.ZodType<T>) => {
    const found = graph['@graph'].find((one) => one['@type'] === type)
    expect(found, `${type} on ${path}`).toBeTruthy()
    return schema.parse(found)
  }
  const title = await page.title()
  const site = meta('og:site_name')!
  expect(canonical.startsWith(`${base()}/`), canonical).toBe(true)
  expect(meta('og:url')).toBe(canonical)
  expect(thing('WebPage', Thing)).toMatchObject({
    '@id': `${canonical}#webpage`,
    url: canonical,
    name: meta('og:title'),
    description: meta('description'),
    isPartOf: { '@id': `${base()}/#website` },
  })
  expect(thing('WebSite', Thing)).toMatchObject({
    '@id': `${base()}/#website`,
    url: `${base()}/`,
    name: site,
  })
  expect(title).toContain(meta('og:title')!)
  expect(meta('og:description')).toBe(meta('description'))
  return { things: graph['@graph'], thing, meta, canonical }
}

/** The breadcrumbs on the page match those of the graph, in order, and their URLs exist. */
async function checkCrumbs(page: Page, request: APIRequestContext, { thing, canonical }: Marked) {
  const { itemListElement: crumbs } = thing('BreadcrumbList', List)
  const shown = await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('listitem')
    .allTextContents()
  expect(crumbs.map(({ name }) => name)).toEqual(shown)
  expect(crumbs.map((crumb) => [crumb['@type'], crumb.position])).toEqual(
    shown.map((_, index) => ['ListItem', index + 1]),
  )
  for (const { item } of crumbs) expect((await request.get(item!)).status(), item).toBe(200)
  expect(crumbs.at(-1)!.item).toBe(canonical)
}

/** The preview picture exists, has the declared size, and has a versioned name so that it can be cached. */
async function checkPicture(request: APIRequestContext, { meta }: Marked, own: string) {
  const address = meta('og:image')!
  expect(address).toMatch(new RegExp(`^${base()}/pictures/${own}/[a-z0-9]+\\.png$`))
  expect(meta('twitter:card')).toBe('summary_large_image')
  expect(meta('og:image:alt')).toMatch(/\w{3,}/)
  const answer = await request.get(address, { maxRedirects: 0 })
  expect(answer.status(), address).toBe(200)
  expect(answer.headers()['content-type']).toBe('image/png')
  const png = await answer.body()
  expect([png.readUInt32BE(16), png.readUInt32BE(20)].map(String)).toEqual([
    meta('og:image:width'),
    meta('og:image:height'),
  ])
}

/** The sitters in the list match those on the page, in the same order. */
async function checkList(page: Page, { thing }: Marked) {
  const { itemListElement: items } = thing('ItemList', List)
  expect(items.length).toBeGreaterThan(0)
  expect(items.map(({ position }) => position)).toEqual(items.map((_, index) => index + 1))
  const cards = page.locator('#main ol > li a[href^="/sitters/"]')
  const addresses = await cards.evaluateAll((all) => [
    ...new Set(all.map((one) => one.getAttribute('href')!.split('?')[0]!)),
  ])
  expect(items.map(({ url }) => url)).toEqual(addresses.map((path) => `${base()}${path}`))
}

/** Sitters of Lisbon, where the demo data always has some with and some without an average. */
const sittersOf = async (request: APIRequestContext): Promise<SitterCard[]> => {
  const { id } = await findTown('Lisbon')
  const answer = await request.get(`/v1/sitters?place=${id}&limit=100`)
  return searchSitters.response.parse(await answer.json()).items
}

const ServiceThing = z.object({
  name: z.string(),
  url: z.string(),
  description: z.string(),
  provider: Thing,
  areaServed: z.object({ name: z.string() }),
  aggregateRating: z
    .object({
      ratingValue: z.number(),
      reviewCount: z.number(),
      bestRating: z.number(),
      worstRating: z.number(),
    })
    .optional(),
  offers: z.array(
    z.object({ '@type': z.string(), name: z.string(), price: z.string(), priceCurrency: z.string() }),
  ),
})
const PostThing = z.object({
  headline: z.string(),
  datePublished: z.string(),
  dateModified: z.string(),
  image: z.string(),
  author: z.object({ name: z.string() }),
})

test('a sitter’s structured data matches the page', async ({ page, request }) => {
  const cards = await sittersOf(request)
  const rated = cards.find(({ rating }) => rating.average !== null)!
  const unrated = cards.find(({ rating }) => rating.average === null)!
  for (const { id, rating } of [rated, unrated]) {
    const marked = await readMarkup(page, `/sitters/${id}?utm_source=elsewhere`)
    expect(marked.canonical).toBe(`${base()}/sitters/${id}`)
    const service = marked.thing('Service', ServiceThing)
    const name = (await page.locator('h1').textContent())!
    expect(service).toMatchObject({ url: marked.canonical, provider: { '@type': 'Person', name } })
    await expect(page.locator('#main header').first()).toContainText(service.areaServed.name)
    await expect(page.locator('#main header').first()).toContainText(service.description)
    const ratingText = page.locator('#main header .dots').first()
    if (rating.average === null) expect(service.aggregateRating).toBeUndefined()
    else {
      const { ratingValue, reviewCount, bestRating, worstRating } = service.aggregateRating!
      expect([ratingValue, reviewCount, bestRating, worstRating]).toEqual([
        rating.average,
        rating.count,
        5,
        1,
      ])
      await expect(ratingText.getByRole('img')).toHaveAccessibleName(
        `Rated ${ratingValue.toFixed(2).replace(/(\.\d)0$/, '$1')} out of 5, ${reviewCount} reviews`,
      )
    }
    const rates = page.locator('#services')
    expect(service.offers.length).toBeGreaterThan(0)
    for (const { '@type': type, name: what, price, priceCurrency } of service.offers) {
      expect([type, priceCurrency]).toEqual(['Offer', 'EUR'])
      await expect(rates).toContainText(what)
      await expect(rates).toContainText(`€${price.replace(/\.00$/, '')}`)
    }
    await checkCrumbs(page, request, marked)
    await checkPicture(request, marked, `sitters/${id}`)
    expect(marked.meta('og:type')).toBe('profile')
  }
})

test('the structured data of a city and of a service there matches their pages', async ({
  page,
  request,
}) => {
  const { items } = listCities.response.parse(await (await request.get('/v1/cities')).json())
  // No other test adds sitters there, which would change the picture in between.
  const { place } = items.find((city) => city.place.name === 'Warsaw')!
  await page.goto('/')
  const path = (await page.locator(`#main a[href$="-${place.id}"]`).first().getAttribute('href'))!
  const marked = await readMarkup(page, `${path}?ref=elsewhere`)
  expect(marked.canonical).toBe(`${base()}${path}`)
  await expect(page.locator('h1')).toHaveText(marked.meta('og:title')!)
  await checkCrumbs(page, request, marked)
  await checkList(page, marked)
  await checkPicture(request, marked, `cities/${place.id}`)

  await page.goto(path)
  const service = (await page
    .getByRole('region', { name: /offer/ })
    .getByRole('link')
    .first()
    .getAttribute('href'))!
  const ofService = await readMarkup(page, service)
  expect(ofService.canonical).toBe(`${base()}${service}`)
  await expect(page.locator('h1')).toHaveText(ofService.meta('og:title')!)
  await checkCrumbs(page, request, ofService)
  await checkList(page, ofService)
  await checkPicture(request, ofService, `cities/${place.id}/\\w+`)
})

test('a post’s structured data matches the page', async ({ page, request }) => {
  const { items } = listPosts.response.parse(await (await request.get('/v1/posts?limit=2')).json())
  for (const { id } of items) {
    const marked = await readMarkup(page, `/blog/${id}`)
    const post = marked.thing('BlogPosting', PostThing)
    await expect(page.locator('h1')).toHaveText(post.headline)
    await expect(page.locator('article time')).toHaveAttribute('datetime', post.datePublished)
    expect(post.dateModified >= post.datePublished).toBe(true)
    await expect(page.locator('article')).toContainText(post.author.name)
    expect(post.image).toBe(marked.meta('og:image'))
    await checkCrumbs(page, request, marked)
    await checkPicture(request, marked, `posts/${id}`)
    expect(marked.meta('og:type')).toBe('article')
  }
})

for (const path of [
  '/',
  '/sitters',
  '/blog',
  '/how-it-works',
  '/help',
  '/help/booking-a-sitter',
  '/legal/ranking',
])
  test(`${path} has one canonical URL and the preview image of the site`, async ({ page, request }) => {
    const marked = await readMarkup(page, path)
    expect(marked.canonical).toBe(`${base()}${path}`)
    await checkPicture(request, marked, 'site')
  })

test('the feed is valid RSS 2.0, sorted by date, with working links', async ({ browser, request }) => {
  const answer = await request.get('/blog/rss.xml')
  expect(answer.headers()['content-type']).toMatch(/^application\/rss\+xml/)
  const context = await browser.newContext({ javaScriptEnabled: true })
  const page = await context.newPage()
  const feed = await page.evaluate(
    (xml) => {
      const document = new DOMParser().parseFromString(xml, 'application/xml')
      const text = (parent: Element, name: string) =>
        [...parent.children].find((child) => child.nodeName === name)?.textContent ?? null
      const channel = document.querySelector('rss > channel')!
      return {
        faults: document.querySelectorAll('parsererror').length,
        version: document.documentElement.getAttribute('version'),
        channel: ['title', 'link', 'description', 'language', 'lastBuildDate'].map((name) =>
          text(channel, name),
        ),
        self: [...channel.children].find((child) => child.nodeName === 'atom:link')?.getAttribute('href'),
        items: [...channel.querySelectorAll('item')].map((item) => ({
          title: text(item, 'title'),
          link: text(item, 'link'),
          guid: text(item, 'guid'),
          isPermanent: item.querySelector('guid')?.getAttribute('isPermaLink') !== 'false',
          at: text(item, 'pubDate'),
          author: text(item, 'author'),
          creator: text(item, 'dc:creator'),
          content: text(item, 'content:encoded'),
        })),
      }
    },
    await answer.text(),
  )
  await context.close()
  expect([feed.faults, feed.version]).toEqual([0, '2.0'])
  expect(feed.channel.every((value) => value)).toBe(true)
  expect(feed.channel[1]).toBe(`${base()}/blog`)
  expect(feed.self).toBe(`${base()}/blog/rss.xml`)
  expect(feed.items.length).toBeGreaterThan(3)
  for (const { title, link, guid, isPermanent, at, author, creator, content } of feed.items) {
    expect(title).toBeTruthy()
    expect((await request.get(link!)).status(), link!).toBe(200)
    expect([guid, isPermanent]).toEqual([link, true])
    // Date format of RFC 822, required by RSS.
    expect(at).toMatch(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/)
    // RSS requires an e-mail address in `author`; names are in dc:creator.
    expect(author === null || author.includes('@')).toBe(true)
    expect(creator).toMatch(/\w/)
    expect(content).not.toMatch(/ (?:href|src)="\//)
  }
  const times = feed.items.map(({ at }) => Date.parse(at!))
  expect(times).toEqual(times.toSorted((one, other) => other - one))
})

test('robots.txt allows public pages, disallows private ones and names the sitemap', async ({ request }) => {
  const answer = await request.get('/robots.txt')
  expect(answer.headers()['content-type']).toMatch(/^text\/plain/)
  const lines = (await answer.text()).split('\n').filter(Boolean)
  expect(lines[0]).toBe('User-agent: *')
  const closed = lines.flatMap((line) => /^Disallow: (\/.+)$/.exec(line)?.[1] ?? [])
  const [siteMap, ...more] = lines.flatMap((line) => /^Sitemap: (.+)$/.exec(line)?.[1] ?? [])
  expect([more, lines.length]).toEqual([[], closed.length + 2])
  const index = await (await request.get(siteMap!)).text()
  const files = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url!)
  const listed = (
    await Promise.all(
      files.map(async (url) => [...(await (await request.get(url)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)]),
    )
  ).flatMap((found) => found.map(([, url]) => url!))
  expect(listed.length).toBeGreaterThan(20)
  const [sitter] = await sittersOf(request)
  for (const url of [
    ...files,
    ...listed,
    `${base()}/sitters/${sitter!.id}`,
    `${base()}/pictures/site/x.png`,
    `${base()}/portraits/dog/x.svg`,
  ])
    expect(
      closed.filter((path) => new URL(url).pathname.startsWith(path)),
      url,
    ).toEqual([])
  for (const path of ['/account', '/admin', '/v1']) expect(closed).toContain(path)
})

test('script preloads have low priority, so that the style sheet loads first', async ({ request }) => {
  const html = await (await request.get('/')).text()
  const preloads = html.match(/<link [^>]*rel="modulepreload"[^>]*>/g) ?? []
  expect(preloads.length).toBeGreaterThan(3)
  for (const link of preloads) expect(link.toLowerCase()).toContain('fetchpriority="low"')
})
