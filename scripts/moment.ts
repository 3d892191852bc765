import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPackages } from './packages.ts'

const source = new URL('shifted-clock.c', import.meta.url).pathname

/**
 * What a program needs in its environment to take `TEST_NOW` for the moment at which the tests began; nothing without it.
 * Every program is given the same distance from the real clock, so servers, databases and tests agree, and time goes on.
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

/** The path of the library, which is gone when this process ends; PostgreSQL reads it as another user. */
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
