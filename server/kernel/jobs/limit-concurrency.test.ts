import { expect, test } from 'vitest'
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
