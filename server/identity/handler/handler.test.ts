import { Script } from 'node:vm'
import { expect, test } from 'vitest'
import {
  handlerHeaders,
  handlerPage,
  handlerScript,
  type HandlerWindow,
  runHandler,
} from '#server/identity/handler/page.ts'

const origin = 'https://sitwell.example.org'
const provider = 'https://login.acme.example/auth?state=the-state&client_id=sitwell'
const signInQuery = {
  apiKey: 'key',
  appName: '[DEFAULT]',
  authType: 'signInViaPopup',
  eventId: 'event-1',
  redirectUrl: `${origin}/auth/sign-in`,
  providerId: 'oidc.acme',
}

/** A window that records what the script does with it. */
function openWindow(
  search: Record<string, string> | string,
  answer: unknown = { authUri: provider, sessionId: 'the-session' },
) {
  const text = typeof search === 'string' ? search : `?${new URLSearchParams(search)}`
  const stored = new Map<string, string>()
  const seen = {
    requests: [] as unknown[],
    posted: [] as unknown[],
    went: [] as string[],
    words: '',
    closed: false,
  }
  let hear: ((event: { data: { close?: string } | null }) => void) | undefined
  const paragraph = {
    get textContent() {
      return seen.words
    },
    set textContent(words: string) {
      seen.words = words
    },
  }
  const page: HandlerWindow = {
    location: {
      href: `${origin}/__/auth/handler${text}`,
      origin,
      search: text,
      replace: (url) => void seen.went.push(url),
    },
    sessionStorage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    BroadcastChannel: class {
      readonly name: string
      constructor(name: string) {
        this.name = name
      }
      postMessage(message: object) {
        seen.posted.push([this.name, message])
      }
      addEventListener(_: 'message', listener: NonNullable<typeof hear>) {
        hear = listener
      }
    },
    async fetch(url, { body }) {
      seen.requests.push([url, JSON.parse(body)])
      if (answer instanceof Error) throw answer
      return { ok: true, json: async () => answer }
    },
    setTimeout: () => 0,
    close: () => {
      seen.closed = true
    },
    document: { querySelector: () => paragraph },
  }
  return { page, seen, stored, hear: (data: { close?: string } | null) => hear?.({ data }) }
}

const channel = 'idp-auth-event:key:[DEFAULT]'
const storedEntry = (more: object = {}) =>
  JSON.stringify({ ...signInQuery, providerId: undefined, sessionId: 'the-session', ...more })

test('The handler requests the auth URI, stores the session, announces that it is leaving and redirects', async () => {
  const { page, seen, stored } = openWindow({
    ...signInQuery,
    scopes: 'calendar',
    customParameters: '{"prompt":"login"}',
  })
  await runHandler(page)
  expect(seen.requests).toEqual([
    [
      '/identity/v1/accounts:createAuthUri?key=key',
      {
        providerId: 'oidc.acme',
        continueUri: `${origin}/__/auth/handler`,
        oauthScope: 'calendar',
        customParameter: { prompt: 'login' },
        context: 'signInViaPopup',
      },
    ],
  ])
  expect(JSON.parse(stored.get('sign-in:the-state')!)).toMatchObject({
    eventId: 'event-1',
    sessionId: 'the-session',
  })
  expect(seen.posted).toEqual([[channel, { leaving: 'event-1' }]])
  expect(seen.went).toEqual([provider])
})

test('Back in a popup, the handler posts its event once and closes only on that event’s close message', async () => {
  const { page, seen, stored, hear } = openWindow('?state=the-state&code=the-code')
  stored.set('sign-in:the-state', storedEntry())
  await runHandler(page)
  const event = {
    type: 'signInViaPopup',
    eventId: 'event-1',
    urlResponse: `${origin}/__/auth/handler?state=the-state&code=the-code`,
    sessionId: 'the-session',
    postBody: null,
    tenantId: null,
  }
  expect(seen.posted).toEqual([[channel, { event }]])
  hear({ close: 'event-2' })
  expect(seen.closed).toBe(false)
  hear({ close: 'event-1' })
  expect(seen.closed).toBe(true)
  await runHandler(page)
  expect(seen.posted).toHaveLength(1)
  expect(seen.words).toMatch(/has ended/)
})

test('Back from a redirect, the handler stores the event and returns to the page, never to another site', async () => {
  for (const [redirectUrl, target] of [
    [`${origin}/auth/sign-in?next=/account`, `${origin}/auth/sign-in?next=/account`],
    ['https://evil.example/', '/'],
    ['//evil.example/', '/'],
    ['javascript:alert(1)', '/'],
  ]) {
    const { page, seen, stored } = openWindow('?state=the-state&code=the-code')
    stored.set('sign-in:the-state', storedEntry({ authType: 'signInViaRedirect', redirectUrl }))
    await runHandler(page)
    expect(seen.went).toEqual([target])
    expect(JSON.parse(stored.get('firebase:redirectEvent:key:[DEFAULT]')!)).toMatchObject({
      type: 'signInViaRedirect',
      sessionId: 'the-session',
    })
    expect(seen.posted).toEqual([])
  }
})

test.each([
  ['access_denied', 'auth/user-cancelled'],
  ['server_error', 'auth/internal-error'],
])('The provider’s error %s is reported as %s, without session id or response URL', async (error, code) => {
  const { page, seen, stored } = openWindow(`?state=the-state&error=${error}`)
  stored.set('sign-in:the-state', storedEntry())
  await runHandler(page)
  expect(seen.posted).toEqual([
    [channel, { event: expect.objectContaining({ error: { code }, sessionId: null, urlResponse: null }) }],
  ])
})

test.each([
  [{ error: { message: 'OPERATION_NOT_ALLOWED' } }, 'auth/operation-not-allowed'],
  [{ error: { message: 'TOO_MANY_ATTEMPTS_TRY_LATER : Wait' } }, 'auth/too-many-requests'],
  [{ error: { message: 'UNAVAILABLE' } }, 'auth/network-request-failed'],
  [{ error: { message: 'constructor' } }, 'auth/internal-error'],
  [{}, 'auth/internal-error'],
  [new TypeError('offline'), 'auth/network-request-failed'],
])('A sign-in that cannot be started is reported without a redirect: %j', async (answer, code) => {
  const { page, seen } = openWindow(signInQuery, answer)
  await runHandler(page)
  expect(seen.went).toEqual([])
  expect(seen.posted).toEqual([[channel, { event: expect.objectContaining({ error: { code } }) }]])
})

test('With invalid parameters or an unknown state, the handler only shows a message', async () => {
  for (const search of [
    '',
    '?providerId=oidc.acme&apiKey=key&authType=payment',
    '?state=unknown&code=x',
    '?error=x',
  ]) {
    const { page, seen } = openWindow(search)
    await runHandler(page)
    expect([seen.requests, seen.posted, seen.went]).toEqual([[], [], []])
    expect(seen.words).not.toBe('')
  }
})

test('The script is self-contained, and the page’s CSP allows no unsafe or foreign sources', () => {
  expect(() => new Script(handlerScript)).not.toThrow()
  expect(handlerScript).not.toMatch(/import|__vite/)
  expect(handlerPage.match(/<script/g)).toHaveLength(1)
  expect(handlerHeaders['content-security-policy']).not.toMatch(/unsafe|\*|https?:/)
})
