import { createFederation, type Federation } from '#server/identity/federation/federation.ts'
import type { IdentityOptions } from '#server/identity/options.ts'
import { createPasswordHasher, type PasswordHasher } from '#server/identity/passwords/hash.ts'
import { createKeyring, type Keyring } from '#server/identity/tokens/keyring.ts'
import type { Deps } from '#server/kernel/deps.ts'

export type IdentityDeps = Deps & {
  options: IdentityOptions
  keyring: Keyring
  hasher: PasswordHasher
  federation: Federation
}

export const identityDeps = (
  deps: Deps,
  options: IdentityOptions,
  federation: Federation = createFederation(deps, options.providers),
): IdentityDeps => ({
  ...deps,
  options,
  keyring: createKeyring(deps, options),
  hasher: createPasswordHasher(options.hash, options.passwordPepper),
  federation,
})

/** The origin of a request. */
export type Caller = {
  ip: string
  net: string
  /** True if the request was sent from the server's own computer. */
  isLocal: boolean
  userAgent: string
  /** The device cookie of the request. */
  device: string | null
  /** The cookie value a new session is bound to; null for clients without cookies. */
  bindTo: string | null
}
