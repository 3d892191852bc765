import type { Booking } from '#contract/bookings/bookings.ts'
import type { RequestInput } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { api, ApiProblem } from '#web/api.ts'
import { persisted } from '#web/persisted.ts'

export type RequestBody = RequestInput<Endpoints['POST /v1/bookings']>['body']
type Attempt = { key: string; body: RequestBody }

/** The request that was sent without a final response so far, and the message being written. Stored per browser tab. */
const requestStore = persisted(
  'sitwell.request',
  { attempt: null as Attempt | null, message: null as { sitterId: string; text: string } | null },
  'session',
)

const meaningOf = (body: RequestBody) => JSON.stringify({ ...body, quoteHash: null })

/**
 * Returns the pending attempt if the request is the same, so that repeating it after a reload or a lost response reuses
 * its key and body and creates only one booking.
 */
export function attemptFor(body: RequestBody): Attempt {
  const { attempt } = requestStore.getState()
  if (attempt && meaningOf(attempt.body) === meaningOf(body)) return attempt
  const fresh = { key: crypto.randomUUID(), body }
  requestStore.setState({ attempt: fresh })
  return fresh
}

/** After a final response, the next try is a new request. */
export function clearAttempt(): void {
  requestStore.setState({ attempt: null })
}

export const draftMessage = (sitterId: string): string => {
  const { message } = requestStore.getState()
  return message?.sitterId === sitterId ? message.text : ''
}
export function saveDraftMessage(sitterId: string, text: string): void {
  requestStore.setState({ message: text ? { sitterId, text } : null })
}

/** Refusals that do not settle the outcome: the request may already have been carried out, or still may be. */
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
    requestStore.setState({ attempt: null, message: null })
    return booking
  } catch (error) {
    if (isFinal(error)) clearAttempt()
    throw error
  }
}
