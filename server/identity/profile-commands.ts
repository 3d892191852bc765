import { lockOwner, mailCode, requireCode, consumeCode } from '#server/identity/codes/commands.ts'
import { checkNewPassword, newAddress, requireEmail } from '#server/identity/commands.ts'
import { scheduleDeletion } from '#server/identity/deletion/commands.ts'
import type { Caller, IdentityDeps } from '#server/identity/deps.ts'
import { canonicalEmail } from '#server/identity/email.ts'
import { IdentityError } from '#server/identity/error.ts'
import {
  deleteAllIdentities,
  deleteIdentities,
  deleteIdentitiesSince,
} from '#server/identity/federation/store.ts'
import { limit } from '#server/identity/limits.ts'
import type { EventContext } from '#server/identity/mails.ts'
import type { CodeType } from '#server/identity/codes/code-type.ts'
import { deleteKnownBrowsers, deleteOtherKnownBrowsers } from '#server/identity/sessions/browser-store.ts'
import {
  admit,
  audit,
  type Grant,
  openSession,
  readIdToken,
  requirePasswordProof,
  requireRecent,
  type Tokens,
  tokensOf,
} from '#server/identity/sessions/commands.ts'
import { endAllSessions, voidPendingCodes } from '#server/identity/sessions/ending-commands.ts'
import { eventContextOf, notifyUser } from '#server/identity/sessions/notice-commands.ts'
import * as store from '#server/identity/store.ts'
import type { CodeRow, UserRow } from '#server/identity/store.ts'
import type { Claims } from '#server/identity/tokens/id-token.ts'
import type { InTx } from '#server/kernel/db/db.ts'
import { violates } from '#server/kernel/db/errors.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import { Problem } from '#server/kernel/problem.ts'

export type ProfileChange = {
  /** An empty string clears the value; undefined leaves it unchanged. */
  displayName: string | undefined
  photoUrl: string | undefined
  email: string | undefined
  password: string | undefined
  deleteAttribute: string[]
  deleteProvider: string[]
  /** True to sign out everywhere else. */
  endsSessions: boolean
}

/** Changes the user's own profile. A new password or address needs a recent sign-in and opens a new session. */
export async function updateProfile(
  deps: IdentityDeps,
  idToken: string | undefined,
  change: ProfileChange,
  caller: Caller,
): Promise<{ user: UserRow } | (Tokens & { user: UserRow })> {
  const claims = await readIdToken(deps, idToken)
  const before = admit(await store.findUser(deps.db, claims.uid), claims)
  const { password, deleteProvider, endsSessions } = change
  const email = newEmailOf(change, before)
  const opensSession = password !== undefined || email !== undefined || endsSessions
  if (opensSession || deleteProvider.length > 0) requireRecent(deps, claims)
  if (password !== undefined) requirePasswordProof(before, claims)
  if (email !== undefined) await admitNewEmail(deps, before, caller)
  const profile = profileOf(change)
  let passwordHash: string | undefined
  if (password !== undefined) {
    checkNewPassword(deps, password, { email: email ?? before.email, name: before.display_name })
    passwordHash = await deps.hasher.hash(password)
  }

  const work = async (deps: InTx<IdentityDeps>) => {
    const user = admit(await store.lockUser(deps.db, claims.uid), claims)
    if (passwordHash) requirePasswordProof(user, claims)
    const changed = Object.keys(profile).length > 0 ? await store.changeUser(deps.db, user.id, profile) : user
    const changedUser =
      deleteProvider.length > 0 ? await removeProviders(deps, changed, change, claims, caller) : changed
    if (!opensSession) return { user: changedUser, grant: undefined }
    const provider = passwordHash ? 'password' : claims.provider
    return {
      grant: await changeCredentials(deps, changedUser, { email, passwordHash, provider }, caller),
    }
  }
  const done = await ensureTransaction(deps, work).catch(refuseTakenAddress)
  return done.grant ? { ...(await tokensOf(deps, done.grant)), user: done.grant.user } : { user: done.user }
}

/** Returns the address if it differs from the present one. */
const newEmailOf = ({ email }: ProfileChange, user: UserRow): string | undefined =>
  email === undefined || canonicalEmail(email) === user.email_canonical ? undefined : requireEmail(email)

