import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type Answer,
  type Body,
  openEntry,
  password,
  type Person,
  reset,
  signUp,
} from '#test/conformance/calls.ts'

/**
 * Expected outcome of a call: an error code, optionally with its message, or members of the body; and members that must
 * be absent.
 */
export type Case = [
  call: string,
  what: string,
  work: () => Promise<Answer>,
  expected: string | Body,
  absent?: string[],
]

/** Runs a table of cases against one entry, which is reset before each case. */
export function runCases(cases: Case[]): void {
  let close: () => Promise<void>
  beforeAll(async () => {
    close = await openEntry()
  })
  afterAll(() => close())
  beforeEach(() => reset())

  test.each(cases)('%s with %s', async (_name, _what, work, expected, absent = []) => {
    const { status, body, error } = await work()
    if (typeof expected === 'string') {
      const { message } = (body['error'] ?? {}) as { message?: string }
      expect([expected.includes(' : ') ? message : error, status]).toEqual([expected, 400])
    } else {
      expect([error, status]).toEqual([undefined, 200])
      expect(body).toMatchObject(expected)
    }
    for (const name of absent) expect(body).not.toHaveProperty(name)
  })
}

/** An additional expectation, checked before the result. */
export function also(actual: unknown, expected: unknown): void {
  expect(actual).toEqual(expected)
}

export const withPerson =
  (work: (person: Person) => Promise<Answer>): (() => Promise<Answer>) =>
  async () =>
    work(await signUp())

/** Makes the call more than five minutes after the sign-in. */
export const longAfter =
  (work: (person: Person, headers: Record<string, string>) => Promise<Answer>) => async (): Promise<Answer> =>
    work(await signUp(), { 'x-test-now-ms': String(Date.now() + 301_000) })

export const another = 'new@example.com'
export const sam = { email: 'sam@example.com', password }
