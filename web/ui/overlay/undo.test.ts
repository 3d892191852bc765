import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { carryOut, nextUndo, offerUndo, undoable } from '#web/ui/overlay/undo.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => {
  vi.useRealTimers()
  undoable.setState([], true)
})

const done = (message: string, undo: () => Promise<unknown> | void = vi.fn(async () => undefined)) => {
  const item = { message, undo, at: performance.now(), dismiss: vi.fn(() => {}) }
  offerUndo(item)
  return item
}

test('the last of several actions is undone first, each of them once', async () => {
  const [first, last] = [done('First'), done('Last')]
  expect(nextUndo()).toBe(last)
  expect(await carryOut(last)).toBe(true)
  expect(last.dismiss).toHaveBeenCalledOnce()
  expect(await carryOut(last)).toBe(false)
  expect(last.undo).toHaveBeenCalledOnce()
  expect(nextUndo()).toBe(first)
})

test('an action that could not be undone is reported as such', async () => {
  expect(await carryOut(done('Failed', async () => false))).toBe(false)
})

test('actions are forgotten after ten minutes, and beyond the last ten', () => {
  for (let index = 0; index < 12; index++) done(`${index}`)
  expect(undoable.getState()).toHaveLength(10)
  vi.advanceTimersByTime(599_999)
  expect(nextUndo()?.message).toBe('11')
  vi.advanceTimersByTime(1)
  expect(nextUndo()).toBeUndefined()
})
