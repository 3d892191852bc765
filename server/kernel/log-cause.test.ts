import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { logCause } from '#server/kernel/log-cause.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A log that records its lines. */
function setup() {
  const lines: object[] = []
  const line = (level: string) => (facts: object, message: string) =>
    void lines.push({ level, ...facts, message })
  return { lines, log: { warn: line('warn'), error: line('error') } }
}
const refused = (port: number) =>
  Object.assign(new Error(`connect 127.0.0.1:${port}`), { code: 'ECONNREFUSED' })

test('a cause is logged when it first occurs and then once a minute with its number, until it is over', () => {
  const { lines, log } = setup()
  for (let port = 0; port < 300; port++) logCause(log, 'warn', { err: refused(port) }, 'busy')
  expect(lines).toEqual([{ level: 'warn', err: refused(0), message: 'busy' }])
  vi.advanceTimersByTime(60_000)
  expect(lines.slice(1)).toEqual([{ level: 'warn', err: refused(299), times: 299, message: 'busy' }])
  logCause(log, 'warn', { err: refused(1) }, 'busy')
  vi.advanceTimersByTime(60_000)
  expect(lines.slice(2)).toEqual([{ level: 'warn', err: refused(1), times: 1, message: 'busy' }])
  vi.advanceTimersByTime(60_000)
  expect(vi.getTimerCount()).toBe(0)
  logCause(log, 'warn', { err: refused(1) }, 'busy')
  expect(lines).toHaveLength(4)
})

test('other causes are logged for themselves: another message, code, fact or log', () => {
  const { lines, log } = setup()
  const other = setup()
  logCause(log, 'error', { err: refused(1), name: 'a' }, 'busy')
  logCause(log, 'error', { err: refused(1), name: 'b' }, 'busy')
  logCause(log, 'error', { err: refused(1), name: 'a' }, 'late')
  logCause(log, 'error', { err: new Error('connect 127.0.0.1:1'), name: 'a' }, 'busy')
  logCause(log, 'error', { err: new Error('key "x" is missing'), name: 'a' }, 'busy')
  logCause(log, 'error', { err: new Error('key "y" is missing'), name: 'a' }, 'busy')
  logCause(other.log, 'error', { err: refused(1), name: 'a' }, 'busy')
  expect(lines).toHaveLength(5)
  expect(other.lines).toHaveLength(1)
})

test('texts that always differ take a bounded number of places, and the rest counts as one cause', () => {
  const { lines, log } = setup()
  const text = (index: number) => `${String.fromCodePoint(0x4e00 + index)} went wrong`
  for (let index = 0; index < 1_000; index++) logCause(log, 'error', { err: new Error(text(index)) }, 'job')
  expect(lines).toHaveLength(201)
  expect(vi.getTimerCount()).toBe(201)
  vi.advanceTimersByTime(60_000)
  expect(lines.at(-1)).toMatchObject({ times: 799 })
})
