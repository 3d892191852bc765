// What a first and a second visit cost on a phone: requests, scripts and time to content on a slow line (150 ms round
// trip, 1.6 Mbit/s down, 0.75 up) with a processor four times slower. Needs a running production build with the demo town.
// npm run bench:phone -- --url http://localhost:3000 --rounds 5
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { z } from 'zod'
import { ensureBrowser } from '../scripts/browser.ts'
import { openBenchmark } from './benchmark.ts'
import { median } from './measure.ts'
import { publicPathsOf } from './site-pages.ts'

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    rounds: { type: 'string', default: '5' },
    email: { type: 'string', default: 'olga@demo.example' },
    password: { type: 'string', default: 'sitwell-demo-2026' },
  },
})
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('Use --rounds with a whole number from 1.')

const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const processorSlowdown = 4
const phone = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true, locale: 'en-GB' }
/** A page is quiet if it has begun no request for this long; the stream of live events never ends, so it does not count. */
const quietMs = 1_500
const small = 2_000

const Timing = z.object({
  content: z.number().nullable(),
  ready: z.number(),
  largest: z.number(),
  longTasks: z.array(z.object({ start: z.number(), end: z.number() })),
  firstPaint: z.number(),
  elements: z.number(),
})
type Visit = z.infer<typeof Timing> & {
  requests: number
  scripts: number
  small: number
  scriptBytes: number
  allBytes: number
}

/** Runs before the page's own scripts. Records the appearance of the heading, the largest paint, hydration and long tasks. */
function observe() {
  const seen: Omit<z.infer<typeof Timing>, 'elements'> = {
    content: null,
    ready: 0,
    largest: 0,
    firstPaint: 0,
    longTasks: [],
  }
  Object.assign(window, { sitwellTiming: seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.largest = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      seen.longTasks.push({ start: startTime, end: startTime + duration })
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    seen.firstPaint = list.getEntriesByName('first-contentful-paint')[0]?.startTime ?? seen.firstPaint
  }).observe({ type: 'paint', buffered: true })
  const findHeading = () => {
    if (document.querySelector('#main h1, main h1')) seen.content = performance.now()
    else requestAnimationFrame(findHeading)
  }
  requestAnimationFrame(findHeading)
  new MutationObserver(() => {
    if (document.documentElement?.dataset['ready']) seen.ready ||= performance.now()
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-ready'] })
}

/**
 * Total blocking time in milliseconds: what long tasks take beyond 50 ms after the first contentful paint, because
 * nobody can press what is not there yet. Of a task that runs during that paint the rest counts.
 * Source: https://web.dev/articles/tbt, and Lighthouse for tasks during the paint.
 */
const blockedOf = ({ longTasks, firstPaint }: Visit) =>
  longTasks.reduce((total, { start, end }) => total + Math.max(0, end - Math.max(start, firstPaint) - 50), 0)

async function visit(page: Page, path: string): Promise<Visit> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', line)
  await session.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown })
  const types = new Map<string, string>()
  const sizes = new Map<string, number>()
  let lastRequest = performance.now()
  session.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    if (!/^https?:/.test(request.url)) return
    types.set(requestId, type ?? 'Other')
    lastRequest = performance.now()
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    sizes.set(requestId, encodedDataLength),
  )
  await page.goto(values.url + path, { waitUntil: 'load' })
  await page.waitForFunction(() => document.querySelector('#main h1, main h1') !== null)
  await page.locator('html[data-ready="yes"]').waitFor()
  while (performance.now() - lastRequest < quietMs) await page.waitForTimeout(100)
  const timing = Timing.parse(
    await page.evaluate(() => ({
      ...Reflect.get(window, 'sitwellTiming'),
      elements: document.querySelectorAll('*').length,
    })),
  )
  await session.detach()
  const scripts = [...types].filter(([, type]) => type === 'Script').map(([id]) => sizes.get(id) ?? 0)
  const sum = (sizesOf: Iterable<number>) => [...sizesOf].reduce((total, size) => total + size, 0)
  return {
    ...timing,
    requests: types.size,
    scripts: scripts.length,
    small: scripts.filter((size) => size < small).length,
    scriptBytes: sum(scripts),
    allBytes: sum(sizes.values()),
  }
}

/** Opens a page that has nothing of the site in its caches, signed in if asked for. */
async function openPage(browser: Browser, isSignedIn: boolean): Promise<Page> {
  const context = await browser.newContext(phone)
  if (isSignedIn) {
    const page = await context.newPage()
    await page.goto(`${values.url}/auth/sign-in`)
    await page.locator('html[data-ready="yes"]').waitFor()
    await page.getByLabel('E-mail', { exact: true }).fill(values.email)
    await page.getByLabel('Password', { exact: true }).fill(values.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/auth/'))
    await page.locator('#main h1').waitFor()
    await page.evaluate(async () => {
      for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister()
      for (const name of await caches.keys()) await caches.delete(name)
    })
    const session = await context.newCDPSession(page)
    await session.send('Network.clearBrowserCache')
    await page.close()
  }
  const page = await context.newPage()
  await page.addInitScript(observe)
  return page
}

const pages = [
  ...[...(await publicPathsOf(values.url)), '/auth/sign-in'].map((path) => ({ path, isSignedIn: false })),
  ...['/account', '/bookings'].map((path) => ({ path, isSignedIn: true })),
]

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2)
const kilobytes = (bytes: number) => (bytes / 1000).toFixed(0)

const { onEnd, runCase, end } = openBenchmark()
const browser = await chromium.launch({ executablePath: await ensureBrowser() })
onEnd(() => browser.close())
console.log(
  `\nMedians of ${rounds} visits with empty caches, each followed by a second one\n\n| Page | content s, first / second | LCP s | hydrated s | TBT ms | requests | scripts | below ${small / 1000} kB | script kB | all kB | elements |\n|---|---|---|---|---|---|---|---|---|---|---|`,
)
/** Returns the cells of a page's row. */
async function measure(path: string, isSignedIn: boolean): Promise<string> {
  const visits: { cold: Visit; warm: Visit }[] = []
  for (let round = 0; round < rounds; round++) {
    const page = await openPage(browser, isSignedIn)
    onEnd(() => page.context().close())
    visits.push({ cold: await visit(page, path), warm: await visit(page, path) })
    await page.context().close()
  }
  const of = (read: (visit: Visit) => number, which: 'cold' | 'warm' = 'cold') =>
    median(visits.map((one) => read(one[which])))
  const content = (one: Visit) => one.content ?? Infinity
  return [
    `${seconds(of(content))} / ${seconds(of(content, 'warm'))}`,
    seconds(of(({ largest }) => largest)),
    seconds(of(({ ready }) => ready)),
    of(blockedOf).toFixed(0),
    of(({ requests }) => requests),
    of(({ scripts }) => scripts),
    of((one) => one.small),
    kilobytes(of(({ scriptBytes }) => scriptBytes)),
    kilobytes(of(({ allBytes }) => allBytes)),
    of(({ elements }) => elements),
  ].join(' | ')
}

for (const { path, isSignedIn } of pages) {
  const cells = await runCase(
    path,
    () => measure(path, isSignedIn),
    (reason) => `not measured: ${reason}`,
  )
  console.log(`| ${path.replace(/[0-9a-f-]{36}/, '{id}')} | ${cells} |`)
}
await end()
