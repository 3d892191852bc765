import { createHash } from 'node:crypto'

/* oxlint-disable unicorn/require-post-message-target-origin -- a channel has no target */
type Storage = {
  getItem: (key: string) => string | null
  setItem: (key: string, value: string) => void
  removeItem: (key: string) => void
}
type Channel = {
  postMessage: (message: object) => void
  addEventListener: (kind: 'message', listener: (event: { data: { close?: string } | null }) => void) => void
}

/** The parts of the window that the script uses. */
export type HandlerWindow = {
  location: { href: string; origin: string; search: string; replace: (url: string) => void }
  sessionStorage: Storage
  BroadcastChannel: new (name: string) => Channel
  fetch: (
    url: string,
    init: { method: string; headers: Record<string, string>; body: string },
  ) => Promise<{ ok: boolean; json: () => Promise<unknown> }>
  setTimeout: (work: () => void, milliseconds: number) => unknown
  close: () => void
  document: { querySelector: (selector: string) => { textContent: string | null } | null }
}

/** A sign-in that is under way; the client library reads the same names. */
type Entry = {
  apiKey: string
  appName: string
  authType: string
  eventId: string | null
  redirectUrl: string
  sessionId: string | null
}

/**
 * The script of the handler page: redirects to the provider, and on return hands the result to the waiting page. It
 * is sent as source text, with the functions of `scriptParts`: none of them may refer to anything else outside itself.
 */
export async function runHandler(page: HandlerWindow): Promise<void> {
  const query = new URLSearchParams(page.location.search)
  const state = query.get('state')
  if (state === null) await beginSignIn(page, query)
  else endSignIn(page, query, state)
}

async function beginSignIn(page: HandlerWindow, query: URLSearchParams): Promise<void> {
  const entry: Entry = { ...entryFrom((name) => query.get(name)), sessionId: null }
  const providerId = query.get('providerId')
  if (!providerId || !entry.apiKey || !/^(signIn|link|reauth)Via(Popup|Redirect)$/.test(entry.authType)) {
    showMessage(page, 'This page is part of signing in and cannot be opened on its own.')
    return
  }
  let answer: unknown
  try {
    answer = await requestAuthUri(page, query, providerId, entry)
  } catch {
    deliver(page, entry, 'auth/network-request-failed')
    return
  }
  const authUri = textIn(answer, 'authUri')
  const sessionId = textIn(answer, 'sessionId')
  if (!authUri || !sessionId) {
    deliver(page, entry, errorCodeOf(answer))
    return
  }
  const state = new URL(authUri).searchParams.get('state') ?? ''
  page.sessionStorage.setItem(`sign-in:${state}`, JSON.stringify({ ...entry, sessionId }))
  // If a provider isolates its pages, the window looks closed to its opener from here on.
  if (entry.eventId) channelOf(page, entry).postMessage({ leaving: entry.eventId })
  page.location.replace(authUri)
}

async function requestAuthUri(
  page: HandlerWindow,
  query: URLSearchParams,
  providerId: string,
  { apiKey, authType }: Entry,
): Promise<unknown> {
  const customParameter: unknown = JSON.parse(query.get('customParameters') ?? '{}')
  const url = `/identity/v1/accounts:createAuthUri?key=${encodeURIComponent(apiKey)}`
  const response = await page.fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      providerId,
      continueUri: `${page.location.origin}/__/auth/handler`,
      oauthScope: query.get('scopes') ?? undefined,
      customParameter,
      context: authType,
    }),
  })
  return response.json()
}

function endSignIn(page: HandlerWindow, query: URLSearchParams, state: string): void {
  const stored = page.sessionStorage.getItem(`sign-in:${state}`)
  page.sessionStorage.removeItem(`sign-in:${state}`)
  if (!stored) {
    showMessage(
      page,
      'This sign-in has ended or was started in another window. Please close this window and try again.',
    )
    return
  }
  const storedEntry: unknown = JSON.parse(stored)
  const entry = entryFrom((name) => textIn(storedEntry, name))
  const refusal = query.get('error')
  if (refusal === null) deliver(page, entry, null)
  else deliver(page, entry, refusal === 'access_denied' ? 'auth/user-cancelled' : 'auth/internal-error')
}

