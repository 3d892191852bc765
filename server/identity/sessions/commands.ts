import type { Bucket, UserToCheck } from '#server/identity/bucket-store.ts'
import type { Caller, IdentityDeps } from '#server/identity/deps.ts'
import { IdentityError, type IdentityCode } from '#server/identity/error.ts'
import { limitQuietly } from '#server/identity/limits.ts'
import { voidPendingCodes } from '#server/identity/sessions/ending-commands.ts'
import { eventContextOf, recordBrowser, notifyUser } from '#server/identity/sessions/notice-commands.ts'
import {
  insertSession,
  insertSessionWithPassword,
  lockSessionOfToken,
  type NamedIdentity,
  type NewSession,
  rotateRefreshToken,
} from '#server/identity/sessions/store.ts'
import * as store from '#server/identity/store.ts'
import type { UserRow } from '#server/identity/store.ts'
import {
  anonymous,
  authTimeAt,
  type Claims,
  idTokenClaims,
  idTokenSeconds,
  seconds,
  tokenStatusOf,
  type TokenUser,
} from '#server/identity/tokens/id-token.ts'
import { decideRefresh } from '#server/identity/tokens/refresh-token.ts'
import { hashSecret, newSecret } from '#server/identity/tokens/secret.ts'
import type { InTx } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'

const dayMs = 86_400_000

/** The result of a sign-in before the ID token is signed. */
export type Grant<User extends TokenUser = TokenUser> = {
  user: User
  provider: string
  authTime: number
  sessionId: string
  refreshToken: string
  identities: NamedIdentity[]
}
export type Tokens = { idToken: string; refreshToken: string; expiresIn: string }

type SessionEvent = { kind: string; detail?: object }

/** Opens a session with its first refresh token and an audit event, in the transaction that authenticated the user. */
export async function openSession(
  deps: InTx<IdentityDeps>,
  user: UserRow,
  provider: string,
  caller: Caller,
  event: SessionEvent,
): Promise<Grant<UserRow>> {
  const { grant, rows } = newSession(deps, user, provider, caller, event)
  await recordBrowser(deps, user, caller)
  return { ...grant, user, identities: await insertSession(deps.db, rows) }
}

/**
 * Like `openSession`, after a correct password, and returns the tokens the attempt had taken from its limits.
 * Undefined if the account has changed since the password was checked.
 */
export async function openSessionWithPassword(
  deps: IdentityDeps,
  checked: UserToCheck,
  renewedHash: string | null,
  caller: Caller,
  taken: readonly Bucket[],
): Promise<(Grant & { isUnknownBrowser: boolean }) | undefined> {
  const { grant, rows } = newSession(deps, checked, 'password', caller, { kind: 'signed-in' })
  const result = await insertSessionWithPassword(deps.db, { ...rows, checked, renewedHash, taken })
  return result && { ...grant, ...result }
}

function newSession(
  deps: IdentityDeps,
  user: Pick<UserRow, 'id' | 'valid_since'>,
  provider: string,
  caller: Caller,
  { kind, detail }: SessionEvent,
): { grant: Omit<Grant, 'user' | 'identities'>; rows: NewSession } {
  const at = deps.now()
  const { idleDays, absoluteDays } = deps.options
  const authTime = authTimeAt(at, user.valid_since)
  const session = {
    id: newId(at),
    user_id: user.id,
    provider,
    auth_time: new Date(authTime * 1000),
    device_hash: caller.bindTo === null ? null : hashSecret(caller.bindTo),
    created_at: at,
    last_used_at: at,
    idle_expires_at: new Date(at.getTime() + idleDays * dayMs),
    absolute_expires_at: new Date(at.getTime() + absoluteDays * dayMs),
    ip: caller.ip,
    user_agent: caller.userAgent,
  }
  const refreshToken = newSecret()
  return {
    grant: { provider, authTime, sessionId: session.id, refreshToken },
    rows: {
      session,
      token: { token_hash: hashSecret(refreshToken), session_id: session.id, issued_at: at },
      event: auditEvent(deps, kind, user.id, caller, detail),
    },
  }
}

/** Signs the ID token, after the commit, so that nothing slow happens inside the transaction. */
export async function tokensOf({ keyring, options, now }: IdentityDeps, grant: Grant): Promise<Tokens> {
  const claims = idTokenClaims(grant.user, grant, options.issuer, options.projectId, now())
  return {
    idToken: await keyring.sign(claims),
    refreshToken: grant.refreshToken,
    expiresIn: String(idTokenSeconds),
  }
}

const refusals = {
  invalid: 'INVALID_ID_TOKEN',
  expired: 'TOKEN_EXPIRED',
  revoked: 'TOKEN_EXPIRED',
  missing: 'USER_NOT_FOUND',
  disabled: 'USER_DISABLED',
} as const satisfies Record<string, IdentityCode>

export async function readIdToken(
  { db, keyring }: IdentityDeps,
  idToken: string | undefined,
): Promise<Claims> {
  if (!idToken) throw new IdentityError('MISSING_ID_TOKEN')
  const checked = await keyring.check(idToken)
  if ('refused' in checked) throw new IdentityError(refusals[checked.refused])
  const { sessionId } = checked.claims
  if (sessionId !== null && (await store.hasSessionEnded(db, checked.claims.uid, sessionId)))
    throw new IdentityError(refusals.revoked)
  return checked.claims
}

