import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTPayload,
} from 'jose'
import type { IdentityOptions } from '#server/identity/options.ts'
import {
  changeKey,
  deleteKeys,
  deleteKeysRetiredBefore,
  findKeys,
  insertKey,
  type KeyRow,
  lockKeys,
} from '#server/identity/store.ts'
import { type Checked, checkIdToken } from '#server/identity/tokens/id-token-check.ts'
import { Jwk } from '#server/identity/tokens/jwk.ts'
import { seal, unsealWithAny } from '#server/identity/tokens/secret.ts'
import { type Db, type Tx } from '#server/kernel/db/db.ts'
import { ensureTransaction, inTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { Resealed } from '#server/kernel/seal.ts'
import { PermanentStartError } from '#server/kernel/start-error.ts'
import { operatorCommand } from '#server/kernel/version.ts'

const hour = 3_600_000
const day = 24 * hour
/** Long enough for every process to load a new key before it is used for signing. */
const publishedAheadMs = day
/** Lifetime of a token, plus the time for which a process may keep signing with the key it has loaded. */
const retentionMs = hour + 15 * 60_000
const reloadMs = 5 * 60_000
const unknownKidReloadMs = 5_000

/** Computes the signature in the thread pool, so that other requests do not wait. */
const signAside = (text: string, key: KeyObject): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    sign('sha256', Buffer.from(text), key, (error, signature) => (error ? reject(error) : resolve(signature)))
  })
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

type Ring = {
  /** The header of the tokens, encoded, and the key that signs them. */
  signing: { header: string; key: KeyObject }
  keySet: ReturnType<typeof createLocalJWKSet>
  jwks: { keys: JWK[] }
  loadedAt: Date
}
type KeyDeps = Pick<Deps, 'db' | 'now'>
type SealOptions = Pick<IdentityOptions, 'keyEncryptionKey' | 'previousKeyEncryptionKeys'>
type KeyOptions = Pick<
  IdentityOptions,
  'keyEncryptionKey' | 'previousKeyEncryptionKeys' | 'issuer' | 'projectId' | 'keyRotationDays' | 'anonymous'
>

export type Keyring = {
  sign: (payload: JWTPayload) => Promise<string>
  /** Checks signature, dates and claims, but not whether the user may still use the token. */
  check: (token: string, db?: Db) => Promise<Checked>
  jwks: () => Promise<{ keys: JWK[] }>
  reload: () => Promise<void>
}

/**
 * Creates a keyring. Keys are stored encrypted in the database; each process caches them and reloads them every five
 * minutes.
 */
export function createKeyring(deps: KeyDeps, options: KeyOptions): Keyring {
  let ring: Promise<Ring> | undefined

  const load = (db: Db): Promise<Ring> => {
    const loading = loadRing({ ...deps, db }, options)
    ring = loading
    loading.catch(() => {
      if (ring === loading) ring = undefined
    })
    return loading
  }
  const current = async (db: Db, maxAgeMs: number): Promise<Ring> => {
    const known = await (ring ?? load(db))
    return deps.now().getTime() - known.loadedAt.getTime() >= maxAgeMs ? load(db) : known
  }

  return {
    check: (token, db = deps.db) =>
      checkIdToken(
        token,
        options,
        deps.now(),
        async (isMissing) => (await current(db, isMissing ? unknownKidReloadMs : reloadMs)).keySet,
      ),
    async sign(payload) {
      const { signing } = await current(deps.db, reloadMs)
      const signed = `${signing.header}.${encode(payload)}`
      const signature = await signAside(signed, signing.key)
      return `${signed}.${signature.toString('base64url')}`
    },
    jwks: async () => (await current(deps.db, reloadMs)).jwks,
    reload: async () => {
      await load(deps.db)
    },
  }
}

async function loadRing(deps: KeyDeps, options: KeyOptions): Promise<Ring> {
  let rows = await findKeys(deps.db)
  if (!rows.some(({ state }) => state === 'active'))
    rows = await ensureTransaction(deps, (deps) => createFirstKey(deps.db, options, deps.now()))
  const active = rows.find(({ state }) => state === 'active')!
  const key = createPrivateKey({ key: Jwk.parse(JSON.parse(decryptKey(active, options))), format: 'jwk' })
  if (key.asymmetricKeyType !== 'rsa') throw new Error('The signing key is not an RSA key')
  const keys = rows.map(({ public_jwk: publicKey }) => Jwk.parse(publicKey))
  return {
    signing: { header: encode({ alg: 'RS256', kid: active.kid, typ: 'JWT' }), key },
    keySet: createLocalJWKSet({ keys }),
    jwks: { keys },
    loadedAt: deps.now(),
  }
}

