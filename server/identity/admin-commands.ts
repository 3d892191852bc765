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
import { Problem } from '#server/kernel/problem.ts'

/** Operations for the command line; they are not available over HTTP. */
type AdminDeps = Pick<Deps, 'db' | 'now' | 'enqueue' | 'site' | 'systemUser'>
const maxClaimsBytes = 1_000

async function changeExistingUser(
  deps: AdminDeps,
  uid: string,
  kind: string,
  change: (deps: InTx<AdminDeps>) => Promise<unknown>,
) {
  await ensureTransaction(deps, async (deps) => {
    if (!(await store.lockUser(deps.db, uid))) throw new Problem('account-not-found')
    await change(deps)
    await audit(deps, kind, uid, null)
  })
}

/**
 * Disables a user, whose next request is refused. Tokens and codes issued before stay invalid after the user is
 * enabled again.
 */
export const disableUser = (deps: AdminDeps, uid: string) =>
  changeExistingUser(deps, uid, 'disabled', (deps) =>
    endAllSessions(deps, uid, 'disabled', { disabled: true }),
  )
export const enableUser = (deps: AdminDeps, uid: string) =>
  changeExistingUser(deps, uid, 'enabled', ({ db }) => store.changeUser(db, uid, { disabled: false }))
export const endSessionsOf = (deps: AdminDeps, uid: string) =>
  changeExistingUser(deps, uid, 'sessions-ended', async (deps) => {
    const user = await endAllSessions(deps, uid, 'ended by the operator')
    await notifyUser(deps, user, 'sessionsEnded', eventContextOf(deps.now(), null))
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
