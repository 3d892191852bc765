import { expect, test } from 'vitest'
import { type AuthEvent, createAuthEvents, noAuthEvent } from '#web/identity/auth-events.ts'

const event = (change: Partial<AuthEvent> = {}): AuthEvent => ({
  type: 'signInViaPopup',
  eventId: 'one',
  urlResponse: 'https://sitwell.example.org/__/auth/handler?code=1',
  sessionId: 'session',
  postBody: null,
  tenantId: null,
  ...change,
})

function scene() {
  let at = 0
  const received: string[] = []
  const events = createAuthEvents({ now: () => at, errorOf: (code) => new Error(code) })
  const wait = (eventId: string | null, ...filter: string[]) => {
    const consumer = {
      filter,
      eventId,
      onAuthEvent: (delivered: AuthEvent) => received.push(`${eventId}: ${delivered.type}`),
      onError: (error: Error) => received.push(`${eventId}: ${error.message}`),
    }
    events.registerConsumer(consumer)
    return consumer
  }
  return { events, received, wait, later: (milliseconds: number) => (at += milliseconds) }
}

test('an event is delivered only to the consumer with its event id and type', () => {
  const { events, received, wait } = scene()
  wait('one', 'signInViaPopup')
  wait('two', 'signInViaPopup')
  wait('one', 'reauthViaPopup')
  expect(events.onEvent(event())).toBe(true)
  expect(received).toEqual(['one: signInViaPopup'])
})

test('a duplicate event is ignored for ten minutes', () => {
  const { events, received, wait, later } = scene()
  wait('one', 'signInViaPopup')
  expect([events.onEvent(event()), events.onEvent(event())]).toEqual([true, false])
  later(600_000)
  expect(events.onEvent(event())).toBe(true)
  expect(received).toHaveLength(2)
})

test('an error at the identity provider is passed on with the client library’s error code', () => {
  const { events, received, wait } = scene()
  wait('one', 'signInViaPopup')
  events.onEvent(event({ error: { code: 'auth/user-cancelled' } }))
  expect(received).toEqual(['one: auth/user-cancelled'])
})

test('a redirect result is held for the first consumer that asks and delivered once', () => {
  const { events, received, wait } = scene()
  expect(events.onEvent(event({ type: 'signInViaRedirect', eventId: null }))).toBe(true)
  expect(received).toEqual([])
  wait(null, 'signInViaRedirect', 'unknown')
  wait(null, 'signInViaRedirect', 'unknown')
  expect(received).toEqual(['null: signInViaRedirect'])
})

test('the absence of a pending redirect is delivered as an event, not as an error', () => {
  const { events, received, wait } = scene()
  events.onEvent(noAuthEvent)
  wait(null, 'signInViaRedirect', 'unknown')
  expect(received).toEqual(['null: unknown'])
})

test('a popup event without a waiting consumer is dropped', () => {
  const { events, received, wait } = scene()
  expect(events.onEvent(event())).toBe(false)
  wait('one', 'signInViaPopup')
  expect(received).toEqual([])
})

test('an unregistered consumer receives neither events nor errors', () => {
  const { events, received, wait } = scene()
  events.unregisterConsumer(wait('one', 'signInViaPopup'))
  expect(events.onEvent(event())).toBe(false)
  events.fail('one', 'auth/popup-closed-by-user')
  expect(received).toEqual([])
})

test('a waiting consumer can be failed with an error code without affecting others', () => {
  const { events, received, wait } = scene()
  wait('one', 'signInViaPopup')
  wait('two', 'signInViaPopup')
  events.fail('one', 'auth/popup-closed-by-user')
  expect(received).toEqual(['one: auth/popup-closed-by-user'])
})
