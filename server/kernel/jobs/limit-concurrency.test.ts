import { expect, onTestFinished, test, vi } from 'vitest'
import { messageOf } from '#server/kernel/error-facts.ts'
import { limitConcurrency } from '#server/kernel/jobs/limit-concurrency.ts'

const refuse = () => new Error('Too many wait.')

test('two tasks run concurrently, two more wait in order, and a fifth is refused', async () => {
  const runLimited = limitConcurrency(2, 2, refuse)
  const ends: (() => void)[] = []
  const started: number[] = []
  const start = (number: number) =>
    runLimited(() => {
      started.push(number)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const running = [1, 2, 3, 4].map(start)
  expect(started).toEqual([1, 2])
  await expect(start(5)).rejects.toThrow('Too many wait.')

  ends[0]!()
  await running[0]
  expect(started).toEqual([1, 2, 3])
  ends[1]!()
  await running[1]
  expect(started).toEqual([1, 2, 3, 4])
  ends[2]!()
  ends[3]!()
  await Promise.all(running)
})

test('a failed task frees its slot for the next one', async () => {
  const runLimited = limitConcurrency(1, 1, refuse)
  await expect(runLimited(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await runLimited(() => Promise.resolve(7))).toBe(7)
})

test('a task that has waited too long fails without having begun, and the next one gets the slot', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const runLimited = limitConcurrency(1, 3, refuse, () => 200)
  const begun: number[] = []
  const begin = (number: number) => async () => void begun.push(number)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const first = runLimited(() => held)
  const second = runLimited(begin(2)).catch(messageOf)
  await vi.advanceTimersByTimeAsync(150)
  const third = runLimited(begin(3))
  await vi.advanceTimersByTimeAsync(50)
  expect(await second).toBe('Too many wait.')
  release()
  await Promise.all([first, third])
  expect(begun).toEqual([3])
})

test('a blocked event loop does not let a task begin that has waited too long', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const runLimited = limitConcurrency(1, 3, refuse, () => 60_000)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const first = runLimited(() => held)
  const late = runLimited(() => Promise.resolve('begun')).catch(messageOf)
  // No timer fires: only the clock goes on.
  vi.advanceTimersByTime(60_000)
  const inTime = runLimited(() => Promise.resolve(7))
  release()
  await first
  expect(await late).toBe('Too many wait.')
  expect(await inTime).toBe(7)
  expect(await runLimited(() => Promise.resolve(8))).toBe(8)
})
