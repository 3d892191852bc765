/* oxlint-disable no-underscore-dangle -- these are the client library's own names */
import { FirebaseError, SDK_VERSION } from 'firebase/app'
import { type Auth, browserPopupRedirectResolver, type PopupRedirectResolver } from 'firebase/auth'
import { nowInstant } from '#web/clock.ts'
import { type AuthEvent, type AuthEvents, createAuthEvents, noAuthEvent } from '#web/identity/auth-events.ts'
import { type AuthWindow, authWindow } from '#web/identity/auth-window.ts'

type AuthInternals = Auth & { _key: () => string }
type ProviderInternals = {
  providerId: string
  getCustomParameters?: () => object
  getScopes?: () => string[]
}
type LibraryResolver = { _originValidation: (auth: Auth) => Promise<void> }

const features = { width: 500, height: 600 }
const authError = (code: string) => new FirebaseError(code, `Firebase: Error (${code}).`)
const authKey = ({ config, name }: Auth) => `${config.apiKey}:${name}`

/** URL of this site's handler page, which leads to the provider and receives its answer. */
function handlerUrl(auth: Auth, provider: ProviderInternals, authType: string, eventId?: string): string {
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
  const key = `firebase:redirectEvent:${authKey(auth)}`
  const stored = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  const event: unknown = stored && JSON.parse(stored)
  return isAuthEvent(event) ? event : noAuthEvent
}

type Connection = { events: AuthEvents; channel: BroadcastChannel }

function connect(auth: Auth): Connection {
  const events = createAuthEvents({ now: nowInstant, errorOf: authError })
  const channel = new BroadcastChannel(`idp-auth-event:${authKey(auth)}`)
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

let openWindow: { events: AuthEvents; eventId: string } | undefined

/** Closes the open sign-in window and fails the pending operation, as if the user had closed the window. */
export function closeSignInWindow(): void {
  openWindow?.events.fail(openWindow.eventId, 'auth/popup-closed-by-user')
}

/**
 * Signs in at an external provider through a window or a redirect, without an iframe or a third-party script: the
 * handler page of this site reports through a BroadcastChannel. Everything else is left to the client library.
 */
export function embeddedResolver(): PopupRedirectResolver {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library types its own resolver as an empty interface
  const BaseResolver = browserPopupRedirectResolver as unknown as new () => LibraryResolver
  const connections = new Map<string, Connection>()
  const connectionOf = (auth: AuthInternals): Connection => {
    const connection = connections.get(auth._key()) ?? connect(auth)
    connections.set(auth._key(), connection)
    return connection
  }

  class EmbeddedResolver extends BaseResolver {
    get _shouldInitProactively() {
      return false
    }

    async _initialize(auth: AuthInternals): Promise<AuthEvents> {
      return connectionOf(auth).events
    }

    async _openPopup(
      auth: AuthInternals,
      provider: ProviderInternals,
      authType: string,
      eventId: string,
    ): Promise<AuthWindow> {
      const { events, channel } = connectionOf(auth)
      const url = handlerUrl(auth, provider, authType, eventId)
      const opened = window.open(url, `sign-in-${eventId}`, centred(features))
      if (!opened) throw authError('auth/popup-blocked')
      opened.focus()
      openWindow = { events, eventId }
      return authWindow({ opened, channel, eventId, now: nowInstant })
    }

    async _openRedirect(
      auth: AuthInternals,
      provider: ProviderInternals,
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
