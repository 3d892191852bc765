import { setTimeout as pause } from 'node:timers/promises'
import { Booking, Quote } from '#contract/bookings/bookings.ts'
import { stopwatch } from '#server/kernel/clock.ts'
import type { z } from 'zod'
import { type SitterPerson, type Owner, stayOf } from './fixture.ts'

/** What clients have observed. */
export type Seen = {
  /** Counts by status; `none` is a connection that ended without a response. */
  answers: Record<string, number>
  /** Responses of 503 without Retry-After. */
  withoutRetryAfter: number
  milliseconds: number[]
}

export const newSeen = (): Seen => ({ answers: {}, withoutRetryAfter: 0, milliseconds: [] })

/** Returns the statuses that no client should ever see. */
export const unexpectedStatuses = ({ answers }: Seen): string[] =>
  Object.keys(answers).filter((status) => !/^(2..|4..|503|none)$/.test(status))

export type RequestSpec = {
  method?: string
  path: string
  body: object
  authorization: string
  key?: string
}

/** Sends one request; undefined if the connection ended without a response. */
export async function sendRequest(
  url: string,
  seen: Seen,
  { method = 'POST', path, body, authorization, key }: RequestSpec,
): Promise<Response | undefined> {
  const began = stopwatch()
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      authorization,
      ...(key ? { 'idempotency-key': key } : {}),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  }).catch(() => undefined)
  seen.milliseconds.push(stopwatch() - began)
  recordAnswer(seen, answer)
  return answer
}

export function recordAnswer(seen: Seen, answer: Response | undefined): void {
  const status = answer ? `${answer.status}` : 'none'
  seen.answers[status] = (seen.answers[status] ?? 0) + 1
  if (status === '503' && !answer!.headers.get('retry-after')) seen.withoutRetryAfter++
}

export async function bodyOf<T>(answer: Response | undefined, schema: z.ZodType<T>): Promise<T> {
  if (!answer) throw new Error('The connection ended without an answer')
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`)
  return schema.parse(await answer.json())
}

export const quoteOf = ({ authorization }: Owner, draft: object): RequestSpec => ({
  path: '/v1/bookings/calculate-cost',
  body: draft,
  authorization,
})

export const request = (
  { authorization }: Owner,
  draft: object,
  { quoteHash }: Quote,
  key: string,
): RequestSpec => ({ path: '/v1/bookings', body: { ...draft, quoteHash }, authorization, key })

export const accept = ({ authorization }: SitterPerson, { id, version }: Booking): RequestSpec => ({
  method: 'PUT',
  path: '/v1/bookings',
  body: { id, version, event: 'accept' },
  authorization,
})

const patienceSeconds = 300

/**
 * Sends a request until there is a final response, which excludes no response, 503, "too fast" and "still running".
 * With `loses`, the first final response is discarded as if it had been lost.
 */
export async function sendUntilAnswered(
  url: string,
  seen: Seen,
  sending: (attempt: number) => RequestSpec,
  { loses = false }: { loses?: boolean } = {},
): Promise<Response> {
  const start = stopwatch()
  let toLose = loses
  for (let attempt = 1; stopwatch() - start < patienceSeconds * 1000; attempt++) {
    const answer = await sendRequest(url, seen, sending(attempt))
    const isFinal = answer !== undefined && ![409, 429, 503].includes(answer.status)
    if (isFinal && !toLose) return answer
    if (isFinal) toLose = false
    // Backs off like a polite client: by Retry-After, or a little longer at each attempt.
    const retryAfter = answer?.status === 429 ? Number(answer.headers.get('retry-after')) : 0
    await pause(retryAfter * 1_000 || Math.min(200 * attempt, 1_000))
  }
  throw new Error(`No answer in ${patienceSeconds} s: ${JSON.stringify(seen.answers)}`)
}

const bookingsPerSecond = 20

type Burst = {
  url: string
  owners: Owner[]
  sitter: SitterPerson
  /** Prefix of the messages of all bookings, so that bursts with the same people can be distinguished. */
  name: string
  /** Days until the first stays begin. */
  inDays: number
  count: number
  /** Idempotency key of an attempt; a constant key makes the request idempotent. */
  keyOf?: (number: number, attempt: number) => string
  /** Called after each acknowledged creation with their number so far. */
  onAcknowledged?: (count: number) => void
}

/**
 * Creates bookings: each is quoted, requested with a key, and accepted by the sitter, with retries until each step is
 * answered. Returns the ids of the acknowledged bookings in order.
 */
export async function burst(
  seen: Seen,
  {
    url,
    owners,
    sitter,
    name,
    inDays,
    count,
    keyOf = (number) => `${name}-${number}`,
    onAcknowledged = () => {},
  }: Burst,
): Promise<string[]> {
  let acknowledged = 0
  const book = async (number: number) => {
    await pause((number * 1000) / bookingsPerSecond)
    const owner = owners[number % owners.length]!
    const draft = stayOf(owner, sitter, inDays + 3 * Math.floor(number / owners.length))
    const quote = await bodyOf(await sendUntilAnswered(url, seen, () => quoteOf(owner, draft)), Quote)
    const requested = { ...draft, message: `${name} ${number}` }
    const sending = (attempt: number) => request(owner, requested, quote, keyOf(number, attempt))
    const booking = await bodyOf(
      await sendUntilAnswered(url, seen, sending, { loses: number % 10 === 0 }),
      Booking,
    )
    onAcknowledged(++acknowledged)
    const accepted = await sendUntilAnswered(url, seen, () => accept(sitter, booking))
    // If the acceptance succeeded but its response was lost, the retry is refused.
    if (!accepted.ok && accepted.status !== 422) await bodyOf(accepted, Booking)
    return booking.id
  }
  return Promise.all(Array.from({ length: count }, (_, number) => book(number)))
}
