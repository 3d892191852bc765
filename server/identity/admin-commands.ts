import { setDisabledAfterDeletion } from '#server/identity/deletion/commands.ts'
import { canonicalEmail } from '#server/identity/email.ts'
import { mailSiteOf, securedByStaff, writeMail } from '#server/identity/mails.ts'
import type { IdentityOptions } from '#server/identity/options.ts'
import { audit } from '#server/identity/sessions/commands.ts'
import { endAllSessions } from '#server/identity/sessions/ending-commands.ts'
import { eventContextOf, notifyUser } from '#server/identity/sessions/notice-commands.ts'
import * as store from '#server/identity/store.ts'
import { reservedClaims } from '#server/identity/tokens/id-token.ts'
import { publishNextKey, replaceKeys } from '#server/identity/tokens/keyring.ts'
import type { InTx } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { queueMail } from '#server/kernel/mail/mail.ts'
import { Problem } from '#server/kernel/problem.ts'

/** Operations for the command line; the desk reaches some of them through commands of later slices. */
type AdminDeps = Pick<Deps, 'db' | 'now' | 'enqueue' | 'site' | 'systemUser'>
const maxClaimsBytes = 1_000

async function changeExistingUser<T>(
  deps: AdminDeps,
  uid: string,
  kind: string,
  change: (deps: InTx<AdminDeps>, user: store.UserRow) => Promise<T>,
): Promise<T> {
  return ensureTransaction(deps, async (deps) => {
    const user = await store.lockUser(deps.db, uid)
    if (!user) throw new Problem('account-not-found')
    const result = await change(deps, user)
    await audit(deps, kind, uid, null)
    return result
  })
}

/**
 * Disables a user, whose next request is refused. Tokens and codes issued before stay invalid after the user is
 * enabled again. While the account waits for its deletion, undoing the deletion leaves the user disabled. Returns false
 * if that was so before.
 */
export const disableUser = (deps: AdminDeps, uid: string): Promise<boolean> =>
  changeExistingUser(deps, uid, 'disabled', async (deps, user) => {
    const before = await setDisabledAfterDeletion(deps, uid, true)
    await endAllSessions(deps, uid, 'disabled', { disabled: true })
    return !(before ?? user.disabled)
  })

/**
 * Enables a user. While the account waits for its deletion, that happens only when the deletion is undone. Returns false
 * if the user was not disabled.
 */
export const enableUser = (deps: AdminDeps, uid: string): Promise<boolean> =>
  changeExistingUser(deps, uid, 'enabled', async (deps, user) => {
    const before = await setDisabledAfterDeletion(deps, uid, false)
    if (before === undefined) await store.changeUser(deps.db, uid, { disabled: false })
    return before ?? user.disabled
  })

export const endSessionsOf = (deps: AdminDeps, uid: string) =>
  changeExistingUser(deps, uid, 'sessions-ended', async (deps) => {
    const user = await endAllSessions(deps, uid, 'ended by the operator')
    await notifyUser(deps, user, 'sessionsEnded', eventContextOf(deps.now(), null))
  })

type Securing = { reason: string; removesPassword: boolean }

const refused = (detail: string) => new Problem('person-change-refused', { detail })
const closed = 'Nobody can sign in to this account now: it is suspended or about to be deleted.'

/**
 * Signs a user out everywhere, for a reason that is mailed. If `removesPassword`, the password no longer signs in, and
 * the user chooses a new one through their mailbox. Returns on how many devices the user was signed in.
 */
export const secureUser = (
  deps: AdminDeps,
  uid: string,
  { reason, removesPassword }: Securing,
): Promise<number> =>
  changeExistingUser(
    deps,
    uid,
    removesPassword ? 'password-reset-forced' : 'sessions-ended',
    async (deps, { disabled, password_hash: passwordHash }) => {
      if (disabled) throw refused(closed)
      if (removesPassword && passwordHash === null)
        throw refused(
          'This account has no password: the person signs in with another service or with links by mail. You can sign them out on all devices instead.',
        )
      const { length: devices } = await store.listLiveSessions(deps.db, uid, deps.now())
      const change = removesPassword ? { password_hash: null, password_updated_at: null } : {}
      const user = await endAllSessions(deps, uid, 'ended by the operator', change)
      const site = mailSiteOf(deps)
      const context = eventContextOf(deps.now(), null)
      const letter = securedByStaff(user.display_name, site, {
        reason,
        isPasswordRemoved: removesPassword,
        context,
      })
      if (user.email)
        await queueMail(deps, {
          ...writeMail(user.email, letter, site),
          replyTo: deps.site.operator.email,
        })
      return devices
    },
  )

type AddressChange = { newEmail: string; reason: string }

/** Begins to change the address of a user for staff: a job mails the link to the new address that confirms it. */
export const requestAddressChange = (
  deps: AdminDeps,
  uid: string,
  { newEmail, reason }: AddressChange,
): Promise<void> =>
  changeExistingUser(deps, uid, 'address-change-asked', async (deps, { disabled }) => {
    if (disabled) throw refused(closed)
    if (await store.findUserByEmail(deps.db, canonicalEmail(newEmail)))
      throw refused('An account with this e-mail address exists already.')
    await deps.enqueue(deps.db, 'identity.mail-address-change', { uid, newEmail, reason })
  })

/** Sets additional claims for the ID token; names used by the protocol are refused. */
export async function setClaims(
  deps: AdminDeps,
  uid: string,
  claims: Record<string, unknown>,
): Promise<void> {
  const text = JSON.stringify(claims)
  const reserved = Object.keys(claims).find((name) => reservedClaims.has(name))
  if (reserved || Buffer.byteLength(text) > maxClaimsBytes)
    throw new Problem('request-invalid', {
      detail: reserved
        ? `"${reserved}" is a reserved claim name.`
        : `Claims may have at most ${maxClaimsBytes} bytes.`,
    })
  await changeExistingUser(deps, uid, 'claims-set', ({ db }) =>
    store.changeUser(db, uid, { custom_claims: text }),
  )
}

/** Security events, the newest first. */
export const auditTrail = ({ db }: Pick<Deps, 'db'>, filter: store.AuditFilter) =>
  store.listAuditEvents(db, filter)

/** Starts the rotation, in which the next key signs after a day, or replaces the keys at once if one has leaked. */
export const rotateKeysNow = (
  deps: AdminDeps,
  options: IdentityOptions,
  how: 'in a day' | 'at once',
): Promise<void> =>
  ensureTransaction(deps, async (deps) => {
    await (how === 'at once' ? replaceKeys : publishNextKey)(deps.db, options, deps.now())
    await audit(deps, 'keys-rotated', null, null, { how })
  })