function deliver(page: HandlerWindow, entry: Entry, errorCode: string | null): void {
  const { apiKey, appName, authType, eventId, redirectUrl, sessionId } = entry
  const { location } = page
  const event = {
    type: authType,
    eventId,
    urlResponse: errorCode === null ? location.href : null,
    sessionId: errorCode === null ? sessionId : null,
    postBody: null,
    tenantId: null,
    ...(errorCode === null ? {} : { error: { code: errorCode } }),
  }
  if (authType.endsWith('ViaRedirect')) {
    page.sessionStorage.setItem(`firebase:redirectEvent:${apiKey}:${appName}`, JSON.stringify(event))
    const isSameOrigin =
      URL.canParse(redirectUrl, location.origin) &&
      new URL(redirectUrl, location.origin).origin === location.origin
    location.replace(isSameOrigin ? redirectUrl : '/')
    return
  }
  const channel = channelOf(page, entry)
  channel.addEventListener('message', ({ data }) => {
    if (data?.close === eventId) page.close()
  })
  channel.postMessage({ event })
  showMessage(page, 'All done. You can close this window.')
  page.setTimeout(() => page.close(), 15_000)
}

function channelOf(page: HandlerWindow, { apiKey, appName }: Entry): Channel {
  return new page.BroadcastChannel(`idp-auth-event:${apiKey}:${appName}`)
}

function showMessage(page: HandlerWindow, words: string): void {
  const place = page.document.querySelector('p')
  if (place) place.textContent = words
}

function entryFrom(read: (name: string) => string | null | undefined): Entry {
  return {
    apiKey: read('apiKey') ?? '',
    appName: read('appName') ?? '',
    authType: read('authType') ?? '',
    eventId: read('eventId') ?? null,
    redirectUrl: read('redirectUrl') ?? '/',
    sessionId: read('sessionId') ?? null,
  }
}

function errorCodeOf(answer: unknown): string {
  const codes = new Map([
    ['OPERATION_NOT_ALLOWED', 'auth/operation-not-allowed'],
    ['INVALID_API_KEY', 'auth/invalid-api-key'],
    ['TOO_MANY_ATTEMPTS_TRY_LATER', 'auth/too-many-requests'],
    ['UNAVAILABLE', 'auth/network-request-failed'],
  ])
  const message = textIn(fieldIn(answer, 'error'), 'message') ?? ''
  return codes.get(message.split(' : ')[0]!) ?? 'auth/internal-error'
}

function fieldIn(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function textIn(value: unknown, name: string): string | undefined {
  const field = fieldIn(value, name)
  return typeof field === 'string' ? field : undefined
}

const scriptParts = [
  beginSignIn,
  requestAuthUri,
  endSignIn,
  deliver,
  channelOf,
  showMessage,
  entryFrom,
  errorCodeOf,
  fieldIn,
  textIn,
]
export const handlerScript = `(() => {
${scriptParts.map(String).join('\n')}
return (${runHandler.toString()})(window)
})()`

const style =
  ':root{color-scheme:light dark}body{margin:0;display:grid;place-items:center;min-height:100vh;background:light-dark(#faf6ee,#17150f);color:light-dark(#22302a,#f4efe6);font:16px/1.55 system-ui,sans-serif}p{max-width:24rem;padding:1.5rem;text-align:center}'

export const handlerPage = `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Signing in</title>
<style>${style}</style>
<script src="/__/auth/handler.js" defer></script>
</head>
<body><main><p role="status">One moment, please.</p><noscript>Signing in with another account needs JavaScript.</noscript></main></body>
</html>
`

export const handlerHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  // The opener must be able to see it close. The page holds nothing that a provider could reach.
  'cross-origin-opener-policy': 'unsafe-none',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
}
