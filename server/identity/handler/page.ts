import { createHash } from 'node:crypto'

/* oxlint-disable unicorn/require-post-message-target-origin -- a channel has no target */
type Storage = {
  getItem: (key: string) => string | null
  setItem: (key: string, value: string) => void
  removeItem: (key: string) => void
}
type Channel = {
  postMessage: (message: object) => void
  addEventListener: (kind: 'message', hear: (event: { data: { close?: string } | null }) => void) => void
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

/**
 * The script of the handler page: redirects to the provider, and on return hands the result to the waiting page. It
 * is sent as its own source text, so it must not refer to anything outside itself.
 */
export async function runHandler(page: HandlerWindow): Promise<void> {
  type Entry = {
    apiKey: string
    appName: string
    authType: string
    eventId: string | null
    redirectUrl: string
    sessionId: string | null
  }
  const { location, sessionStorage } = page
  const query = new URLSearchParams(location.search)
  const keyOf = (state: string) => `sign-in:${state}`
  const channelOf = ({ apiKey, appName }: Entry) =>
    new page.BroadcastChannel(`idp-auth-event:${apiKey}:${appName}`)
  const say = (words: string) => {
    const place = page.document.querySelector('p')
    if (place) place.textContent = words
  }
  const ours = (url: string) =>
    URL.canParse(url, location.origin) && new URL(url, location.origin).origin === location.origin ? url : '/'

  const deliver = (entry: Entry, errorCode: string | null) => {
    const { apiKey, appName, authType, eventId, redirectUrl, sessionId } = entry
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
      sessionStorage.setItem(`firebase:redirectEvent:${apiKey}:${appName}`, JSON.stringify(event))
      location.replace(ours(redirectUrl))
      return
    }
    const channel = channelOf(entry)
    channel.addEventListener('message', ({ data }) => {
      if (data?.close === eventId) page.close()
    })
    channel.postMessage({ event })
    say('All done. You can close this window.')
    page.setTimeout(() => page.close(), 15_000)
  }

  const begin = async () => {
    const entry: Entry = {
      apiKey: query.get('apiKey') ?? '',
      appName: query.get('appName') ?? '',
      authType: query.get('authType') ?? '',
      eventId: query.get('eventId'),
      redirectUrl: query.get('redirectUrl') ?? '/',
      sessionId: null,
    }
    const providerId = query.get('providerId')
    if (!providerId || !entry.apiKey || !/^(signIn|link|reauth)Via(Popup|Redirect)$/.test(entry.authType)) {
      say('This page is part of signing in and cannot be opened on its own.')
      return
    }
    const codes = new Map([
      ['OPERATION_NOT_ALLOWED', 'auth/operation-not-allowed'],
      ['INVALID_API_KEY', 'auth/invalid-api-key'],
      ['TOO_MANY_ATTEMPTS_TRY_LATER', 'auth/too-many-requests'],
      ['UNAVAILABLE', 'auth/network-request-failed'],
    ])
    type Answer = { authUri?: string; sessionId?: string; error?: { message?: string } }
    let answer: Answer
    try {
      const response = await page.fetch(
        `/identity/v1/accounts:createAuthUri?key=${encodeURIComponent(entry.apiKey)}`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            providerId,
            continueUri: `${location.origin}/__/auth/handler`,
            oauthScope: query.get('scopes') ?? undefined,
            customParameter: JSON.parse(query.get('customParameters') ?? '{}') as unknown,
            context: entry.authType,
          }),
        },
      )
      answer = (await response.json()) as Answer
    } catch {
      deliver(entry, 'auth/network-request-failed')
      return
    }
    const { authUri, sessionId, error } = answer
    if (!authUri || !sessionId) {
      deliver(entry, codes.get((error?.message ?? '').split(' : ')[0]!) ?? 'auth/internal-error')
      return
    }
    const state = new URL(authUri).searchParams.get('state') ?? ''
    sessionStorage.setItem(keyOf(state), JSON.stringify({ ...entry, sessionId }))
    // If a provider isolates its pages, the window looks closed to its opener from here on.
    if (entry.eventId) channelOf(entry).postMessage({ leaving: entry.eventId })
    location.replace(authUri)
  }

  const end = (state: string) => {
    const stored = sessionStorage.getItem(keyOf(state))
    sessionStorage.removeItem(keyOf(state))
    if (!stored) {
      say('This sign-in has ended or was begun in another window. Please close this window and try again.')
      return
    }
    const refusal = query.get('error')
    if (refusal === null) deliver(JSON.parse(stored) as Entry, null)
    else
      deliver(
        JSON.parse(stored) as Entry,
        refusal === 'access_denied' ? 'auth/user-cancelled' : 'auth/internal-error',
      )
  }

  const state = query.get('state')
  if (state === null) await begin()
  else end(state)
}

export const handlerScript = `(${runHandler.toString()})(window)`

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
