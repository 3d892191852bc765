import { execFile } from 'node:child_process'
import { onTestFinished, expect, test } from 'vitest'
import { createTestDb } from '#test/db.ts'

async function runChild(mood: 'good' | 'bad' | 'unprepared' | 'ended') {
  const { url, drop } = await createTestDb()
  onTestFinished(drop)
  const args = [...process.execArgv, 'bench/benchmark-child.ts', url, mood]
  return new Promise<{ code: unknown; lines: string[]; errors: string }>((resolve) =>
    execFile(process.execPath, args, (error, stdout, errors) =>
      resolve({ code: error ? error.code : 0, lines: stdout.trim().split('\n'), errors }),
    ),
  )
}

const timeout = 'timeout exceeded when trying to connect'

test('a case whose pool times out has a line that says so, the next one is measured, and the exit code is 1', async () => {
  const { code, lines, errors } = await runChild('bad')
  expect(lines).toEqual([
    '| early | 1 |',
    'closed after busy',
    `| busy | not measured: ${timeout} |`,
    '| late | 1 |',
    'closed first',
    'closed last',
    '',
    'Not measured:',
    `- busy, in the background: ${timeout}`,
    `- busy: ${timeout}`,
  ])
  expect(code).toBe(1)
  expect(errors).toContain('busy failed: Error: timeout exceeded')
})

test('a benchmark without failures exits with 0 and says nothing of any', async () => {
  const { code, lines, errors } = await runChild('good')
  expect([code, errors]).toEqual([0, ''])
  expect(lines).toEqual([
    '| early | 1 |',
    'closed after busy',
    '| busy | 1 |',
    '| late | 1 |',
    'closed first',
    'closed last',
  ])
})

test('a failure before the first case closes everything and exits with 1', async () => {
  const { code, lines } = await runChild('unprepared')
  expect(lines).toEqual([
    'closed first',
    'closed last',
    '',
    'Not measured:',
    '- outside of the cases: There is no fixture.',
  ])
  expect(code).toBe(1)
})

test('a signal during a case closes everything and measures nothing more', async () => {
  const { code, lines } = await runChild('ended')
  expect(lines.slice(-3)).toEqual(['| busy | 1 |', 'closed first', 'closed last'])
  expect(code).toBe(143)
})