/** Returns the user of a valid token, and refuses if the token may no longer be used. */
export function admit(user: UserRow | undefined, { authTime }: Claims): UserRow {
  const status = tokenStatusOf(user, authTime)
  if (status !== 'good') throw new IdentityError(refusals[status])
  return user!
}

/**
 * Requires a recent sign-in for changes of credentials. Anonymous users are exempt, because they cannot authenticate
 * again.
 */
export function requireRecent({ now, options }: IdentityDeps, { authTime, provider }: Claims): void {
  if (provider !== anonymous && seconds(now()) - authTime > options.recentSignInSeconds)
    throw new IdentityError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
}

/** A user with a password can replace it only after signing in with it, or through the mailbox that could reset it. */
export function requirePasswordProof({ password_hash: passwordHash }: UserRow, { provider }: Claims): void {
  if (passwordHash !== null && provider !== 'password')
    throw new IdentityError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
}

/** Exchanges a refresh token for its successor and an ID token. A stolen token ends the session. */
export async function refresh(
  deps: IdentityDeps,
  refreshToken: string,
  caller: Caller,
): Promise<Tokens & { uid: string }> {
  const tokenHash = hashSecret(refreshToken)
  const known = await store.findRefreshToken(deps.db, tokenHash)
  if (!known) throw new IdentityError('TOKEN_EXPIRED')
  await limitQuietly(deps, 'tokenPerSession', known.session_id)

  const outcome = await ensureTransaction(deps, async (deps): Promise<Grant | 'expired' | 'disabled'> => {
    const at = deps.now()
    const { raceSeconds, idleDays } = deps.options
    const user = await store.lockUserOfSession(deps.db, known.session_id)
    const { session, token } = await lockSessionOfToken(deps.db, tokenHash)
    const roles = user ? await store.rolesOf(deps.db, user.id) : []
    const deviceHash = caller.device === null ? null : hashSecret(caller.device)
    const decision = decideRefresh({ token, session, user, roles, deviceHash, at, raceSeconds })
    if (decision === 'expired' || decision === 'disabled' || !session || !user)
      return decision === 'disabled' ? 'disabled' : 'expired'
    if (decision === 'theft') {
      await endStolenSession(deps, user, session.id, caller)
      return 'expired'
    }
    if (decision === 'stale-tab') await audit(deps, 'refresh-stale', user.id, caller)
    const successor = newSecret()
    const identities = await rotateRefreshToken(deps.db, {
      userId: user.id,
      sessionId: session.id,
      tokenHash,
      successorHash: hashSecret(successor),
      at,
      idleExpiresAt: new Date(at.getTime() + idleDays * dayMs),
    })
    return {
      user,
      provider: session.provider,
      authTime: seconds(session.auth_time),
      sessionId: session.id,
      refreshToken: successor,
      identities,
    }
  })
  if (outcome === 'expired') throw new IdentityError('TOKEN_EXPIRED')
  if (outcome === 'disabled') throw new IdentityError('USER_DISABLED')
  return { ...(await tokensOf(deps, outcome)), uid: outcome.user.id }
}

async function endStolenSession(
  deps: InTx<IdentityDeps>,
  user: UserRow,
  sessionId: string,
  caller: Caller,
): Promise<void> {
  await store.revokeSession(deps.db, sessionId, deps.now(), 'refresh token used elsewhere')
  await audit(deps, 'refresh-reused', user.id, caller)
  await voidPendingCodes(deps, user)
  await notifyUser(deps, user, 'sessionEnded', eventContextOf(deps.now(), caller))
}

/** Ends the session of a refresh token. Does nothing if the token is unknown. */
export async function endSession(
  deps: IdentityDeps,
  idToken: string | undefined,
  refreshToken: string,
  caller: Caller,
): Promise<void> {
  const { uid } = await readIdToken(deps, idToken)
  await ensureTransaction(deps, async (deps) => {
    const token = await store.findRefreshToken(deps.db, hashSecret(refreshToken))
    const session = token && (await store.lockSession(deps.db, token.session_id))
    if (!session || session.user_id !== uid || session.revoked_at) return
    await store.revokeSession(deps.db, session.id, deps.now(), 'signed out')
    await audit(deps, 'signed-out', uid, caller)
  })
}

const auditEvent = (
  { now, systemUser }: Pick<Deps, 'now' | 'systemUser'>,
  kind: string,
  userId: string | null,
  caller: Pick<Caller, 'ip'> | null,
  detail: object = {},
) => ({
  id: newId(now()),
  at: now(),
  kind,
  user_id: userId,
  ip: caller?.ip ?? null,
  detail: JSON.stringify(systemUser === undefined ? detail : { ...detail, systemUser }),
})

/** Adds an event to the audit log, in the transaction of what it records. */
export const audit = (
  deps: InTx<Pick<Deps, 'now' | 'systemUser'>>,
  kind: string,
  userId: string | null,
  caller: Pick<Caller, 'ip'> | null,
  detail?: object,
) => store.insertAuditEvent(deps.db, auditEvent(deps, kind, userId, caller, detail))
