import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { authWindow } from '#web/identity/auth-window.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function scene() {
  const opened = { closed: false, focus: vi.fn<() => void>(), close: vi.fn<() => void>() }
  const target = new EventTarget()
  const sent: unknown[] = []
  const channel = Object.assign(target, { postMessage: (message: unknown) => sent.push(message) })
  const seen = authWindow({ opened, channel, eventId: 'one', now: () => performance.now() })
  const sendMessage = (data: unknown) => target.dispatchEvent(new MessageEvent('message', { data }))
  return { opened, sent, seen, sendMessage }
}

test('a popup closed by the user is reported as closed', () => {
  const { opened, seen, sendMessage } = scene()
  expect(seen.window.closed).toBe(false)
  sendMessage({ leaving: 'one' })
  vi.advanceTimersByTime(2_500)
  opened.closed = true
  expect(seen.window.closed).toBe(true)
})

test('a popup that seems closed after leaving for an isolated provider counts as open for five minutes', () => {
  const { opened, seen, sendMessage } = scene()
  vi.advanceTimersByTime(1_000)
  sendMessage({ leaving: 'one' })
  vi.advanceTimersByTime(1_900)
  opened.closed = true
  vi.advanceTimersByTime(200_000)
  expect(seen.window.closed).toBe(false)
  vi.advanceTimersByTime(100_000)
  expect(seen.window.closed).toBe(true)
})

test('a leaving message of another popup does not keep a closed popup open', () => {
  const { opened, seen, sendMessage } = scene()
  sendMessage({ leaving: 'two' })
  sendMessage(null)
  opened.closed = true
  expect(seen.window.closed).toBe(true)
})

test('closing works for a popup that is no longer connected to its opener', () => {
  const { opened, sent, seen, sendMessage } = scene()
  sendMessage({ leaving: 'one' })
  opened.closed = true
  vi.advanceTimersByTime(500)
  seen.close()
  expect([sent, opened.close.mock.calls.length, seen.window.closed]).toEqual([[{ close: 'one' }], 1, true])
  expect(vi.getTimerCount()).toBe(0)
})
