import { createHash, randomBytes } from 'node:crypto'
import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import { maxKeys } from '#contract/keys/codes.ts'
import type * as contract from '#contract/keys/keys.ts'
import { refuseDisabled } from '#server/identity/commands.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps, VerifiedViewer, Viewer } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { Problem } from '#server/kernel/problem.ts'
import { hourOf, isWellFormed, stateOf, writeKey } from '#server/keys/key.ts'
import { newKeyLetter } from '#server/keys/mails.ts'
import * as store from '#server/keys/store.ts'
import { viewKey } from '#server/keys/view.ts'
import { notify } from '#server/notices/commands.ts'

const dayMs = 86_400_000
const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest()

type Keys = EndpointResponse<typeof contract.listApiKeys>

export async function listKeys({ db, now }: Deps, { accountId }: Viewer): Promise<Keys> {
  const at = now()
  return { items: (await store.findKeysOf(db, accountId)).map((row) => viewKey(row, at)) }
}

type NewKey = { name: string; scopes: readonly string[]; expiresInDays: number | null }

/** Stores a new key of a person or of the site; nobody can read it again. */
export async function createKey(
  { db, now }: TxDeps,
  owner: store.Owner,
  { name, scopes, expiresInDays }: NewKey,
): Promise<{ id: string; secret: string; ending: string }> {
  if ((await store.lockAndCount(db, owner.account_id)) >= maxKeys)
    throw new Problem('api-keys-too-many', {
      detail: `There can be up to ${maxKeys} API keys. Delete one first.`,
      most: maxKeys,
    })
  const at = now()
  const secret = writeKey(randomBytes(32))
  const [id, ending] = [newId(at), secret.slice(-4)]
  await store.insertKey(db, {
    ...owner,
    id,
    name,
    scopes: [...scopes],
    hash: hashOf(secret),
    ending,
    created_at: at,
    expires_at: expiresInDays === null ? null : new Date(at.getTime() + expiresInDays * dayMs),
  })
  return { id, secret, ending }
}

/** Creates a key and tells the person, because whoever has the key can act as them. */
export function addKey(
  deps: Deps,
  viewer: Viewer,
  body: HandlerInput<typeof contract.addApiKey>['body'],
): Promise<EndpointResponse<typeof contract.addApiKey>> {
  return ensureTransaction(deps, async (deps) => {
    const { accountId, emailVerified } = viewer
    const { name, scopes } = body
    const owner = { account_id: accountId, email_verified: emailVerified }
    const { id, secret, ending } = await createKey(deps, owner, body)
    await notify(deps, {
      accountId,
      kind: 'api-key',
      title: `A new API key, ${name}, can act as you`,
      path: '/account/developers',
      subjectId: id,
      mail: newKeyLetter({ name, ending, scopes }, deps.site),
    })
    const { items } = await listKeys(deps, viewer)
    return { apiKey: items.find((key) => key.id === id)!, secret }
  })
}

export const removeKey = (deps: Deps, viewer: Viewer, keyId: string): Promise<Keys> =>
  ensureTransaction(deps, async (deps) => {
    if (!(await store.deleteKey(deps.db, viewer.accountId, keyId))) throw new Problem('api-key-not-found')
    return listKeys(deps, viewer)
  })

const unknown = () =>
  new Problem('token-invalid', { detail: 'There is no such API key. It was mistyped or has been deleted.' })

/**
 * Verifies the API key of a request. It acts as its person, or as nobody if it is one of the site; without roles and
 * without a recent sign-in, so it never reaches what needs one. `signsInHere`: without a sign-in of this product the person has left.
 */
export async function verifyKey(
  deps: Pick<Deps, 'db' | 'now'>,
  key: string,
  { signsInHere }: { signsInHere: boolean },
): Promise<VerifiedViewer> {
  const row = isWellFormed(key) ? await store.findByHash(deps.db, hashOf(key)) : undefined
  if (!row) throw unknown()
  const at = deps.now()
  const person = row.account_id === null ? programOf(row) : personOf(row, signsInHere)
  refuseUnusable(row, at)
  const hour = hourOf(at)
  if (row.used_at === null || row.used_at < hour) await store.noteUse(deps.db, row.id, hour)
  return {
    ...person,
    authTime: 0,
    sessionId: null,
    issuedAt: Math.floor(row.created_at.getTime() / 1000),
    roles: [],
    key: { id: row.id, scopes: row.scopes, isOfSite: row.account_id === null },
  }
}

function refuseUnusable(row: store.UsedKeyRow, at: Date): void {
  const state = stateOf(row, row.valid_since, at)
  if (state === 'expired')
    throw new Problem('token-expired', {
      detail: 'This API key has expired. Create a new one where it was created.',
    })
  if (state === 'ended')
    throw new Problem('token-revoked', {
      detail:
        'This API key ended with all sign-ins of its person, for example by a new password. Create a new one.',
    })
}

function personOf(row: store.UsedKeyRow, signsInHere: boolean) {
  const { account_id: accountId, external_id: uid } = row
  if (uid === null || row.erased_at || (signsInHere && row.user_id === null)) throw unknown()
  if (row.due_at || row.disabled) throw refuseDisabled(row.due_at ?? undefined)
  return {
    uid,
    accountId,
    email: row.user_email ?? row.email,
    emailVerified: row.user_verified ?? row.email_verified ?? false,
  }
}

const programOf = ({ id }: store.UsedKeyRow) => ({
  uid: `key:${id}`,
  accountId: null,
  email: null,
  emailVerified: false,
})

export const deleteKeysOf = (deps: Deps, accountId: string) =>
  ensureTransaction(deps, ({ db }) => store.deleteKeysOf(db, accountId))