async function admitNewEmail(deps: IdentityDeps, user: UserRow, { net }: Caller): Promise<void> {
  if (user.email !== null && deps.options.enumerationProtection)
    throw new IdentityError('OPERATION_NOT_ALLOWED', 'Please verify the new email before changing email.')
  await limit(deps, 'signUpPerNet', net)
}

/**
 * Removes providers. The current session stays valid, because the client library does not fetch new tokens after
 * this.
 */
async function removeProviders(
  deps: InTx<IdentityDeps>,
  user: UserRow,
  { deleteProvider }: ProfileChange,
  { sessionId }: Claims,
  caller: Caller,
): Promise<UserRow> {
  const at = deps.now()
  const context = eventContextOf(at, caller)
  for (const provider of await deleteIdentities(deps.db, user.id, deleteProvider))
    await notifyUser(deps, user, 'providerRemoved', context, deps.federation.nameOf(provider) ?? provider)
  if (sessionId) {
    await store.revokeOtherSessionsOf(deps.db, user.id, sessionId, at, 'provider removed')
    await voidPendingCodes(deps, user)
    await deleteOtherKnownBrowsers(deps.db, user.id, sessionId)
  }
  const changedUser = deleteProvider.includes('password') ? await removePassword(deps, user, context) : user
  await audit(deps, 'provider-removed', user.id, caller, { removed: deleteProvider })
  return changedUser
}

async function removePassword(
  deps: InTx<IdentityDeps>,
  user: UserRow,
  context: EventContext,
): Promise<UserRow> {
  if (user.password_hash !== null) await notifyUser(deps, user, 'passwordRemoved', context)
  await store.voidCodesOf(deps.db, user.id, ['PASSWORD_RESET'], context.at)
  return store.changeUser(deps.db, user.id, {
    password_hash: null,
    password_updated_at: null,
    email_link_enabled: false,
  })
}

async function changeCredentials(
  deps: InTx<IdentityDeps>,
  user: UserRow,
  {
    email,
    passwordHash,
    provider,
  }: { email: string | undefined; passwordHash: string | undefined; provider: string },
  caller: Caller,
): Promise<Grant<UserRow>> {
  const at = deps.now()
  const next = await endAllSessions(deps, user.id, 'credentials changed', {
    ...(passwordHash ? { password_hash: passwordHash, password_updated_at: at } : {}),
    ...(email ? newAddress(user, email) : {}),
  })
  if (email && user.email)
    await mailCode(deps, 'RECOVER_EMAIL', { user, to: user.email, newEmail: email, caller })
  if (email) await deps.enqueue(deps.db, 'accounts.refresh-email', { uid: user.id })
  if (passwordHash) await notifyUser(deps, user, 'passwordChanged', eventContextOf(at, caller))
  const detail = { password: Boolean(passwordHash), email: Boolean(email) }
  return openSession(deps, next, provider, caller, { kind: 'credentials-changed', detail })
}

const refuseTakenAddress = (error: unknown): never => {
  throw violates(error, 'users_email_canonical') ? new IdentityError('EMAIL_EXISTS') : error
}

