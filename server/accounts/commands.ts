import type { z } from 'zod'
import type { Account, createAccount as creation, updateAccount as update } from '#contract/accounts.ts'
import { type Permission, permissions } from '#contract/staff/codes.ts'
import * as store from '#server/accounts/store.ts'
import { viewAccount } from '#server/accounts/view.ts'
import { refuseDisabled } from '#server/identity/commands.ts'
import { type Db, type InTx } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TokenViewer, TxDeps, Viewer } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { Problem } from '#server/kernel/problem.ts'
import { requireOpen } from '#server/settings/commands.ts'

/** Returns the account of a verified token's user; called on requests whose token carries no account claim. */
export async function accountOf(db: Db, uid: string): Promise<{ id: string; roles: string[] } | undefined> {
  const found = await store.findIdentity(db, uid)
  if (found?.due_at) throw refuseDisabled(found.due_at)
  return found && { id: found.id, roles: found.roles }
}

export const ownAccountByExternalId = async (
  { db, now }: Deps,
  { uid }: TokenViewer,
  externalUserId: string,
): Promise<Account> =>
  viewAccount(externalUserId === uid ? await store.findByExternalId(db, uid, now()) : undefined)

export const ownAccount = async ({ db, now }: Deps, { uid }: TokenViewer, id: string): Promise<Account> =>
  viewAccount(await store.findOwn(db, { id, externalId: uid, at: now() }))

type Creation = z.output<typeof creation.body>

/** Creates the account of the token's own user only; a second creation finds the row of the first one. */
export function createAccount(
  deps: Deps,
  { uid, email }: TokenViewer,
  input: Creation,
): Promise<{ account: Account; created: boolean }> {
  if (input.externalUserId !== uid || !sameEmail(input.email, email))
    throw new Problem('account-foreign', { detail: 'Use the id and the e-mail address of your own sign-in.' })
  return ensureTransaction(deps, async (deps) => {
    const at = deps.now()
    const inviter = input.inviteCode === undefined ? undefined : await inviterWith(deps.db, input.inviteCode)
    const created = await store.insertAccount(deps.db, {
      id: newId(at),
      external_id: uid,
      name: input.name,
      email: input.email,
      phone_number: input.phoneNumber,
      location: input.location,
      invited_by: inviter?.id ?? null,
      created_at: at,
      updated_at: at,
    })
    // The transaction takes the new account back.
    if (created) await requireOpen(deps.db, 'signUp', inviter !== undefined)
    return { account: viewAccount(await store.findByExternalId(deps.db, uid, at)), created }
  })
}

/** Returns the inviter with this code; `sitterId` is null unless the profile is published. */
export async function inviterWith(db: Db, code: string) {
  const row = await store.findInviter(db, code.toLowerCase())
  return row && { id: row.id, name: row.name, sitterId: row.sitter_id }
}

/** Returns who invited this account, and when; undefined if nobody did. */
export async function invitationOf(db: Db, accountId: string) {
  const row = await store.findInvitation(db, accountId)
  return row?.invited_by ? { inviterId: row.invited_by, at: row.created_at } : undefined
}

/** Returns the name and e-mail address of an account, for a mail; undefined once the account is erased. */
export const receiverOf = (db: Db, accountId: string) => store.findReceiver(db, accountId)

/** Returns the staff with this permission, as recipients of a mail or a notice. */
export const staffWith = (db: Db, permission: Permission) =>
  store.findPeopleInRoles(db, permissions[permission])

export async function ownLink(db: Db, accountId: string) {
  const row = await store.findOwnLink(db, accountId)
  return { code: row.invite_code, isSitter: row.sitter_id !== null, invited: Number(row.invited) }
}

const sameEmail = (one: string, other: string | null) => one.toLowerCase() === other?.toLowerCase()

type Changes = z.output<typeof update.body>

export function updateAccount(deps: Deps, { uid }: Viewer, id: string, changes: Changes): Promise<Account> {
  return ensureTransaction(deps, async (deps) => {
    const before = await store.lockOwn(deps.db, id, uid)
    if (!before) throw new Problem('account-not-found')
    if (changes.version !== undefined && changes.version !== before.version)
      throw new Problem('version-stale', { detail: 'Read your account again and repeat the change.' })
    await store.saveAccount(deps.db, id, {
      name: changes.name,
      phone_number: changes.phoneNumber,
      location: changes.location,
      locale: changes.locale,
      time_zone: knownTimeZone(changes.timeZone),
      updated_at: deps.now(),
    })
    if (changes.name !== before.name) await deps.enqueue(deps.db, 'accounts.rename-sitter', { accountId: id })
    return viewAccount(await store.findOwn(deps.db, { id, externalId: uid, at: deps.now() }))
  })
}

/** Sets the name or the telephone number of somebody else, for staff. */
export async function correctAccount(
  { db, now, enqueue }: TxDeps,
  accountId: string,
  { name, phoneNumber }: { name?: string; phoneNumber?: string | null },
): Promise<void> {
  await store.saveAccount(db, accountId, {
    ...(name !== undefined && { name }),
    ...(phoneNumber !== undefined && { phone_number: phoneNumber }),
    updated_at: now(),
  })
  if (name !== undefined) await enqueue(db, 'accounts.rename-sitter', { accountId })
}

function knownTimeZone(timeZone: string | null): string | null {
  if (timeZone === null) return null
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone }).resolvedOptions().timeZone
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new Problem('request-invalid', {
      detail: 'Correct the fields named in "errors" and send it again.',
      errors: [{ path: 'timeZone', message: 'Choose a time zone like Europe/Lisbon' }],
    })
  }
}

/**
 * Copies the sign-in's e-mail address to the account, so that booking mails go to the current address. The order in
 * which the jobs run does not matter, because the address is read afresh.
 */
export function refreshEmail(deps: Deps, uid: string): Promise<void> {
  return ensureTransaction(deps, async (deps) => {
    const account = await store.lockByExternalId(deps.db, uid)
    const email = await store.findSignInEmail(deps.db, uid)
    if (account && email && account.email !== email)
      await store.saveAccount(deps.db, account.id, { email, updated_at: deps.now() })
  })
}

/** Ends one way to read an account without signing in. */
export type AccessEnder = (deps: TxDeps, accountId: string) => Promise<unknown>

/** Ends every such way, because somebody else may have created it before the owner of the address had the account. */
export const endOtherAccess = (
  deps: Deps,
  accessEnders: readonly AccessEnder[],
  uid: string,
): Promise<void> =>
  ensureTransaction(deps, async (deps) => {
    const account = await store.lockByExternalId(deps.db, uid)
    if (account) for (const end of accessEnders) await end(deps, account.id)
  })

/** Sets the account's photo to a stored file, or to none. */
export const setPhotoUrl = (
  { db, now }: InTx<Pick<Deps, 'now'>>,
  accountId: string,
  photoUrl: string | null,
) => store.saveAccount(db, accountId, { photo_url: photoUrl, updated_at: now() })
