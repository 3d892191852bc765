import type { Db } from '#server/kernel/db/db.ts'
import { listPeopleOf } from '#test/conformance/people.ts'

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => escapes[character]!)
/** Escapes for use inside a script element, so that no user's text can end the script. */
const embed = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** Runs in the page: passes the user's claims to the opener, or back to the page that redirected here. */
function sendClaims(claims: Record<string, string>): void {
  const query = new URLSearchParams(location.search)
  const parameter = (name: string) => query.get(name) ?? ''
  /** Frames of the opener. The helper frame is one of them and recognises its key. */
  const framesOfOpener = () => {
    const opener: Window | null = window.opener
    return opener ? Array.from({ length: opener.length }, (_, index) => opener[index]!) : []
  }
  const token = JSON.stringify(claims)
  const redirectUri = parameter('redirectUri')
  if (redirectUri) {
    location.replace(
      `${redirectUri}?${new URLSearchParams({ state: parameter('state'), code: token }).toString()}`,
    )
    return
  }
  const answer = new URLSearchParams({ providerId: parameter('providerId'), id_token: token })
  const event = {
    type: parameter('authType'),
    eventId: parameter('eventId') || null,
    urlResponse: `${location.origin}${location.pathname}?${answer.toString()}`,
    sessionId: 'not used here',
    postBody: null,
    tenantId: parameter('tid') || null,
  }
  const storageKey = `${parameter('apiKey')}:${parameter('appName')}`
  const redirectUrl = parameter('redirectUrl')
  if (/redirect/i.test(event.type) && redirectUrl) {
    sessionStorage.setItem(`firebase:redirectEvent:${storageKey}`, JSON.stringify(event))
    location.assign(redirectUrl)
    return
  }
  const data = { storageKey, authEvent: event }
  for (const frame of framesOfOpener()) frame.postMessage({ eventType: 'sendAuthEvent', data }, '*')
  const channel = new BroadcastChannel(`idp-auth-event:${storageKey}`)
  channel.addEventListener('message', ({ data }: MessageEvent<{ close?: string }>) => {
    if (data.close === event.eventId) window.close()
  })
  channel.postMessage({ event })
}

/** Runs in the page: lets the suite choose or invent a user. */
function widgetScript(people: Record<string, string>[]): void {
  const valueOf = (id: string) => document.querySelector<HTMLInputElement>(`#${id}`)!.value
  const form = document.querySelector<HTMLFormElement>('#main-form')!
  const toggleForm = () => {
    form.hidden = !form.hidden
  }
  Object.assign(window, { toggleForm })
  document.querySelector('.js-new-account')!.addEventListener('click', toggleForm)
  document
    .querySelectorAll('#accounts-list li')
    .forEach((item, index) => item.addEventListener('click', () => sendClaims(people[index]!)))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const claims = {
      sub: crypto.getRandomValues(new Uint32Array(2)).join(''),
      email: valueOf('email-input'),
      email_verified: 'true',
      displayName: valueOf('display-name-input'),
      screenName: valueOf('screen-name-input'),
      photoUrl: valueOf('profile-photo-input'),
    }
    sendClaims(Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== '')))
  })
}

/** The page on which a suite chooses or invents a user of a provider. */
export async function widgetPage(db: Db, providerId: string): Promise<string> {
  const people = await listPeopleOf(db, providerId)
  const items = people.map(
    ({ displayName, email, sub }) =>
      `<li role="button" tabindex="0">${escapeHtml([displayName, email ?? sub].filter(Boolean).join(' '))}</li>`,
  )
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Auth Emulator: sign in with ${escapeHtml(providerId)}</title></head>
<body>
<h1>Sign in with ${escapeHtml(providerId)}</h1>
<ul id="accounts-list">${items.join('')}</ul>
<button type="button" class="js-new-account">Add new account</button>
<form id="main-form" hidden>
<label>E-mail <input id="email-input" type="email"></label>
<label>Display name <input id="display-name-input"></label>
<label>Screen name <input id="screen-name-input"></label>
<label>Photo address <input id="profile-photo-input"></label>
<button id="sign-in" type="submit">Sign in</button>
</form>
<script>${sendClaims.toString()}
(${widgetScript.toString()})(${embed(people)})</script>
</body>
</html>`
}
