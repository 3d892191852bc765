import type { CareEntryInput, Duty } from '#contract/care/report-cards.ts'
import { keysOf } from '#contract/entries.ts'
import { readStoredHint } from '#web/persisted.ts'

/** A booking's on-duty data as stored on this device, available offline. */
export type StoredDuty = { bookingId: string; accountId: string; duty: Duty; savedAt: number }
/** An entry recorded here whose delivery to the server is not confirmed yet. */
export type Queued = {
  id: string
  bookingId: string
  accountId: string
  entry: CareEntryInput
  /** The image of a photo entry, until it is uploaded. */
  picture?: Blob
  /** Why the server refused the entry; null while it is pending. */
  refusal: string | null
}

type Stores = { duty: StoredDuty; queue: Queued }
const name = 'sitwell.care'
const keys = { duty: 'bookingId', queue: 'id' } as const satisfies Record<keyof Stores, string>

let opened: Promise<IDBDatabase> | undefined

const failure = () => new Error('The storage of this device failed')

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? failure()))
  })

/**
 * Opens this device's IndexedDB database once, and again if it was closed from outside. Returns null if nobody is signed
 * in, because a request that ends after the sign-out must not create the database again.
 */
async function open(): Promise<IDBDatabase | null> {
  return readStoredHint() === null ? null : openOnce()
}

function openOnce(): Promise<IDBDatabase> {
  opened ??= (async () => {
    const request = indexedDB.open(name, 1)
    request.addEventListener('upgradeneeded', () => {
      for (const store of keysOf(keys)) request.result.createObjectStore(store, { keyPath: keys[store] })
    })
    const database = await done(request)
    const resetOpened = () => (opened = undefined)
    database.addEventListener('close', resetOpened)
    // Another tab is deleting the database on sign-out.
    database.addEventListener('versionchange', () => {
      database.close()
      resetOpened()
    })
    return database
  })()
  opened.catch(() => (opened = undefined))
  return opened
}

export async function readAll<S extends keyof Stores>(store: S): Promise<Stores[S][]> {
  const database = await open()
  return database ? done<Stores[S][]>(database.transaction(store).objectStore(store).getAll()) : []
}

export async function read<S extends keyof Stores>(store: S, key: string): Promise<Stores[S] | undefined> {
  const database = await open()
  return database
    ? done<Stores[S] | undefined>(database.transaction(store).objectStore(store).get(key))
    : undefined
}

/** Resolves once the data is durably written. */
export async function change<S extends keyof Stores>(
  store: S,
  { put = [], drop = [] }: { put?: readonly Stores[S][]; drop?: readonly string[] },
): Promise<void> {
  const database = await open()
  if (!database) throw new Error('Nobody is signed in')
  const transaction = database.transaction(store, 'readwrite', { durability: 'strict' })
  const written = new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? failure()))
  })
  for (const row of put) transaction.objectStore(store).put(row)
  for (const key of drop) transaction.objectStore(store).delete(key)
  await written
}

/** Deletes the whole database from this device. */
export async function clearAll(): Promise<void> {
  const database = await opened?.catch(() => undefined)
  database?.close()
  opened = undefined
  await done(indexedDB.deleteDatabase(name))
}
