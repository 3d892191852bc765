import { expect, onTestFinished, test, vi } from 'vitest'
import { codeOf } from '#server/kernel/error-facts.ts'
import { openTurns } from '#server/kernel/http/turns.ts'

test('reads beyond those that run or may wait are refused with a retry time, and other kinds of work go on', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const takeTurn = openTurns()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const begun: number[] = []
  const reads = Array.from({ length: 140 }, (_, number) =>
    takeTurn('reads', async () => {
      begun.push(number)
      await held
    }),
  )
  expect(begun).toHaveLength(12)
  await expect(takeTurn('reads', () => Promise.resolve())).rejects.toMatchObject({
    code: 'unavailable',
    status: 503,
    retryAfterSeconds: 1,
  })
  for (const kind of ['pages', 'ownPages', 'exports'] as const)
    expect(await takeTurn(kind, () => Promise.resolve(kind))).toBe(kind)
  release()
  await Promise.all(reads)
  expect(begun).toEqual(Array.from({ length: 140 }, (_, number) => number))
})

test('where work takes long, the next one may wait for longer', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const takeTurn = openTurns()
  const workFor = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms))
  const takeFour = (ms: number) => Array.from({ length: 4 }, () => takeTurn('pages', workFor(ms)))
  const quick = takeFour(300)
  const refused = takeTurn('pages', workFor(1)).catch(codeOf)
  await vi.advanceTimersByTimeAsync(300)
  await Promise.all(quick)
  expect(await refused).toBe('unavailable')
  for (let round = 0; round < 20; round++) {
    const slow = takeFour(300)
    await vi.advanceTimersByTimeAsync(300)
    await Promise.all(slow)
  }
  const running = takeFour(300)
  const patient = takeTurn('pages', workFor(1))
  await vi.advanceTimersByTimeAsync(301)
  await Promise.all([...running, patient])
})
