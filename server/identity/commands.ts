import { returnTokens } from '#server/identity/bucket-store.ts'
import { disabledError } from '#server/identity/deletion/disabled-commands.ts'
import type { Caller, IdentityDeps } from '#server/identity/deps.ts'
import { canonicalEmail, readEmail } from '#server/identity/email.ts'
import { IdentityError } from '#server/identity/error.ts'
import {
  deleteEndedFederation,
  findUserByProviderEmail,
  listIdentities,
} from '#server/identity/federation/store.ts'
import {
  limit,
  limitQuietly,
  limitSignIn,
  refusePublicPassword,
  tryTakeToken,
} from '#server/identity/limits.ts'
import { addressInUse, writeMail } from '#server/identity/mails.ts'
import { defaultHash, type IdentityOptions } from '#server/identity/options.ts'
import { createPasswordHasher } from '#server/identity/passwords/hash.ts'
import { passwordFault } from '#server/identity/passwords/policy.ts'
import { deleteKnownBrowsersBefore } from '#server/identity/sessions/browser-store.ts'
import {
  admit,
  audit,
  openSession,
  openSessionWithPassword,
  readIdToken,
  requirePasswordProof,
  requireRecent,
  type Tokens,
  tokensOf,
} from '#server/identity/sessions/commands.ts'
import { endAllSessions } from '#server/identity/sessions/ending-commands.ts'
import {
  countFailure,
  eventContextOf,
  recordBrowser,
  notifyUser,
} from '#server/identity/sessions/notice-commands.ts'
import * as store from '#server/identity/store.ts'
import type { UserRow } from '#server/identity/store.ts'
import { anonymous, type TokenUser } from '#server/identity/tokens/id-token.ts'
import { newUserId } from '#server/identity/tokens/secret.ts'
import { viewUser } from '#server/identity/view.ts'
import { type Tx, type InTx } from '#server/kernel/db/db.ts'
import { violates } from '#server/kernel/db/errors.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { queueMail } from '#server/kernel/mail/mail.ts'
import { currentSettings } from '#server/settings/commands.ts'
import { retentionCutoff } from '#server/privacy/privacy.ts'

export { createHostedVerifier } from '#server/identity/tokens/hosted.ts'
export { requireReadableKeys } from '#server/identity/tokens/keyring.ts'
export {
  createIdTokenVerifier,
  refuseDisabled,
  refuseOldStaffSignIn,
  type VerifiedSignIn,
} from '#server/identity/tokens/verifier.ts'

export type SignedIn = Tokens & { user: TokenUser }

/** Creates a user with a password. Each address can belong to one account only. */
export async function signUp(
  deps: IdentityDeps,
  {
    email: typed,
    password,
    name,
  }: { email: string | undefined; password: string | undefined; name: string | undefined },
  caller: Caller,
): Promise<SignedIn> {
  // If both are missing, the client library is asking for an anonymous account.
  if (typed === undefined && password === undefined) return signUpAnonymously(deps, caller)
  const email = requireEmail(typed)
  checkNewPassword(deps, password, { email, name: name ?? null })
  await limit(deps, 'signUpPerNet', caller.net)
  const passwordHash = await deps.hasher.hash(password)
  try {
    const grant = await ensureTransaction(deps, async (deps) => {
      const user = await addUser(deps.db, deps.now(), {
        email,
        passwordHash,
        name: name || null,
        emailVerified: false,
      })
      return openSession(deps, user, 'password', caller, { kind: 'signed-up' })
    })
    return { ...(await tokensOf(deps, grant)), user: grant.user }
  } catch (error) {
    if (!violates(error, 'users_email_canonical')) throw error
    await notifyAddressInUse(deps, email)
    throw new IdentityError('EMAIL_EXISTS')
  }
}

async function signUpAnonymously(deps: IdentityDeps, caller: Caller): Promise<SignedIn> {
  if (!deps.options.anonymous) throw new IdentityError('ADMIN_ONLY_OPERATION')
  await limit(deps, 'signUpPerNet', caller.net)
  const grant = await ensureTransaction(deps, async (deps) => {
    const anonymousUser = { email: null, passwordHash: null, name: null, emailVerified: false }
    const user = await addUser(deps.db, deps.now(), anonymousUser)
    const event = { kind: 'signed-up', detail: { provider: anonymous } }
    return openSession(deps, user, anonymous, caller, event)
  })
  return { ...(await tokensOf(deps, grant)), user: grant.user }
}

