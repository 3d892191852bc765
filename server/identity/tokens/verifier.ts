import { staffSignInHours } from '#contract/codes.ts'
import type { ProblemCode } from '#contract/problem.ts'
import { pendingDeletionMessage } from '#server/identity/deletion/deletion.ts'
import { findDeletion } from '#server/identity/deletion/store.ts'
import type { IdentityOptions } from '#server/identity/options.ts'
import { findUserState } from '#server/identity/store.ts'
import { type Claims, isStaffSignInOver, tokenStatusOf } from '#server/identity/tokens/id-token.ts'
import { createKeyring, type Keyring } from '#server/identity/tokens/keyring.ts'
import type { Db } from '#server/kernel/db/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'

/** Options of a check: the connection to use, and whether the request changes something. */
export type VerifyOptions = { db?: Db; isWrite?: boolean }
/** `account` is null if the user has none yet, and missing if the check has not read it. */
export type Verified = Claims & { account?: { id: string; roles: string[] } | null }
export type IdTokenVerifier = {
  verify: (token: string, options?: VerifyOptions) => Promise<Verified>
  /** Checks a sign-in again whose token was verified before and may have expired; returns what is known of it now. */
  verifyAgain: (signIn: VerifiedSignIn, db: Db) => Promise<VerifiedSignIn & Pick<Verified, 'account'>>
}
export type VerifiedSignIn = Omit<Claims, 'provider'>

const refusals = {
  invalid: ['token-invalid', 'Sign in again.'],
  expired: ['token-expired', 'Refresh the token and repeat the request.'],
  missing: ['token-revoked', 'Sign in again.'],
  revoked: ['token-revoked', 'Sign in again.'],
  disabled: ['user-disabled', 'Ask the operator of this site.'],
} as const satisfies Record<string, readonly [ProblemCode, string]>

export const refuse = (reason: keyof typeof refusals): Problem =>
  new Problem(refusals[reason][0], { detail: refusals[reason][1] })

/** Refuses the old sign-in of a member of staff, whichever service issued it, because roles are managed by the product. */
export function refuseOldStaffSignIn(roles: readonly string[], authTime: number, at: Date): void {
  if (isStaffSignInOver(roles, authTime, at))
    throw new Problem('token-revoked', {
      detail: `An operator’s sign-in lasts ${staffSignInHours} hours. Sign in again.`,
    })
}

/** Refusal of a disabled user, or of one whose account is to be deleted. */
export const refuseDisabled = (dueAt: Date | undefined): Problem =>
  dueAt ? new Problem('user-disabled', { detail: pendingDeletionMessage(dueAt) }) : refuse('disabled')

/** Identifies the sender of a bearer token. A disabled user or an ended session is refused at once. */
export function createIdTokenVerifier(
  deps: Pick<Deps, 'db' | 'now'>,
  options: IdentityOptions,
  keyring: Keyring = createKeyring(deps, options),
): IdTokenVerifier {
  async function goodStateOf(db: Db, { uid, authTime, sessionId }: VerifiedSignIn) {
    const state = await findUserState(db, uid, sessionId)
    if (!state) throw refuse('missing')
    const status = tokenStatusOf(state, authTime)
    if (status === 'disabled') throw refuseDisabled((await findDeletion(db, uid))?.due_at)
    if (status !== 'good') throw refuse(status)
    return state
  }
  return {
    async verify(token, { db = deps.db } = {}) {
      const checked = await keyring.check(token, db)
      if ('refused' in checked) throw refuse(checked.refused)
      const { account } = await goodStateOf(db, checked.claims)
      return { ...checked.claims, account }
    },
    async verifyAgain(signIn, db) {
      const {
        account,
        email,
        email_verified: emailVerified,
        sessionExpiresAt,
      } = await goodStateOf(db, signIn)
      if (!sessionExpiresAt || sessionExpiresAt <= deps.now()) throw refuse('revoked')
      return { ...signIn, email, emailVerified, account }
    },
  }
}
