import { initializeApp } from 'firebase/app'
import {
  type Auth,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  browserSessionPersistence,
  indexedDBLocalPersistence,
  initializeAuth,
  type Persistence,
} from 'firebase/auth'
import { embeddedResolver } from '#web/identity/embedded-resolver.ts'
import type { PublicIdentity } from '#web/layout/contexts.ts'

export type SiteOrigin = { host: string; protocol: string }

const defaultPersistences = [indexedDBLocalPersistence, browserLocalPersistence, browserSessionPersistence]

/** Pop-up windows and redirects exist in browsers only. */
const resolverFor = ({ mode }: PublicIdentity) =>
  typeof document === 'undefined'
    ? {}
    : { popupRedirectResolver: mode === 'hosted' ? browserPopupRedirectResolver : embeddedResolver() }

/**
 * Creates the client library, either for the hosted service or pointed at this site's own identity service. This is the
 * only file that touches the library's internals: if an upgrade breaks the redirection, it throws here instead of
 * sending requests to the hosted service.
 */
export function createAuth(
  identity: PublicIdentity,
  site: SiteOrigin = location,
  persistence: Persistence[] = defaultPersistences,
  name?: string,
): Auth {
  const options = { persistence, ...resolverFor(identity) }
  if (identity.mode === 'hosted') return initializeAuth(initializeApp(identity.firebase, name), options)
  const { apiKey, projectId } = identity
  const auth = initializeAuth(initializeApp({ apiKey, projectId, authDomain: site.host }, name), options)
  const host = `${site.host}/identity`
  // In the same tick, so that it takes effect before the first request.
  Object.assign(auth.config, { apiHost: host, tokenApiHost: host, apiScheme: site.protocol.slice(0, -1) })
  if (auth.config.apiHost !== host || auth.config.tokenApiHost !== host)
    throw new Error('The identity client cannot be pointed at this site')
  return auth
}
