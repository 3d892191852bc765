import { beforeEach, expect, test, vi } from 'vitest'
import { ApiProblem, NetworkProblem } from '#web/api.ts'
import { attemptFor, clearAttempt, isFinal, type RequestBody } from '#web/bookings/begin/attempt.ts'

const body = (part: Partial<RequestBody> = {}): RequestBody => ({
  sitterId: '01920000-0000-7000-8000-000000000001',
  service: 'boarding',
  startOn: '2026-12-12',
  endOn: '2026-12-16',
  petIds: ['01920000-0000-7000-8000-000000000002'],
  quoteHash: 'first',
  ...part,
})
const problem = (code: 'unavailable' | 'price-changed' | 'request-running', status: number) =>
  new ApiProblem({ type: '', code, title: '', status })

vi.stubGlobal('sessionStorage', new Map())
beforeEach(clearAttempt)

test('repeating a request after a new quote reuses its key and the body first sent', () => {
  const first = attemptFor(body())
  expect(attemptFor(body({ quoteHash: 'second' }))).toEqual(first)
})

test('a different request gets a different key', () => {
  const first = attemptFor(body())
  expect(attemptFor(body({ endOn: '2026-12-17' })).key).not.toBe(first.key)
})

test('the next attempt after a final answer gets a new key', () => {
  const first = attemptFor(body())
  clearAttempt()
  expect(attemptFor(body()).key).not.toBe(first.key)
})

test('only a refusal is final, because a booking may exist after a lost response', () => {
  expect(isFinal(problem('price-changed', 422))).toBe(true)
  expect(isFinal(problem('unavailable', 503))).toBe(false)
  expect(isFinal(problem('request-running', 409))).toBe(false)
  expect(isFinal(new NetworkProblem(''))).toBe(false)
})
