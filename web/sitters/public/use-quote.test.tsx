// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BookingDraftInput } from '#contract/bookings/bookings.ts'
import { useQuote } from '#web/sitters/public/use-quote.ts'
import { z } from 'zod'
import { quote } from '#web/bookings/life/booking.fixture.ts'

const Draft = z.object({ endOn: z.string() })
type QuoteRequest = {
  draft: z.infer<typeof Draft>
  answer: (total: number) => Promise<void>
  refuse: () => Promise<void>
}
let requests: QuoteRequest[] = []

const draft = (endOn: string): BookingDraftInput => ({
  sitterId: '01920000-0000-7000-8000-000000000001',
  service: 'boarding',
  startOn: '2026-12-12',
  endOn,
  pets: [{ species: 'dog' }],
})
const json = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

/** Reading a response takes several turns of the event loop. */
async function macrotasks(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  requests = []
  vi.stubGlobal('fetch', (_: unknown, init: RequestInit) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const settle = (response: Response) =>
      act(async () => {
        resolve(response)
        await macrotasks()
      })
    requests.push({
      draft: Draft.parse(JSON.parse(typeof init.body === 'string' ? init.body : '')),
      answer: (total) => settle(json(200, { total })),
      refuse: () => settle(json(422, { code: 'capacity-full', title: 'Full', status: 422 })),
    })
    return promise
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const show = (first: BookingDraftInput | null) =>
  renderHook((wanted: BookingDraftInput | null) => useQuote(wanted, null), { initialProps: first })
/** Advances past the debounce and waits for the given total number of requests. */
const wait = (questions: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(150)
    await vi.waitFor(() => expect(requests).toHaveLength(questions))
  })

test('several quick changes cause one request, for the last draft', async () => {
  const { rerender } = show(draft('2026-12-14'))
  rerender(draft('2026-12-15'))
  rerender(draft('2026-12-16'))
  await wait(1)
  expect(requests.map((one) => one.draft.endOn)).toEqual(['2026-12-16'])
})

test('a late response to an older draft does not replace the newest quote', async () => {
  const { rerender, result } = show(draft('2026-12-14'))
  await wait(1)
  rerender(draft('2026-12-16'))
  await wait(2)
  await requests[1]!.answer(200)
  await requests[0]!.answer(100)
  expect(result.current.priced?.quote?.total).toBe(200)
  expect(result.current.updating).toBe(false)
})

test('the previous quote stays visible while a new one is loading', async () => {
  const { rerender, result } = show(draft('2026-12-14'))
  await wait(1)
  await requests[0]!.answer(100)
  rerender(draft('2026-12-16'))
  expect(result.current.priced?.quote?.total).toBe(100)
  expect(result.current.updating).toBe(true)
})

test('a refused quote returns the problem instead of a price', async () => {
  const { result } = show(draft('2026-12-14'))
  await wait(1)
  await requests[0]!.refuse()
  expect(result.current.priced).toMatchObject({ quote: null, problem: { code: 'capacity-full' } })
})

test('a quote that was loaded with the page is not requested again', async () => {
  const first = draft('2026-12-14')
  const { result } = renderHook(() => useQuote(first, { quote, problem: null }))
  await wait(0)
  expect(requests).toEqual([])
  expect(result.current.priced?.quote).toBe(quote)
})
