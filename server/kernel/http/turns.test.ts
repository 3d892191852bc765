import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { codeOf } from '#server/kernel/error-facts.ts'
import { type Kind, openTurns } from '#server/kernel/http/turns.ts'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

const workFor = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms))
const outcomeOf = (taken: Promise<unknown>) =>
  taken.then(
    () => 'done',
    (error: unknown) => codeOf(error),
  )

/** Turns with notes of when work began. */
function openNoted() {
  const { take, refuses } = openTurns(() => false)
  const begun: number[] = []
  const takeFor = (kind: Kind, ms: number, number = begun.length) =>
    outcomeOf(
      take(kind, () => {
        begun.push(number)
        return workFor(ms)()
      }),
    )
  return { begun, takeFor, take, refuses }
}

test('reads beyond those that run or may wait are refused with a retry time, and other kinds of work go on', async () => {
  const { begun, takeFor, take, refuses } = openNoted()
  const reads = Array.from({ length: 140 }, (_, number) => takeFor('reads', 5, number))
  expect(begun).toHaveLength(12)
  expect(refuses('reads')).toBe(true)
  await expect(take('reads', () => Promise.resolve())).rejects.toMatchObject({
    code: 'unavailable',
    status: 503,
    retryAfterSeconds: 1,
  })
  for (const kind of ['pages', 'ownPages', 'exports'] as const) {
    expect(refuses(kind)).toBe(false)
    expect(await take(kind, () => Promise.resolve(kind))).toBe(kind)
  }
  await vi.advanceTimersByTimeAsync(100)
  expect(new Set(await Promise.all(reads))).toEqual(new Set(['done']))
  expect(begun).toEqual(Array.from({ length: 140 }, (_, number) => number))
})

test('work does not begin if it has waited too long, although its timer is late because the event loop was blocked', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { take } = openTurns(() => false)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const running = Array.from({ length: 4 }, () => take('pages', () => held))
  const begin = vi.fn(() => Promise.resolve())
  const late = outcomeOf(take('pages', begin))
  vi.advanceTimersByTime(5_100)
  release()
  await Promise.all(running)
  expect(await late).toBe('unavailable')
  expect(begin).not.toHaveBeenCalled()
})

test('where work takes long, the next one may wait for longer', async () => {
  const { takeFor } = openNoted()
  const takeFour = (ms: number) => Array.from({ length: 4 }, () => takeFor('pages', ms))
  const quick = takeFour(3_500)
  const refused = takeFor('pages', 1)
  await vi.advanceTimersByTimeAsync(3_500)
  await Promise.all(quick)
  expect(await refused).toBe('unavailable')
  const running = takeFour(3_500)
  const patient = takeFor('pages', 1)
  await vi.advanceTimersByTimeAsync(3_501)
  expect(await Promise.all([...running, patient])).toEqual(Array(5).fill('done'))
})

/** Sends ten requests every so many milliseconds. */
async function sendTens(everyMs: number, ms: number, send: () => void) {
  for (let at = 0; at < ms; at += everyMs) {
    for (let one = 0; one < 10; one++) send()
    await vi.advanceTimersByTimeAsync(everyMs)
  }
}

/** Ten times what four at once can do in 20 ms each: 200 in a second. */
const overload = (send: () => void, ms: number) => sendTens(5, ms, send)

/** Pages that take 20 ms, with how long each of those that were done had waited. */
function openWatched() {
  const { takeFor, refuses } = openNoted()
  const outcomes: Promise<string>[] = []
  const waits: number[] = []
  const send = () => {
    const sentAt = Date.now()
    outcomes.push(
      takeFor('pages', 20).then((outcome) => {
        if (outcome === 'done') waits.push(Date.now() - sentAt - 20)
        return outcome
      }),
    )
  }
  return { takeFor, refuses, outcomes, waits, send }
}

test('a queue that fills slowly counts as a burst for ten seconds', async () => {
  const { outcomes, waits, send } = openWatched()
  await sendTens(49, 9_800, send)
  await vi.advanceTimersByTimeAsync(300)
  expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['done']))
  expect(Math.max(...waits)).toBeGreaterThan(150)
})

