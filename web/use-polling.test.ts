// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePolling } from '#web/use-polling.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Renders the hook while it polls; `looks` are the times of its refreshes, in milliseconds from the start. */
function wait(answer: () => Promise<unknown> = async () => {}) {
  const began = performance.now()
  const looks: number[] = []
  const refresh = () => {
    looks.push(performance.now() - began)
    return answer()
  }
  const view = renderHook((isAwaited: boolean) => usePolling(refresh, isAwaited), { initialProps: true })
  return { looks, ...view, lookAgain: () => view.result.current }
}

const pass = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * 60_000))

test('polls after 1.5 s, then at growing intervals, and stops after 18 polls in two to five minutes', async () => {
  const { looks, lookAgain } = wait()
  await pass(0.1)
  expect(looks[0]).toBe(1_500)
  expect(lookAgain()).toBeNull()
  await pass(60)
  const pauses = looks.map((at, index) => at - (looks[index - 1] ?? 0))
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(looks).toHaveLength(18)
  expect(looks.at(-1)).toBeGreaterThan(2 * 60_000)
  expect(looks.at(-1)).toBeLessThan(5 * 60_000)
  expect(vi.getTimerCount()).toBe(0)
  expect(lookAgain()).not.toBeNull()
})

test('a manual refresh polls immediately and restarts the schedule', async () => {
  const { looks, lookAgain } = wait()
  await pass(60)
  await act(async () => lookAgain()!())
  expect(looks).toHaveLength(19)
  expect(lookAgain()).toBeNull()
  await pass(60)
  expect(looks).toHaveLength(19 + 18)
  expect(lookAgain()).not.toBeNull()
})

test('polling continues after a failed request and past one that never completes', async () => {
  const failing = wait(() => Promise.reject(new Error('away')))
  await pass(60)
  expect(failing.looks).toHaveLength(18)
  const slow = wait(() => new Promise(() => undefined))
  await pass(60)
  expect(slow.looks).toHaveLength(18)
})

test('stops once the result has arrived, and restarts the schedule for the next wait', async () => {
  const { looks, rerender, lookAgain, unmount } = wait()
  await pass(60)
  rerender(false)
  expect(lookAgain()).toBeNull()
  await pass(60)
  expect(looks).toHaveLength(18)
  rerender(true)
  expect(lookAgain()).toBeNull()
  await pass(60)
  expect(looks).toHaveLength(36)
  rerender(false)
  rerender(true)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})