function profileOf({ displayName, photoUrl, deleteAttribute }: ProfileChange) {
  if (photoUrl && !/^https?:\/\//.test(photoUrl))
    throw new IdentityError('INVALID_ARGUMENT', 'The photo must be an http address.')
  return {
    ...(displayName === undefined ? {} : { display_name: displayName || null }),
    ...(photoUrl === undefined ? {} : { photo_url: photoUrl || null }),
    ...(deleteAttribute.includes('DISPLAY_NAME') ? { display_name: null } : {}),
    ...(deleteAttribute.includes('PHOTO_URL') ? { photo_url: null } : {}),
  }
}

type Applied = { user: UserRow; newEmail: string | null }
type Apply = (deps: InTx<IdentityDeps>, code: CodeRow, caller: Caller) => Promise<UserRow>

/** The actions of codes that need neither password nor sign-in. */
const appliers: Partial<Record<CodeType, Apply>> = {
  async VERIFY_EMAIL(deps, code, caller) {
    const user = await lockOwner(deps.db, code)
    await consumeCode(deps, code)
    await audit(deps, 'email-verified', user.id, caller)
    return store.changeUser(deps.db, user.id, { email_verified: true })
  },

  async VERIFY_AND_CHANGE_EMAIL(deps, code, caller) {
    const user = await lockOwner(deps.db, code)
    await consumeCode(deps, code)
    const email = code.new_email!
    const changed = await endAllSessions(deps, user.id, 'address changed', {
      email,
      email_canonical: canonicalEmail(email),
      email_verified: true,
    })
    // Whoever asked for the change themselves has had a link at the old address since then. An address that was never
    // confirmed, and that staff have replaced, gets none: it may belong to a stranger.
    const { email: oldEmail } = user
    if (
      oldEmail &&
      (user.email_verified || (await store.hasRecoveryCode(deps.db, user.id, canonicalEmail(oldEmail))))
    )
      await mailCode(deps, 'RECOVER_EMAIL', { user, to: oldEmail, newEmail: email, caller })
    await audit(deps, 'email-changed', user.id, caller)
    await deps.enqueue(deps.db, 'accounts.refresh-email', { uid: user.id })
    return changed
  },

  /**
   * The owner of the old address recovers the account, or stops a pending change. Every session, code and password
   * ends, because whoever asked for the change knew the password or has set another. So do the providers and the
   * other recovery codes that were added after the first change was requested. The user then signs in by a reset at
   * this address.
   */
  async RECOVER_EMAIL(deps, code, caller) {
    const user = code.user_id === null ? undefined : await store.lockUser(deps.db, code.user_id)
    if (!user) throw new IdentityError('INVALID_OOB_CODE')
    if (user.disabled) throw new IdentityError('USER_DISABLED')
    const since = await store.earliestRecoverableChange(deps.db, user.id, code)
    await consumeCode(deps, code)
    if (code.takes_over) await deleteAllIdentities(deps.db, user.id)
    else await deleteIdentitiesSince(deps.db, user.id, since)
    await store.voidRecoveryCodesSince(deps.db, user.id, since, deps.now())
    await deleteKnownBrowsers(deps.db, user.id)
    await audit(deps, 'email-recovered', user.id, caller)
    await deps.enqueue(deps.db, 'accounts.refresh-email', { uid: user.id })
    return endAllSessions(deps, user.id, 'address recovered', {
      email: code.email,
      email_canonical: canonicalEmail(code.email),
      email_verified: true,
      email_link_enabled: false,
      password_hash: null,
      password_updated_at: null,
    })
  },
}

/** Carries out the action of a link in a mail. */
export async function applyCode(deps: IdentityDeps, code: string, caller: Caller): Promise<Applied> {
  const found = await requireCode(deps, code, caller)
  const apply = appliers[found.type]
  if (!apply) throw new IdentityError('INVALID_OOB_CODE')
  try {
    const user = await ensureTransaction(deps, (deps) => apply(deps, found, caller))
    return { user, newEmail: found.type === 'VERIFY_AND_CHANGE_EMAIL' ? found.new_email : null }
  } catch (error) {
    // Another account has the new address by now, so the code can never work again.
    if (violates(error, 'users_email_canonical') && found.type === 'VERIFY_AND_CHANGE_EMAIL')
      await ensureTransaction(deps, (deps) => consumeCode(deps, found))
    return refuseTakenAddress(error)
  }
}

/**
 * Deletes the user's own account: at once if there is only the sign-in, otherwise after a period in which a
 * mailed link can undo it.
 */
export async function deleteSelf(
  deps: IdentityDeps,
  idToken: string | undefined,
  caller: Caller,
): Promise<void> {
  const claims = await readIdToken(deps, idToken)
  await ensureTransaction(deps, async (deps) => {
    admit(await store.lockUser(deps.db, claims.uid), claims)
    requireRecent(deps, claims)
    await scheduleDeletion(deps, { uid: claims.uid, caller })
  }).catch((error: unknown) => {
    if (!(error instanceof Problem && error.code === 'account-in-use')) throw error
    throw new IdentityError('OPERATION_NOT_ALLOWED', error.toBody().detail)
  })
}