test('if the queue stays full, no work waits any more, until the load ends', async () => {
  const { takeFor, refuses, outcomes, waits, send } = openWatched()
  await overload(send, 2_000)
  expect(Math.max(...waits)).toBeGreaterThan(100)
  expect(Math.max(...waits)).toBeLessThanOrEqual(190)
  waits.length = 0
  await overload(send, 2_000)
  for (let one = 0; one < 10; one++) send()
  expect(refuses('pages')).toBe(true)
  await vi.advanceTimersByTimeAsync(100)
  expect(waits.length).toBeGreaterThan(350)
  expect(Math.max(...waits)).toBe(0)
  expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['done', 'unavailable']))
  // A burst may wait again.
  await vi.advanceTimersByTimeAsync(1_000)
  const burst = Array.from({ length: 40 }, () => takeFor('pages', 20))
  await vi.advanceTimersByTimeAsync(300)
  expect(new Set(await Promise.all(burst))).toEqual(new Set(['done']))
})

test('after an overload, bursts may wait again once a place has been free for a tenth of a second', async () => {
  const { takeFor, refuses, send } = openWatched()
  await overload(send, 2_000)
  // The first place is free after 5 ms, and all of them after 20.
  await vi.advanceTimersByTimeAsync(90)
  const refusedBurst = Array.from({ length: 10 }, () => takeFor('pages', 20))
  expect(refuses('pages')).toBe(true)
  await vi.advanceTimersByTimeAsync(130)
  expect(new Set(await Promise.all(refusedBurst))).toEqual(new Set(['done', 'unavailable']))
  const burst = Array.from({ length: 10 }, () => takeFor('pages', 20))
  expect(refuses('pages')).toBe(false)
  await vi.advanceTimersByTimeAsync(60)
  expect(new Set(await Promise.all(burst))).toEqual(new Set(['done']))
})

/** How the work of clients ends that each send the next page when they have an answer, for eleven seconds. */
async function outcomesOfClients(count: number, turns: ReturnType<typeof openTurns>): Promise<Set<string>> {
  const outcomes = new Set<string>()
  const until = Date.now() + 11_000
  const client = async () => {
    while (Date.now() < until) {
      const outcome = await outcomeOf(turns.take('pages', workFor(20)))
      outcomes.add(outcome)
      if (outcome !== 'done') await workFor(20)()
    }
  }
  const clients = Array.from({ length: count }, client)
  await vi.advanceTimersByTimeAsync(11_500)
  await Promise.all(clients)
  return outcomes
}

test('what would run at once on an idle processor counts as no queue on a busy one', async () => {
  const openSaturated = () => openTurns(() => true)
  expect(await outcomesOfClients(4, openSaturated())).toEqual(new Set(['done']))
  expect(await outcomesOfClients(8, openSaturated())).toEqual(new Set(['done', 'unavailable']))
})

test('less runs at once while the processor is busy all the time, from the first moment on, and then one more every tenth of a second', async () => {
  let isSaturated = true
  let [running, most] = [0, 0]
  const mostIn = async (ms: number) => {
    most = 0
    await overload(send, ms)
    return most
  }
  const { take } = openTurns(() => isSaturated)
  const send = () =>
    void take('pages', async () => {
      most = Math.max(most, ++running)
      await workFor(20)()
      running--
    }).catch(() => undefined)
  expect(await mostIn(100)).toBe(1)
  expect(await mostIn(2_000)).toBe(1)
  isSaturated = false
  const grown = [await mostIn(100), await mostIn(100), await mostIn(100), await mostIn(100)]
  expect(grown).toEqual([1, 2, 3, 4])
  isSaturated = true
  await overload(send, 50)
  expect(await mostIn(100)).toBe(1)
  isSaturated = false
  await vi.advanceTimersByTimeAsync(400)
  expect(await mostIn(5)).toBe(4)
})
