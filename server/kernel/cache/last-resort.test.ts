import { expect, onTestFinished, test, vi } from 'vitest'
import { openLastResort } from '#server/kernel/cache/last-resort.ts'

const never = () => new Promise<string>(() => undefined)

function openAt() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const errors: unknown[] = []
  return {
    errors,
    lastResort: openLastResort({
      isOutage: (error) => error instanceof Error && error.message === 'away',
      onError: (error) => errors.push(error),
      now: () => Date.now(),
    }),
  }
}

test('after the time that may be waited, the old value is used, and for a second nobody with that limit waits', async () => {
  const { lastResort } = openAt()
  const first = lastResort.get(never(), 'old', { patience: 2_000 })
  await vi.advanceTimersByTimeAsync(1_999)
  const isSettled = vi.fn()
  void first.then(isSettled)
  await vi.advanceTimersByTimeAsync(0)
  expect(isSettled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(await first).toBe('old')
  expect(await lastResort.get(never(), 'older', { patience: 2_000 })).toBe('older')
  expect(await lastResort.get(Promise.resolve('new'), 'old')).toBe('new')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await lastResort.get(Promise.resolve('new'), 'old', { patience: 2_000 })).toBe('new')
})

test('an old value that must not be used any more is not used for a slow computation either', async () => {
  const { lastResort } = openAt()
  const { promise, resolve } = Promise.withResolvers<string>()
  const got = lastResort.get(promise, 'old', { patience: 2_000, isUsable: () => false })
  await vi.advanceTimersByTimeAsync(5_000)
  resolve('new')
  expect(await got).toBe('new')
})

test('an error of a computation that nobody waits for is reported, unless it is one of the outage', async () => {
  const { lastResort, errors } = openAt()
  await lastResort.get(Promise.reject(new Error('away')), 'old')
  await lastResort.get(Promise.reject(new Error('away')), 'old')
  await lastResort.get(Promise.reject(new Error('faulty')), 'old')
  await vi.advanceTimersByTimeAsync(0)
  expect(errors).toEqual([new Error('faulty')])
})
