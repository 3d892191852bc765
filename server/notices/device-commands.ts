import type { z } from 'zod'
import type { addPushDevice } from '#contract/notices/notices.ts'
import { seal, unsealWithAny } from '#server/identity/tokens/secret.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Site, TxDeps, Viewer } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { isPushAddress, newPushKeys, type PushKeys } from '#server/kernel/outside/push.ts'
import { Problem } from '#server/kernel/problem.ts'
import { type Resealed, Unsealable } from '#server/kernel/seal.ts'
import * as store from '#server/notices/device-store.ts'

const mostDevices = 20
const purpose = 'web push'

/** Returns the keys for web push: the operator's, or those in the database, generated on first use. */
export async function pushKeysOf(deps: Pick<Deps, 'db' | 'now' | 'site'>): Promise<PushKeys> {
  if (deps.site.pushKeys) return deps.site.pushKeys
  const row = (await store.findPushKey(deps.db)) ?? (await makeKeys())
  return { publicKey: row.public_key, privateKey: openKey(row, deps.site) }

  function makeKeys() {
    return ensureTransaction(deps, async (deps) => {
      const { publicKey, privateKey } = newPushKeys()
      await store.insertPushKey(deps.db, {
        public_key: publicKey,
        private_key_encrypted: seal(privateKey, deps.site.secret, purpose),
        made_at: deps.now(),
      })
      return (await store.findPushKey(deps.db))!
    })
  }
}

/** Returns the keys for web push; null if there are none yet. */
export async function findPushKeys({ db, site }: Pick<Deps, 'db' | 'site'>): Promise<PushKeys | null> {
  if (site.pushKeys) return site.pushKeys
  const row = await store.findPushKey(db)
  return row ? { publicKey: row.public_key, privateKey: openKey(row, site) } : null
}

type KeyRow = NonNullable<Awaited<ReturnType<typeof store.findPushKey>>>

/** Opens the key with the current or an earlier secret. */
const tryOpenKey = ({ private_key_encrypted: sealed }: KeyRow, { secret, previousSecrets }: Site) =>
  unsealWithAny(sealed, [secret, ...previousSecrets], purpose)

function openKey(row: KeyRow, site: Site): string {
  const opened = tryOpenKey(row, site)
  if (!opened) throw new Unsealable('The key of pushes was sealed with another secret, or has been changed')
  return opened.plain
}

/** Seals the private push key, if there is one, with the current secret. */
export const resealPushKey = (deps: Pick<Deps, 'db' | 'site'>): Promise<Resealed> =>
  ensureTransaction(deps, async (deps) => {
    const row = await store.findPushKey(deps.db)
    const opened = row && tryOpenKey(row, deps.site)
    if (!opened || opened.isFirst) return { resealed: 0, unreadable: row && !opened ? 1 : 0 }
    await store.replacePushKey(deps.db, seal(opened.plain, deps.site.secret, purpose))
    return { resealed: 1, unreadable: 0 }
  })

type Row = Awaited<ReturnType<typeof store.listDevices>>[number]
type Device = { id: string; name: string; madeAt: string }

export const viewDevice = ({ id, name, made_at: madeAt }: Pick<Row, 'id' | 'name' | 'made_at'>): Device => ({
  id,
  name,
  madeAt: madeAt.toISOString(),
})

export function addOwnDevice(
  deps: Deps,
  { accountId }: Viewer,
  { endpoint, keys, name }: z.output<typeof addPushDevice.body>,
): Promise<Device> {
  if (!isPushAddress(endpoint, deps.pushPolicy))
    throw new Problem('request-invalid', {
      detail: 'Correct the fields named in "errors" and send it again.',
      errors: [{ path: 'endpoint', message: 'This is not the address of a push service' }],
    })
  return ensureTransaction(deps, async (deps) => {
    const at = deps.now()
    const row = { id: newId(at), account_id: accountId, endpoint, ...keys, name, made_at: at }
    const saved = await store.saveDevice(deps.db, row)
    await store.deleteOldestDevices(deps.db, accountId, mostDevices)
    return viewDevice(saved)
  })
}

export function removeOwnDevice(
  deps: Deps,
  { accountId }: Viewer,
  by: { id: string } | { endpoint: string },
): Promise<{ devices: Device[] }> {
  return ensureTransaction(deps, async ({ db }) => {
    await store.deleteOwnDevice(db, accountId, by)
    return { devices: (await store.listDevices(db, accountId)).map(viewDevice) }
  })
}

/** Queues a test push. */
export function tryOwnDevice(deps: Deps, { accountId }: Viewer, id: string): Promise<{ sent: boolean }> {
  return ensureTransaction(deps, async (deps) => {
    const own = (await store.listDevices(deps.db, accountId)).some((device) => device.id === id)
    if (own) await deps.enqueue(deps.db, 'notices.push', { deviceId: id, noticeId: null })
    return { sent: own }
  })
}

export const removeDevicesOf = ({ db }: TxDeps, accountId: string) => store.deleteDevicesOf(db, accountId)
