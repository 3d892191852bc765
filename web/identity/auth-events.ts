/** Reported by the handler page when a sign-in at an external provider has ended. */
export type AuthEvent = {
  type: string
  eventId: string | null
  urlResponse: string | null
  sessionId: string | null
  postBody: string | null
  tenantId: string | null
  error?: { code: string; message?: string }
}

/** An operation of the client library that waits for its event; a null `eventId` matches any event of its types. */
export type EventConsumer = {
  readonly filter: readonly string[]
  readonly eventId: string | null
  onAuthEvent: (event: AuthEvent) => unknown
  onError: (error: Error) => unknown
}

export type AuthEvents = {
  registerConsumer: (consumer: EventConsumer) => void
  unregisterConsumer: (consumer: EventConsumer) => void
  /** True if a consumer was waiting for the event. */
  onEvent: (event: AuthEvent) => boolean
  /** Fails the operation that waits for this event. */
  fail: (eventId: string, code: string) => void
}

type Options = { now: () => number; errorOf: (code: string) => Error }

const deduplicationMilliseconds = 600_000
const noAuthEventCode = 'auth/no-auth-event'

export const noAuthEvent: AuthEvent = {
  type: 'unknown',
  eventId: null,
  urlResponse: null,
  sessionId: null,
  postBody: null,
  tenantId: null,
  error: { code: noAuthEventCode },
}

const isNoAuthEvent = ({ type, error }: AuthEvent) => type === 'unknown' && error?.code === noAuthEventCode
const isRedirect = (event: AuthEvent) => event.type.endsWith('ViaRedirect') || isNoAuthEvent(event)
const keyOf = ({ type, eventId, sessionId, tenantId }: AuthEvent) =>
  [type, eventId, sessionId, tenantId].filter(Boolean).join('-')
const isFor = (event: AuthEvent, { filter, eventId }: EventConsumer) =>
  filter.includes(event.type) && (eventId === null || eventId === event.eventId)

/**
 * Delivers each event once to the operation that waits for it. The outcome of a redirect arrives before any consumer is
 * registered, so the first such event is buffered.
 */
export function createAuthEvents({ now, errorOf }: Options): AuthEvents {
  const consumers = new Set<EventConsumer>()
  const handled = new Map<string, number>()
  let redirectSeen = false
  let bufferedEvent: AuthEvent | undefined

  const deliver = (event: AuthEvent, consumer: EventConsumer) => {
    handled.set(keyOf(event), now())
    if (event.error && !isNoAuthEvent(event)) consumer.onError(errorOf(event.error.code))
    else consumer.onAuthEvent(event)
  }

  return {
    registerConsumer(consumer) {
      consumers.add(consumer)
      if (!bufferedEvent || !isFor(bufferedEvent, consumer)) return
      const event = bufferedEvent
      bufferedEvent = undefined
      deliver(event, consumer)
    },
    unregisterConsumer(consumer) {
      consumers.delete(consumer)
    },
    onEvent(event) {
      for (const [key, at] of handled) if (now() - at >= deduplicationMilliseconds) handled.delete(key)
      if (handled.has(keyOf(event))) return false
      const waiting = [...consumers].filter((consumer) => isFor(event, consumer))
      for (const consumer of waiting) deliver(event, consumer)
      if (redirectSeen || !isRedirect(event)) return waiting.length > 0
      redirectSeen = true
      if (waiting.length === 0) bufferedEvent = event
      return true
    },
    fail(eventId, code) {
      for (const consumer of consumers) if (consumer.eventId === eventId) consumer.onError(errorOf(code))
    },
  }
}