const tryDecryptKey = (
  { private_jwk_encrypted: sealed, kid }: KeyRow,
  { keyEncryptionKey, previousKeyEncryptionKeys }: SealOptions,
) => unsealWithAny(sealed, [keyEncryptionKey, ...previousKeyEncryptionKeys], kid)

function decryptKey(row: KeyRow, options: SealOptions): string {
  const decrypted = tryDecryptKey(row, options)
  if (decrypted) return decrypted.plain
  throw new PermanentStartError(
    `The signing keys in the database are encrypted with another secret. Set SECRET_PREVIOUS to the earlier SECRET, or set the earlier IDENTITY_KEY_ENCRYPTION_KEY. If it is lost, run "${operatorCommand('rotate-keys --at-once')}" and start again.`,
  )
}

/**
 * Stops the server from starting if the signing key cannot be decrypted, because nobody could sign in and data would
 * be encrypted with a wrong secret.
 */
export async function requireReadableKeys(db: Db, options: SealOptions): Promise<void> {
  const active = (await findKeys(db)).find(({ state }) => state === 'active')
  if (active) decryptKey(active, options)
}

/**
 * Encrypts with the current secret what an earlier one encrypted. Keys that no secret opens are counted and left
 * unchanged.
 */
export const resealSigningKeys = (db: Db, options: SealOptions): Promise<Resealed> =>
  inTransaction(db, async (tx) => {
    await lockKeys(tx)
    const done: Resealed = { resealed: 0, unreadable: 0 }
    for (const row of await findKeys(tx)) {
      const decrypted = tryDecryptKey(row, options)
      if (decrypted === null) done.unreadable += 1
      else if (!decrypted.isFirst) {
        const sealed = seal(decrypted.plain, options.keyEncryptionKey, row.kid)
        await changeKey(tx, row.kid, { private_jwk_encrypted: sealed })
        done.resealed += 1
      }
    }
    return done
  })

async function createFirstKey(tx: Tx, options: KeyOptions, at: Date): Promise<KeyRow[]> {
  await lockKeys(tx)
  const rows = await findKeys(tx)
  if (!rows.some(({ state }) => state === 'active')) await addKey(tx, options, 'active', at)
  return findKeys(tx)
}

async function addKey(
  tx: Tx,
  { keyEncryptionKey }: KeyOptions,
  state: 'next' | 'active',
  notBefore: Date,
): Promise<void> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  const publicJwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(publicJwk)
  await insertKey(tx, {
    kid,
    alg: 'RS256',
    private_jwk_encrypted: seal(JSON.stringify(await exportJWK(privateKey)), keyEncryptionKey, kid),
    public_jwk: JSON.stringify({ ...publicJwk, kid, alg: 'RS256', use: 'sig' }),
    state,
    not_before: notBefore,
  })
}

/** Starts the rotation now; does nothing if it has already started. */
export async function publishNextKey(tx: Tx, options: KeyOptions, at: Date): Promise<void> {
  await lockKeys(tx)
  const rows = await findKeys(tx)
  if (!rows.some(({ state }) => state === 'active')) await addKey(tx, options, 'active', at)
  else if (!rows.some(({ state }) => state === 'next'))
    await addKey(tx, options, 'next', new Date(at.getTime() + publishedAheadMs))
}

/** Replaces all keys after a leak. Every process drops the old ones at its next reload. */
export async function replaceKeys(tx: Tx, options: KeyOptions, at: Date): Promise<void> {
  await lockKeys(tx)
  await deleteKeys(tx)
  await addKey(tx, options, 'active', at)
}

/**
 * Carries out one step of the rotation: publish the next key a day ahead, activate it, and delete the old one once
 * its tokens have expired.
 */
export function rotateKeys(deps: KeyDeps, options: KeyOptions): Promise<void> {
  const at = deps.now()
  return ensureTransaction(deps, async ({ db }) => {
    await lockKeys(db)
    const rows = await findKeys(db)
    const active = rows.find(({ state }) => state === 'active')
    const next = rows.find(({ state }) => state === 'next')
    if (!active) await addKey(db, options, 'active', at)
    else if (next && next.not_before <= at) {
      await changeKey(db, active.kid, {
        state: 'retired',
        retire_after: new Date(at.getTime() + retentionMs),
      })
      await changeKey(db, next.kid, { state: 'active' })
    } else if (
      !next &&
      at.getTime() - active.not_before.getTime() >= options.keyRotationDays * day - publishedAheadMs
    )
      await addKey(db, options, 'next', new Date(at.getTime() + publishedAheadMs))
    await deleteKeysRetiredBefore(db, at)
  })
}
