import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPackages } from './packages.ts'

const source = new URL('shifted-clock.c', import.meta.url).pathname

/**
 * Returns the environment variables that make a program see `TEST_NOW` as the time at which the tests began; empty if
 * it is not set. All programs get the same offset from the real clock, so servers, databases and tests agree, and time
 * advances.
 */
export function environmentAt(testNow: string | undefined): Record<string, string> {
  if (!testNow) return {}
  const wanted = Date.parse(testNow)
  if (Number.isNaN(wanted))
    throw new Error(`TEST_NOW is "${testNow}". Write a moment such as 2028-02-29T12:00:00Z.`)
  return {
    LD_PRELOAD: compileClock(),
    CLOCK_SHIFT_SECONDS: `${Math.round((wanted - Date.now()) / 1000)}`,
  }
}

/**
 * Compiles the library and returns its path. It is removed when this process ends, and is world-readable because
 * PostgreSQL runs as another user.
 */
function compileClock(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sitwell-clock-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  const library = join(folder, 'shifted-clock.so')
  const compile = () =>
    spawnSync('cc', ['-shared', '-fPIC', '-O2', '-Wall', '-Werror', '-o', library, source], {
      encoding: 'utf8',
    })
  let { status, stderr } = compile()
  if (status !== 0) {
    installPackages('gcc', 'libc6-dev')
    ;({ status, stderr } = compile())
  }
  if (status === 0) return library
  throw new Error(
    `TEST_NOW needs a C compiler named "cc" for ${source}. Install the package "gcc", or leave TEST_NOW out. ${stderr ?? ''}`,
  )
}
