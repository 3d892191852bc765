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
  const heard: string[] = []
  const events = createAuthEvents({ now: () => at, errorOf: (code) => new Error(code) })
  const wait = (eventId: string | null, ...filter: string[]) => {
    const consumer = {
      filter,
      eventId,
      onAuthEvent: (said: AuthEvent) => heard.push(`${eventId}: ${said.type}`),
      onError: (error: Error) => heard.push(`${eventId}: ${error.message}`),
    }
    events.registerConsumer(consumer)
    return consumer
  }
  return { events, heard, wait, later: (milliseconds: number) => (at += milliseconds) }
}

test('an event reaches who waits for it, and nobody else', () => {
  const { events, heard, wait } = scene()
  wait('one', 'signInViaPopup')
  wait('two', 'signInViaPopup')
  wait('one', 'reauthViaPopup')
  expect(events.onEvent(event())).toBe(true)
  expect(heard).toEqual(['one: signInViaPopup'])
})

test('an event that comes twice is told once, until it is ten minutes old', () => {
  const { events, heard, wait, later } = scene()
  wait('one', 'signInViaPopup')
  expect([events.onEvent(event()), events.onEvent(event())]).toEqual([true, false])
  later(600_000)
  expect(events.onEvent(event())).toBe(true)
  expect(heard).toHaveLength(2)
})

test('a refusal at the other service is an error of the client library', () => {
  const { events, heard, wait } = scene()
  wait('one', 'signInViaPopup')
  events.onEvent(event({ error: { code: 'auth/user-cancelled' } }))
  expect(heard).toEqual(['one: auth/user-cancelled'])
})

test('the outcome of a redirect waits for who asks for it, and is told once', () => {
  const { events, heard, wait } = scene()
  expect(events.onEvent(event({ type: 'signInViaRedirect', eventId: null }))).toBe(true)
  expect(heard).toEqual([])
  wait(null, 'signInViaRedirect', 'unknown')
  wait(null, 'signInViaRedirect', 'unknown')
  expect(heard).toEqual(['null: signInViaRedirect'])
})

test('that no redirect is pending is told as an event, not as an error', () => {
  const { events, heard, wait } = scene()
  events.onEvent(noAuthEvent)
  wait(null, 'signInViaRedirect', 'unknown')
  expect(heard).toEqual(['null: unknown'])
})

test('an event of a window is not kept for later', () => {
  const { events, heard, wait } = scene()
  expect(events.onEvent(event())).toBe(false)
  wait('one', 'signInViaPopup')
  expect(heard).toEqual([])
})

test('who has stopped waiting hears nothing', () => {
  const { events, heard, wait } = scene()
  events.unregisterConsumer(wait('one', 'signInViaPopup'))
  expect(events.onEvent(event())).toBe(false)
  events.fail('one', 'auth/popup-closed-by-user')
  expect(heard).toEqual([])
})

test('what waits can be ended from here', () => {
  const { events, heard, wait } = scene()
  wait('one', 'signInViaPopup')
  wait('two', 'signInViaPopup')
  events.fail('one', 'auth/popup-closed-by-user')
  expect(heard).toEqual(['one: auth/popup-closed-by-user'])
})
