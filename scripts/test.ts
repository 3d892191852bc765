// Runs all checks, prints what it ran, and ends with a summary and the failures. `npm test -- unit` runs only the named
// checks.
// With TEST_NOW set, the checks run as if it were that time.
import { spawn } from 'node:child_process'
import { ensureBrowser } from './browser.ts'
import { collectFailures, recordFailure } from './failures.ts'
import { environmentAt } from './moment.ts'

type Check = { name: string; what: string; run: (output: 'inherit' | 'pipe') => Promise<boolean> }

const moment = environmentAt(process.env['TEST_NOW'])

const command =
  (program: string, ...args: string[]): Check['run'] =>
  (output) =>
    new Promise((resolve) => {
      const child = spawn(program, args, {
        stdio: ['inherit', output, output],
        env: { ...process.env, ...moment, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
      })
      const chunks: Buffer[] = []
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (piece: Buffer) => chunks.push(piece))
      const end = (passed: boolean) => {
        const all = Buffer.concat(chunks).toString()
        process.stdout.write(all)
        if (!passed && all) recordFailure(program, [all])
        resolve(passed)
      }
      child.on('close', (code) => end(code === 0))
      child.on('error', (error) => {
        console.error(error.message)
        end(false)
      })
    })

/** The checks of a row run in parallel and print when they end; the rows run one after another. */
const checks: Check[][] = [
  [{ name: 'routes', what: 'react-router typegen', run: command('react-router', 'typegen') }],
  [
    // One checker, because several would each read the libraries, which takes longer on few cores.
    { name: 'types', what: 'tsc', run: command('tsc', '--noEmit', '--checkers', '1') },
    { name: 'lint', what: 'oxlint with types', run: command('oxlint', '--type-aware', '--deny-warnings') },
    { name: 'format', what: 'oxfmt --check', run: command('oxfmt', '--check') },
    { name: 'dead-code', what: 'knip', run: command('knip') },
    {
      name: 'build',
      what: 'the production build and its sizes',
      run: command(process.execPath, 'scripts/build.ts'),
    },
    {
      name: 'docs',
      what: 'the documentation, without dead links',
      run: command(process.execPath, 'scripts/docs.ts'),
    },
  ],
  [
    {
      name: 'unit',
      what: 'vitest: rules, slices over PostgreSQL, parts in a DOM, architecture and safety',
      run: command('vitest', 'run'),
    },
  ],
  [
    {
      name: 'proofs',
      what: 'the short form of the proofs: kills, crowds and odd clocks against the production build',
      run: command('vitest', 'run', '--config', 'test/proofs/vitest.config.ts'),
    },
  ],
  [
    {
      name: 'browser',
      what: 'playwright in Chromium against the production build',
      async run(output) {
        const path = await ensureBrowser()
        process.env['CHROMIUM_PATH'] = path
        return command('playwright', 'test')(output)
      },
    },
  ],
]

const wanted = process.argv.slice(2)
const failures = collectFailures()
const results: { name: string; what: string; passed: boolean; seconds: number }[] = []

async function runOne({ name, what, run }: Check, output: 'inherit' | 'pipe'): Promise<void> {
  console.log(`\n=== ${name}: ${what}`)
  const started = performance.now()
  const passed = await run(output)
  results.push({ name, what, passed, seconds: (performance.now() - started) / 1000 })
}

for (const line of checks) {
  const some = line.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  await Promise.all(some.map((check) => runOne(check, some.length > 1 ? 'pipe' : 'inherit')))
}

console.log('\n=== Summary')
for (const { name, what, passed, seconds } of results)
  console.log(
    `${passed ? 'passed' : 'FAILED'}  ${name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s  ${what}`,
  )
const failed = results.filter((result) => !result.passed).length
console.log(`${results.length - failed} passed, ${failed} failed`)
failures.print()
process.exitCode = failed === 0 ? 0 : 1
