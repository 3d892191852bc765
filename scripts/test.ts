// Runs every check in turn, prints what it ran, and ends with a summary and what failed. `npm test -- unit` runs the named ones only.
import { spawn } from 'node:child_process'
import { ensureBrowser } from './browser.ts'
import { collectFailures } from './failures.ts'

type Check = { name: string; what: string; run: () => Promise<boolean> }

const command =
  (program: string, ...args: string[]) =>
  () =>
    new Promise<boolean>((resolve) => {
      const child = spawn(program, args, {
        stdio: 'inherit',
        env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
      })
      child.on('exit', (code) => resolve(code === 0))
      child.on('error', (error) => {
        console.error(error.message)
        resolve(false)
      })
    })

const checks: Check[] = [
  { name: 'routes', what: 'react-router typegen', run: command('react-router', 'typegen') },
  { name: 'types', what: 'tsc', run: command('tsc', '--noEmit') },
  { name: 'lint', what: 'oxlint with types', run: command('oxlint', '--type-aware', '--deny-warnings') },
  { name: 'format', what: 'oxfmt --check', run: command('oxfmt', '--check') },
  { name: 'dead-code', what: 'knip', run: command('knip') },
  {
    name: 'unit',
    what: 'vitest: rules, slices over PostgreSQL, parts in a DOM, architecture and safety',
    run: command('vitest', 'run'),
  },
  {
    name: 'build',
    what: 'the production build and its sizes',
    run: command(process.execPath, 'scripts/build.ts'),
  },
  {
    name: 'proofs',
    what: 'the short form of the proofs: kills, crowds and odd clocks against the production build',
    run: command('vitest', 'run', '--config', 'test/proofs/vitest.config.ts'),
  },
  {
    name: 'browser',
    what: 'playwright in Chromium against the production build',
    async run() {
      const path = await ensureBrowser()
      process.env['CHROMIUM_PATH'] = path
      return command('playwright', 'test')()
    },
  },
]

const wanted = process.argv.slice(2)
const failures = collectFailures()
const results: { name: string; what: string; passed: boolean; seconds: number }[] = []
for (const { name, what, run } of checks) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n=== ${name}: ${what}`)
  const started = performance.now()
  const passed = await run()
  results.push({ name, what, passed, seconds: (performance.now() - started) / 1000 })
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