/** Adds a password to the account of an ID token, for users who signed up with a link, a provider or anonymously. */
export async function addPassword(
  deps: IdentityDeps,
  {
    idToken,
    email: typed,
    password,
  }: { idToken: string; email: string | undefined; password: string | undefined },
  caller: Caller,
): Promise<SignedIn> {
  const claims = await readIdToken(deps, idToken)
  const owner = admit(await store.findUser(deps.db, claims.uid), claims)
  requireRecent(deps, claims)
  requirePasswordProof(owner, claims)
  const email = requireEmail(typed)
  checkNewPassword(deps, password, { email, name: owner.display_name })
  await limit(deps, 'signUpPerNet', caller.net)
  const passwordHash = await deps.hasher.hash(password)
  const work = async (deps: InTx<IdentityDeps>) => {
    const user = admit(await store.lockUser(deps.db, claims.uid), claims)
    requirePasswordProof(user, claims)
    const isOther = user.email_canonical !== canonicalEmail(email)
    if (isOther && (await store.findUserByEmail(deps.db, canonicalEmail(email))))
      throw new IdentityError('EMAIL_EXISTS')
    if (isOther && user.email !== null && deps.options.enumerationProtection)
      throw new IdentityError('OPERATION_NOT_ALLOWED', 'Please verify the new email before changing email.')
    const at = deps.now()
    const changed = await endAllSessions(deps, user.id, 'password added', {
      password_hash: passwordHash,
      password_updated_at: at,
      ...(isOther ? newAddress(user, email) : {}),
    })
    if (isOther) await deps.enqueue(deps.db, 'accounts.refresh-email', { uid: user.id })
    await notifyUser(deps, changed, 'passwordAdded', eventContextOf(at, caller))
    return openSession(deps, changed, 'password', caller, { kind: 'password-added' })
  }
  const grant = await ensureTransaction(deps, work).catch((error: unknown) => {
    throw violates(error, 'users_email_canonical') ? new IdentityError('EMAIL_EXISTS') : error
  })
  return { ...(await tokensOf(deps, grant)), user: grant.user }
}

/** Columns of a user's new address. */
export const newAddress = ({ initial_email: initial }: UserRow, email: string, isProven = false) => ({
  email,
  email_canonical: canonicalEmail(email),
  email_verified: isProven,
  ...(initial === null ? { initial_email: email } : {}),
})

/**
 * Signs in with a password. The answer and its timing are the same whether the address, the password or both are
 * wrong.
 */
export async function signIn(
  deps: IdentityDeps,
  { email: typed, password }: { email: string | undefined; password: string | undefined },
  caller: Caller,
): Promise<SignedIn> {
  const email = requireEmail(typed)
  if (!password) throw new IdentityError('MISSING_PASSWORD')
  const account = canonicalEmail(email)
  const { taken, found } = await limitSignIn(deps, account, caller.net)
  const isMatch = await deps.hasher.matches(password, found?.password_hash ?? null)
  if (!found || !isMatch) {
    await ensureTransaction(deps, (deps) => audit(deps, 'sign-in-failed', found?.id ?? null, caller))
    await countFailure(deps, account, found?.id, caller)
    throw new IdentityError(refusalOf(deps.options, found))
  }
  refusePublicPassword(deps, password, caller)
  const proven = found.password_hash!
  const renewed = deps.hasher.isOutdated(proven) ? await deps.hasher.hash(password) : undefined

  const grant = await openSessionWithPassword(deps, found, renewed ?? null, caller, taken)
  if (!grant) {
    await returnTokens(deps.db, taken)
    throw await refusalAfterCheck(deps, found.id, proven)
  }
  if (grant.isUnknownBrowser) await ensureTransaction(deps, (deps) => recordBrowser(deps, grant.user, caller))
  return { ...(await tokensOf(deps, grant)), user: grant.user }
}

/** Returns the refusal if the account changed while the password was being checked, or the user is disabled. */
async function refusalAfterCheck(
  { db, options }: IdentityDeps,
  id: string,
  proven: string,
): Promise<IdentityError> {
  const user = await store.findUser(db, id)
  if (user?.disabled === true && user.password_hash === proven) return disabledError(db, id)
  return new IdentityError(refusalOf(options, user))
}

function refusalOf({ enumerationProtection }: IdentityOptions, found: Pick<UserRow, 'id'> | undefined) {
  if (enumerationProtection) return 'INVALID_LOGIN_CREDENTIALS'
  return found ? 'INVALID_PASSWORD' : 'EMAIL_NOT_FOUND'
}

/** Returns the sign-in methods of an address; empty if enumeration protection is on. */
export async function signInMethods({ db, options }: IdentityDeps, email: string) {
  if (options.enumerationProtection) return {}
  const canonical = canonicalEmail(email)
  const user = (await store.findUserByEmail(db, canonical)) ?? (await findUserByProviderEmail(db, canonical))
  const others = user ? (await listIdentities(db, user.id)).map(({ provider }) => provider) : []
  const methods = [user?.password_hash && 'password', user?.email_link_enabled && 'emailLink'].filter(
    (method) => typeof method === 'string',
  )
  return {
    registered: user !== undefined,
    allProviders: [...(methods.length > 0 ? ['password'] : []), ...others],
    signinMethods: [...methods, ...others],
  }
}

