import { expect, test } from 'vitest'
import { inLoops } from './measure.ts'

test('the failure of one client ends the others, and is thrown when they have ended', async () => {
  const ended: number[] = []
  const work = Promise.withResolvers<void>()
  const measured = inLoops(
    3,
    () => false,
    async (client) => {
      if (client === 1) throw new Error('The server is away.')
      await work.promise
      ended.push(client)
    },
  )
  setImmediate(work.resolve)
  await expect(measured).rejects.toThrow('The server is away.')
  expect(ended).toEqual([0, 2])
})
