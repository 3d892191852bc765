import { sql } from 'kysely'
import { requireEmail } from '#server/identity/commands.ts'
import { removeUser } from '#server/identity/deletion/commands.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { canonicalEmail } from '#server/identity/email.ts'
import { deleteIdentities, listIdentities, putIdentity } from '#server/identity/federation/store.ts'
import { type Fields, readFields } from '#server/identity/fields.ts'
import { passwordFault } from '#server/identity/passwords/policy.ts'
import * as store from '#server/identity/store.ts'
import type { UserRow } from '#server/identity/store.ts'
import { newUserId } from '#server/identity/tokens/secret.ts'
import { redacted, viewProfile, viewProviders, viewUser } from '#server/identity/view.ts'
import { type Tx, type InTx } from '#server/kernel/db/db.ts'
import { violates } from '#server/kernel/db/errors.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import { wholeSecond } from '#test/conformance/caller.ts'
import { readCustomClaims } from '#test/conformance/claims.ts'
import { type Body, type Call, textsOf } from '#test/conformance/entry.ts'
import { sendOobCode } from '#test/conformance/owner-codes.ts'
import { Refusal } from '#test/conformance/refusal.ts'
import { createSessionCookie } from '#test/conformance/session-cookie.ts'

const listOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String)

export const viewChanged = async (deps: IdentityDeps, user: UserRow) => ({
  localId: user.id,
  ...viewProfile(user),
  ...(user.email ? { email: user.email, emailVerified: user.email_verified } : {}),
  ...(user.password_hash ? { passwordHash: redacted } : {}),
  providerUserInfo: viewProviders(user, await listIdentities(deps.db, user.id)),
})

async function passwordColumns({ hasher, options, now }: IdentityDeps, password: string | undefined) {
  if (password === undefined) return {}
  const fault = passwordFault(password, { email: null, name: null }, options.passwords)
  if (fault) throw new Refusal(`${fault.code} : ${fault.text}`)
  return { password_hash: await hasher.hash(password), password_updated_at: now() }
}

const claimsOf = (text: string | undefined) =>
  text === undefined ? {} : { custom_claims: readCustomClaims(text) }

const addressColumns = (typed: string | undefined) => {
  if (typed === undefined) return {}
  const email = requireEmail(typed)
  return { email, email_canonical: canonicalEmail(email) }
}

const flagOf = (fields: Fields, name: string, column: 'disabled' | 'email_verified') =>
  fields.flag(name) ? { [column]: true } : fields.isFalse(name) ? { [column]: false } : {}

const profileColumns = (fields: Fields) => {
  const [name, photo, cleared] = [
    fields.text('displayName'),
    fields.text('photoUrl'),
    fields.list('deleteAttribute'),
  ]
  return {
    ...(name === undefined ? {} : { display_name: name || null }),
    ...(photo === undefined ? {} : { photo_url: photo || null }),
    ...(cleared.includes('DISPLAY_NAME') ? { display_name: null } : {}),
    ...(cleared.includes('PHOTO_URL') ? { photo_url: null } : {}),
  }
}

/** Links a provider identity without proof. */
export async function linkIdentity(deps: InTx<IdentityDeps>, uid: string, given: unknown): Promise<void> {
  if (typeof given !== 'object' || given === null) return
  const { providerId, rawId, email, displayName, photoUrl } = textsOf(given)
  if (!providerId) throw new Refusal('MISSING_PROVIDER_ID')
  if (!rawId) throw new Refusal('MISSING_RAW_ID')
  await putIdentity(deps.db, {
    provider: providerId,
    raw_id: rawId,
    user_id: uid,
    email: email ?? null,
    profile: JSON.stringify({ displayName, photoUrl }),
    linked_at: deps.now(),
    used_at: deps.now(),
  })
}

const lockExistingUser = async (tx: Tx, localId: string | undefined): Promise<UserRow> => {
  if (!localId) throw new Refusal('MISSING_LOCAL_ID')
  const user = await store.lockUser(tx, localId)
  if (!user) throw new Refusal('USER_NOT_FOUND')
  return user
}

export const refuseTaken = (error: unknown): never => {
  if (violates(error, 'users_email_canonical')) throw new Refusal('EMAIL_EXISTS')
  if (violates(error, 'users_pkey')) throw new Refusal('DUPLICATE_LOCAL_ID')
  if (violates(error, 'user_identities_pkey')) throw new Refusal('FEDERATED_USER_ID_ALREADY_LINKED')
  throw error
}

