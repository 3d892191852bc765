/* oxlint-disable no-underscore-dangle -- these are the client library's own names */
import { FirebaseError, SDK_VERSION } from 'firebase/app'
import { type Auth, browserPopupRedirectResolver, type PopupRedirectResolver } from 'firebase/auth'
import { nowInstant } from '#web/clock.ts'
import { type AuthEvent, type AuthEvents, createAuthEvents, noAuthEvent } from '#web/identity/auth-events.ts'
import { type AuthWindow, authWindow } from '#web/identity/auth-window.ts'

type AuthInside = Auth & { _key: () => string }
type ProviderInside = {
  providerId: string
  getCustomParameters?: () => object
  getScopes?: () => string[]
}
type StockResolver = { _originValidation: (auth: Auth) => Promise<void> }

const features = { width: 500, height: 600 }
const refusal = (code: string) => new FirebaseError(code, `Firebase: Error (${code}).`)
const names = ({ config, name }: Auth) => `${config.apiKey}:${name}`

/** URL of this site's handler page, which leads to the provider and receives its answer. */
function handlerUrl(auth: Auth, provider: ProviderInside, authType: string, eventId?: string): string {
  const { apiKey } = auth.config
  const custom = provider.getCustomParameters?.() ?? {}
  const scopes = (provider.getScopes?.() ?? []).filter(Boolean)
  const query = new URLSearchParams({
    apiKey,
    appName: auth.name,
    authType,
    redirectUrl: location.href,
    v: SDK_VERSION,
    providerId: provider.providerId,
    ...(eventId ? { eventId } : {}),
    ...(Object.keys(custom).length > 0 ? { customParameters: JSON.stringify(custom) } : {}),
    ...(scopes.length > 0 ? { scopes: scopes.join(',') } : {}),
  })
  return `${location.origin}/__/auth/handler?${query}`
}

const isAuthEvent = (value: unknown): value is AuthEvent =>
  typeof value === 'object' && value !== null && 'type' in value && 'eventId' in value

/** Returns the outcome of a redirect and removes it from the storage. */
function takeRedirectEvent(auth: Auth): AuthEvent {
  const key = `firebase:redirectEvent:${names(auth)}`
  const stored = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  const event: unknown = stored && JSON.parse(stored)
  return isAuthEvent(event) ? event : noAuthEvent
}

type Connection = { events: AuthEvents; channel: BroadcastChannel }

function connect(auth: Auth): Connection {
  const events = createAuthEvents({ now: nowInstant, errorOf: refusal })
  const channel = new BroadcastChannel(`idp-auth-event:${names(auth)}`)
  channel.addEventListener('message', ({ data }: MessageEvent<{ event?: AuthEvent } | null>) => {
    if (data?.event) events.onEvent(data.event)
  })
  events.onEvent(takeRedirectEvent(auth))
  return { events, channel }
}

const centred = ({ width, height }: typeof features) =>
  Object.entries({
    width,
    height,
    left: Math.max((screen.availWidth - width) / 2, 0),
    top: Math.max((screen.availHeight - height) / 2, 0),
    scrollbars: 'yes',
    resizable: 'yes',
  })
    .map(([name, value]) => `${name}=${value}`)
    .join(',')

let open: { events: AuthEvents; eventId: string } | undefined

/** Closes the open sign-in window and fails the pending operation, as if the user had closed the window. */
export function closeSignInWindow(): void {
  open?.events.fail(open.eventId, 'auth/popup-closed-by-user')
}

/**
 * Signs in at an external provider through a window or a redirect, without an iframe or a third-party script: the
 * handler page of this site reports through a BroadcastChannel. Everything else is left to the client library.
 */
export function embeddedResolver(): PopupRedirectResolver {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library types its own resolver as an empty interface
  const Stock = browserPopupRedirectResolver as unknown as new () => StockResolver
  const connections = new Map<string, Connection>()
  const connectionOf = (auth: AuthInside): Connection => {
    const connection = connections.get(auth._key()) ?? connect(auth)
    connections.set(auth._key(), connection)
    return connection
  }

  class EmbeddedResolver extends Stock {
    get _shouldInitProactively() {
      return false
    }

    async _initialize(auth: AuthInside): Promise<AuthEvents> {
      return connectionOf(auth).events
    }

    async _openPopup(
      auth: AuthInside,
      provider: ProviderInside,
      authType: string,
      eventId: string,
    ): Promise<AuthWindow> {
      const { events, channel } = connectionOf(auth)
      const url = handlerUrl(auth, provider, authType, eventId)
      const opened = window.open(url, `sign-in-${eventId}`, centred(features))
      if (!opened) throw refusal('auth/popup-blocked')
      opened.focus()
      open = { events, eventId }
      return authWindow({ opened, channel, eventId, now: nowInstant })
    }

    async _openRedirect(
      auth: AuthInside,
      provider: ProviderInside,
      authType: string,
      eventId?: string,
    ): Promise<never> {
      await this._originValidation(auth)
      location.assign(handlerUrl(auth, provider, authType, eventId))
      return new Promise<never>(() => {})
    }

    _isIframeWebStorageSupported(_auth: Auth, answer: (supported: boolean) => void): void {
      answer(true)
    }
  }
  return EmbeddedResolver
}
