// LCP, CLS and TBT of the four public pages as a telephone sees them: 4 × slower processor, 1.6 Mbit/s, 150 ms there and back.
// npm run bench:lighthouse -- --url http://localhost:3000 --rounds 5
import { parseArgs } from 'node:util'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { ensureBrowser } from '../scripts/browser.ts'
import { median } from './measure.ts'

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    rounds: { type: 'string', default: '5' },
  },
})
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('Use --rounds with a whole number from 1.')

/** What Lighthouse calls mobile. */
const device = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const slowdown = 4
const quietMs = 3_000

type Seen = { lcp: number; cls: number; tbt: number; bytes: number }

/** Runs in the page: notes the largest paint, what moved, and what each long task took beyond 50 ms. */
function watch(): void {
  const seen = { lcp: 0, cls: 0, tbt: 0 }
  Object.assign(window, { seen })
  const on = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  on('largest-contentful-paint', (entry) => (seen.lcp = entry.startTime))
  on('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!shift.hadRecentInput) seen.cls += shift.value
  })
  on('longtask', (entry) => (seen.tbt += Math.max(0, entry.duration - 50)))
}

async function throttle(session: CDPSession): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

async function visit(page: Page, path: string): Promise<Seen> {
  const session = await page.context().newCDPSession(page)
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  await throttle(session)
  await page.addInitScript(watch)
  await page.goto(values.url + path, { waitUntil: 'load' })
  await page.waitForTimeout(quietMs)
  const seen = await page.evaluate(() => (window as unknown as { seen: Omit<Seen, 'bytes'> }).seen)
  return { ...seen, bytes }
}

/** One sitter and one post of the site, as its own list and blog name them. */
async function pathsOf(): Promise<string[]> {
  const first = async (path: string, pattern: RegExp) => {
    const found = pattern.exec(await (await fetch(values.url + path)).text())?.[1]
    if (!found) throw new Error(`${path} names none`)
    return found
  }
  const sitter = await first('/sitters', /href="(\/sitters\/[0-9a-f-]{36})/)
  const post = await first('/blog', /href="(\/blog\/[a-z0-9-]+)"/)
  return ['/', '/sitters', sitter, post]
}

const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] })
try {
  console.log(
    `\nMedians of ${rounds} first visits\n\n| Page | LCP s | CLS | TBT ms | kB |\n|---|---|---|---|---|`,
  )
  for (const path of await pathsOf()) {
    const all: Seen[] = []
    for (let round = 0; round < rounds; round++) {
      const context = await browser.newContext(device)
      all.push(await visit(await context.newPage(), path))
      await context.close()
    }
    const of = (name: keyof Seen) => median(all.map((seen) => seen[name]))
    console.log(
      `| ${path} | ${(of('lcp') / 1000).toFixed(2)} | ${of('cls').toFixed(3)} | ${of('tbt').toFixed(0)} | ${(of('bytes') / 1000).toFixed(0)} |`,
    )
  }
} finally {
  await browser.close()
}