async function update(deps: IdentityDeps, body: Body): Promise<object> {
  const fields = readFields(body)
  const password = await passwordColumns(deps, fields.text('password'))
  const removed = fields.list('deleteProvider')
  const validSince = fields.text('validSince')
  const change = {
    ...profileColumns(fields),
    ...addressColumns(fields.text('email')),
    ...password,
    ...claimsOf(fields.text('customAttributes')),
    ...flagOf(fields, 'disableUser', 'disabled'),
    ...flagOf(fields, 'emailVerified', 'email_verified'),
    ...(validSince === undefined ? {} : { valid_since: new Date(Number(validSince) * 1000) }),
    ...('password_hash' in password && validSince === undefined
      ? { valid_since: wholeSecond(deps.now()) }
      : {}),
    ...(removed.includes('password')
      ? { password_hash: null, password_updated_at: null, email_link_enabled: false }
      : {}),
  }
  const user = await ensureTransaction(deps, async (deps) => {
    const { id } = await lockExistingUser(deps.db, fields.text('localId'))
    if (removed.length > 0) await deleteIdentities(deps.db, id, removed)
    await linkIdentity(deps, id, body['linkProviderUserInfo'])
    return Object.keys(change).length > 0
      ? store.changeUser(deps.db, id, change)
      : lockExistingUser(deps.db, id)
  }).catch(refuseTaken)
  return { kind: 'identitytoolkit#SetAccountInfoResponse', ...(await viewChanged(deps, user)) }
}

async function lookup(deps: IdentityDeps, body: Body): Promise<object> {
  const found = await Promise.all([
    ...listOf(body['localId']).map((id) => store.findUser(deps.db, id)),
    ...listOf(body['email']).map((email) => store.findUserByEmail(deps.db, canonicalEmail(email))),
  ])
  const known = new Map(found.flatMap((user) => (user ? [[user.id, user] as const] : [])))
  const users = await Promise.all(
    [...known.values()].map(async (user) => viewUser(user, await listIdentities(deps.db, user.id))),
  )
  return { kind: 'identitytoolkit#GetAccountInfoResponse', ...(users.length > 0 ? { users } : {}) }
}

async function signUp(deps: IdentityDeps, body: Body): Promise<object> {
  const fields = readFields(body)
  const at = deps.now()
  const address = addressColumns(fields.text('email'))
  const user = {
    id: fields.text('localId') ?? newUserId(),
    ...address,
    initial_email: address.email ?? null,
    ...profileColumns(fields),
    ...(await passwordColumns(deps, fields.text('password'))),
    ...claimsOf(fields.text('customAttributes')),
    ...flagOf(fields, 'disabled', 'disabled'),
    ...flagOf(fields, 'emailVerified', 'email_verified'),
    valid_since: wholeSecond(at),
    created_at: at,
    last_login_at: at,
    last_refresh_at: at,
  }
  const created = await ensureTransaction(deps, ({ db }) => store.insertUser(db, user)).catch(refuseTaken)
  return {
    kind: 'identitytoolkit#SignupNewUserResponse',
    localId: created.id,
    ...(created.email ? { email: created.email } : {}),
    ...(created.display_name ? { displayName: created.display_name } : {}),
  }
}

async function remove(deps: IdentityDeps, body: Body): Promise<object> {
  await ensureTransaction(deps, async (deps) => {
    const { id } = await lockExistingUser(deps.db, readFields(body).text('localId'))
    await removeUser(deps, id, null)
  })
  return { kind: 'identitytoolkit#DeleteAccountResponse' }
}

/** Returns all users, or their number. */
const query: Call = async ({ db }, body) => {
  const rows = await db
    .selectFrom('identity.users')
    .selectAll()
    .orderBy(sql`id collate "C"`)
    .$castTo<UserRow>()
    .execute()
  if (body['returnUserInfo'] === false) return { recordsCount: String(rows.length) }
  const userInfo = await Promise.all(
    rows.map(async (user) => viewUser(user, await listIdentities(db, user.id))),
  )
  return { recordsCount: String(rows.length), userInfo }
}

export const ownerCalls: Record<string, Call> = {
  update,
  lookup,
  delete: remove,
  signUp,
  sendOobCode,
  query,
  createSessionCookie,
}