/** Returns what the client library stores about the user of an ID token. */
export async function lookup(deps: IdentityDeps, idToken: string | undefined) {
  const claims = await readIdToken(deps, idToken)
  await limitQuietly(deps, 'lookupPerSession', `${claims.uid} ${claims.authTime}`)
  const user = admit(await store.findUser(deps.db, claims.uid), claims)
  return viewUser(user, await listIdentities(deps.db, user.id))
}

export function requireEmail(typed: string | undefined): string {
  if (typed === undefined) throw new IdentityError('MISSING_EMAIL')
  const email = readEmail(typed)
  if (email === undefined) throw new IdentityError('INVALID_EMAIL')
  return email
}

export function checkNewPassword(
  { options }: Pick<IdentityDeps, 'options'>,
  password: string | undefined,
  person: { email: string | null; name: string | null },
): asserts password is string {
  if (!password) throw new IdentityError('MISSING_PASSWORD')
  const fault = passwordFault(password, person, options.passwords)
  if (fault) throw new IdentityError(fault.code, fault.text)
}

export type NewUser = {
  /** Null for anonymous users and those whose provider names no address. */
  email: string | null
  passwordHash: string | null
  name: string | null
  emailVerified: boolean
  photoUrl?: string | null
  emailLinkEnabled?: boolean
}

/** Adds a user; throws if the operator has closed the sign-up. Who is invited is checked with the account. */
export async function addUser(
  tx: Tx,
  at: Date,
  { email, passwordHash, name, emailVerified, photoUrl = null, emailLinkEnabled = false }: NewUser,
): Promise<UserRow> {
  const { settings } = await currentSettings(tx)
  if (settings.open.signUp === 'closed')
    throw new IdentityError('ADMIN_ONLY_OPERATION', 'New accounts cannot be created at the moment.')
  return store.insertUser(tx, {
    id: newUserId(),
    email,
    email_canonical: email === null ? null : canonicalEmail(email),
    email_verified: emailVerified,
    initial_email: email,
    display_name: name,
    photo_url: photoUrl,
    password_hash: passwordHash,
    password_updated_at: passwordHash === null ? null : at,
    email_link_enabled: emailLinkEnabled,
    valid_since: new Date(Math.floor(at.getTime() / 1000) * 1000),
    created_at: at,
    last_login_at: at,
    last_refresh_at: at,
  })
}

/** Notifies the owner of an address, a few times an hour at most, that it was used to sign up again. */
export async function notifyAddressInUse(deps: IdentityDeps, email: string): Promise<void> {
  if (await tryTakeToken(deps, 'mailPerAddress', canonicalEmail(email))) await queueAddressInUse(deps, email)
}

/** Like `notifyAddressInUse`, for callers that have already spent the limit of mails to this address. */
export async function queueAddressInUse(deps: IdentityDeps, email: string): Promise<void> {
  await ensureTransaction(deps, async (deps) => {
    const owner = await store.findUserByEmail(deps.db, canonicalEmail(email))
    if (owner?.email)
      await queueMail(
        deps,
        writeMail(owner.email, addressInUse(owner.display_name, deps.options), deps.options),
      )
  })
}

/** Hashes a password as `createUser` stores it. To create many users with one password, hash it once. */
export const hashPassword = (password: string, passwordPepper?: string): Promise<string> =>
  createPasswordHasher(defaultHash, passwordPepper).hash(password)

type Person = { email: string; passwordHash: string; name: string; emailVerified?: boolean }

/** Creates a user with a real password hash, for demo data and the command line. Returns the uid. */
export const createUser = (
  deps: Pick<Deps, 'db' | 'now'>,
  { emailVerified = true, ...person }: Person,
): Promise<string> =>
  ensureTransaction(
    deps,
    async (deps) => (await addUser(deps.db, deps.now(), { ...person, emailVerified })).id,
  )

/** Deletes sessions, codes, rate-limit buckets and audit events that are past their retention. */
export function purgeExpired(deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const at = deps.now()
  const moments = {
    sessions: retentionCutoff('identity.sessions', at),
    superseded: retentionCutoff('identity.refresh_tokens', at),
    codes: retentionCutoff('identity.oob_codes', at),
    buckets: retentionCutoff('identity.rate_buckets', at),
    audit: retentionCutoff('identity.audit_events', at),
  }
  return ensureTransaction(deps, async ({ db }) => {
    await store.deleteOlderThan(db, moments)
    await deleteKnownBrowsersBefore(db, retentionCutoff('identity.known_browsers', at))
    await deleteEndedFederation(db, retentionCutoff('identity.oauth_sessions', at))
  })
}
