// Lighthouse's scores for four public pages and sign-in on its mobile device: 4 × slower CPU, 1.6 Mbit/s, 150 ms round trip.
// npm run bench:lighthouse -- --url http://localhost:3000 --rounds 5
import { execFile } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { z } from 'zod'
import { ensureBrowser } from '../scripts/browser.ts'
import { openBenchmark } from './benchmark.ts'
import { median } from './measure.ts'
import { publicPathsOf } from './site-pages.ts'

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    rounds: { type: 'string', default: '5' },
  },
})
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('Use --rounds with a whole number from 1.')

/** Downloaded on demand: its 176 MB are used nowhere else. */
const lighthouse = 'lighthouse@13.5.0'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const Score = z.object({ score: z.number() })
const Metric = z.object({ numericValue: z.number() })
const Report = z.object({
  categories: z.object({
    performance: Score,
    accessibility: Score,
    'best-practices': Score,
    seo: Score,
  }),
  audits: z.object({
    'largest-contentful-paint': Metric,
    'cumulative-layout-shift': Metric,
    'total-blocking-time': Metric,
    'total-byte-weight': Metric,
  }),
})
type Report = z.infer<typeof Report>

const run = promisify(execFile)

async function visit(url: string, chromePath: string): Promise<Report> {
  const options = ['--quiet', '--output=json', `--only-categories=${categories.join()}`]
  const { stdout } = await run(
    'npm',
    [
      'exec',
      '--yes',
      `--package=${lighthouse}`,
      '--',
      'lighthouse',
      url,
      ...options,
      '--chrome-flags=--headless --no-sandbox',
    ],
    {
      env: {
        ...process.env,
        CHROME_PATH: chromePath,
        PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
      },
      maxBuffer: 64 * 2 ** 20,
    },
  )
  return Report.parse(JSON.parse(stdout))
}

const { runCase, end } = openBenchmark()
const chromePath = await ensureBrowser()
console.log(
  `\nMedians of ${rounds} first visits; scores of performance, accessibility, best practices and search engines\n\n| Page | scores | LCP s | CLS | TBT ms | kB |\n|---|---|---|---|---|---|`,
)
/** Returns the cells of a page's row. */
async function measure(path: string): Promise<string> {
  const all: Report[] = []
  for (let round = 0; round < rounds; round++) all.push(await visit(values.url + path, chromePath))
  const of = (name: keyof Report['audits']) => median(all.map(({ audits }) => audits[name].numericValue))
  const scores = categories.map((name) =>
    Math.round(100 * median(all.map((one) => one.categories[name].score))),
  )
  return `${scores.join(' / ')} | ${(of('largest-contentful-paint') / 1000).toFixed(2)} | ${of('cumulative-layout-shift').toFixed(3)} | ${of('total-blocking-time').toFixed(0)} | ${(of('total-byte-weight') / 1000).toFixed(0)}`
}

for (const path of [...(await publicPathsOf(values.url)), '/auth/sign-in']) {
  const cells = await runCase(
    path,
    () => measure(path),
    (reason) => `not measured: ${reason}`,
  )
  console.log(`| ${path} | ${cells} |`)
}
await end()
