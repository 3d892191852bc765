import type { Booking } from '#contract/bookings/bookings.ts'
import type { Sent } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { api, ApiProblem } from '#web/api.ts'
import { persisted } from '#web/persisted.ts'

export type RequestBody = Sent<Endpoints['POST /v1/bookings']>['body']
type Attempt = { key: string; body: RequestBody }

/** What was sent and has no final answer yet, and the messages being written; it ends with the browser's tab. */
const memory = persisted(
  'sitwell.request',
  { attempt: null as Attempt | null, message: null as { sitterId: string; text: string } | null },
  'session',
)

const meaningOf = (body: RequestBody) => JSON.stringify({ ...body, quoteHash: null })

/** The same request again, after a reload or a lost answer, goes out with its first key and body, so it is one booking. */
export function attemptFor(body: RequestBody): Attempt {
  const { attempt } = memory.getState()
  if (attempt && meaningOf(attempt.body) === meaningOf(body)) return attempt
  const fresh = { key: crypto.randomUUID(), body }
  memory.setState({ attempt: fresh })
  return fresh
}

/** After a final answer another try is another request. */
export function forgetAttempt(): void {
  memory.setState({ attempt: null })
}

export const draftMessage = (sitterId: string): string => {
  const { message } = memory.getState()
  return message?.sitterId === sitterId ? message.text : ''
}
export function keepMessage(sitterId: string, text: string): void {
  memory.setState({ message: text ? { sitterId, text } : null })
}

/** These answers say nothing about the request itself: it may still have been, or may still be, carried out. */
const undecided = ['request-running', 'rate-limited']
export const isFinal = (error: unknown): boolean =>
  error instanceof ApiProblem &&
  error.status < 500 &&
  error.status !== 401 &&
  !undecided.includes(error.problem.code)

export async function sendRequest(body: RequestBody): Promise<Booking> {
  const attempt = attemptFor(body)
  try {
    const booking = await api('POST /v1/bookings', { body: attempt.body }, { idempotencyKey: attempt.key })
    memory.setState({ attempt: null, message: null })
    return booking
  } catch (error) {
    if (isFinal(error)) forgetAttempt()
    throw error
  }
}
