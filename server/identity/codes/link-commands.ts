import { requireCode, requireUser, consumeCode } from '#server/identity/codes/commands.ts'
import { addUser, newAddress, requireEmail, type SignedIn } from '#server/identity/commands.ts'
import { disabledError } from '#server/identity/deletion/disabled-commands.ts'
import type { Caller, IdentityDeps } from '#server/identity/deps.ts'
import { canonicalEmail } from '#server/identity/email.ts'
import { IdentityError } from '#server/identity/error.ts'
import { type Grant, openSession, tokensOf } from '#server/identity/sessions/commands.ts'
import { takeOver } from '#server/identity/sessions/ending-commands.ts'
import * as store from '#server/identity/store.ts'
import type { UserRow } from '#server/identity/store.ts'
import { type Tx, type InTx } from '#server/kernel/db/db.ts'
import { violates } from '#server/kernel/db/errors.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'

/** Signs in with the link of a mail, which proves the address. Creates a user if there is none. */
export async function signInWithLink(
  deps: IdentityDeps,
  {
    email: typed,
    code,
    idToken,
  }: { email: string | undefined; code: string | undefined; idToken: string | undefined },
  caller: Caller,
): Promise<SignedIn & { isNewUser: boolean }> {
  const email = requireEmail(typed)
  const found = await requireCode(deps, code, caller)
  if (found.type !== 'EMAIL_SIGNIN') throw new IdentityError('INVALID_OOB_CODE')
  if (found.email !== canonicalEmail(email))
    throw new IdentityError('INVALID_EMAIL', 'The email provided does not match the sign-in email address.')
  const linking = idToken ? await requireUser(deps, idToken) : undefined

  const work = async (deps: InTx<IdentityDeps>) => {
    await consumeCode(deps, found)
    const at = deps.now()
    const known = await store.findUserByEmail(deps.db, found.email)
    if (linking && linking.id !== known?.id) {
      if (known) throw new IdentityError('EMAIL_EXISTS')
      return { grant: await giveAddress(deps, linking, email, caller), isNewUser: false }
    }
    if (!known) {
      const created = await addUser(deps.db, at, {
        email,
        passwordHash: null,
        name: null,
        emailVerified: true,
        emailLinkEnabled: true,
      })
      const grant = await openSession(deps, created, 'password', caller, { kind: 'signed-up' })
      return { grant, isNewUser: true }
    }
    const user = await lockLinked(deps.db, known.id)
    const proof = { email_verified: true, email_link_enabled: true, last_login_at: at, last_refresh_at: at }
    // Whoever set a password for an address they never verified must lose access.
    const updated =
      user.email_verified || linking
        ? await store.changeUser(deps.db, user.id, proof)
        : await takeOver(deps, user.id, 'address proved by a link', proof)
    const grant = await openSession(deps, updated, 'password', caller, { kind: 'signed-in' })
    return { grant, isNewUser: false }
  }
  const { grant, isNewUser } = await ensureTransaction(deps, work).catch((error: unknown) => {
    throw violates(error, 'users_email_canonical') ? new IdentityError('INVALID_OOB_CODE') : error
  })
  return { ...(await tokensOf(deps, grant)), user: grant.user, isNewUser }
}

/** Gives a user without an address, anonymous or from a provider that names none, the address they have proved. */
async function giveAddress(
  deps: InTx<IdentityDeps>,
  linking: UserRow,
  email: string,
  caller: Caller,
): Promise<Grant> {
  const user = await lockLinked(deps.db, linking.id)
  if (user.email !== null) throw new IdentityError('OPERATION_NOT_ALLOWED')
  const updated = await store.changeUser(deps.db, user.id, {
    ...newAddress(user, email, true),
    email_link_enabled: true,
  })
  await deps.enqueue(deps.db, 'accounts.refresh-email', { uid: user.id })
  return openSession(deps, updated, 'password', caller, { kind: 'address-linked' })
}

async function lockLinked(tx: Tx, id: string): Promise<UserRow> {
  const user = await store.lockUser(tx, id)
  if (!user) throw new IdentityError('USER_NOT_FOUND')
  if (user.disabled) throw await disabledError(tx, user.id)
  return user
}
