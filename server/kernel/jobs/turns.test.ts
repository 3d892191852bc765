import { expect, test } from 'vitest'
import { takeTurns } from '#server/kernel/jobs/turns.ts'

const refuse = () => new Error('Too many wait.')

test('two tasks run concurrently, two more wait in order, and a fifth is refused', async () => {
  const inTurn = takeTurns(2, 2, refuse)
  const ends: (() => void)[] = []
  const began: number[] = []
  const start = (number: number) =>
    inTurn(() => {
      began.push(number)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const running = [1, 2, 3, 4].map(start)
  expect(began).toEqual([1, 2])
  await expect(start(5)).rejects.toThrow('Too many wait.')

  ends[0]!()
  await running[0]
  expect(began).toEqual([1, 2, 3])
  ends[1]!()
  await running[1]
  expect(began).toEqual([1, 2, 3, 4])
  ends[2]!()
  ends[3]!()
  await Promise.all(running)
})

test('a failed task frees its slot for the next one', async () => {
  const inTurn = takeTurns(1, 1, refuse)
  await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await inTurn(() => Promise.resolve(7))).toBe(7)
})
