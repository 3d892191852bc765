import type { CareEntryInput, Duty } from '#contract/care/report-cards.ts'

/** What this device knows of a booking without asking anybody. */
export type KeptDuty = { bookingId: string; accountId: string; duty: Duty; savedAt: number }
/** Something that was told here and is not known to be with the server. */
export type Queued = {
  id: string
  bookingId: string
  accountId: string
  entry: CareEntryInput
  /** The picture of a photo, until the server has it. */
  picture?: Blob
  /** Why the server did not take it; null while it waits. */
  refusal: string | null
}

type Stores = { duty: KeptDuty; queue: Queued }
const name = 'sitwell.care'
const keys = { duty: 'bookingId', queue: 'id' } as const satisfies Record<keyof Stores, string>

let opened: Promise<IDBDatabase> | undefined

const failure = () => new Error('The storage of this device failed')

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? failure()))
  })

/** This device's own storage; opened once, and again after it was closed from elsewhere. */
function open(): Promise<IDBDatabase> {
  opened ??= (async () => {
    const request = indexedDB.open(name, 1)
    request.addEventListener('upgradeneeded', () => {
      for (const store of Object.keys(keys) as (keyof Stores)[])
        request.result.createObjectStore(store, { keyPath: keys[store] })
    })
    const database = await done(request)
    const forget = () => (opened = undefined)
    database.addEventListener('close', forget)
    // Another tab signs out and clears everything.
    database.addEventListener('versionchange', () => {
      database.close()
      forget()
    })
    return database
  })()
  opened.catch(() => (opened = undefined))
  return opened
}

export async function readAll<S extends keyof Stores>(store: S): Promise<Stores[S][]> {
  const database = await open()
  return done<Stores[S][]>(database.transaction(store).objectStore(store).getAll())
}

export async function read<S extends keyof Stores>(store: S, key: string): Promise<Stores[S] | undefined> {
  const database = await open()
  return done<Stores[S] | undefined>(database.transaction(store).objectStore(store).get(key))
}

/** Resolves once it is really kept. */
export async function change<S extends keyof Stores>(
  store: S,
  { put = [], drop = [] }: { put?: readonly Stores[S][]; drop?: readonly string[] },
): Promise<void> {
  const database = await open()
  const transaction = database.transaction(store, 'readwrite', { durability: 'strict' })
  const written = new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? failure()))
  })
  for (const row of put) transaction.objectStore(store).put(row)
  for (const key of drop) transaction.objectStore(store).delete(key)
  await written
}

/** Nothing of it stays on this device. */
export async function clearAll(): Promise<void> {
  const database = await opened?.catch(() => undefined)
  database?.close()
  opened = undefined
  await done(indexedDB.deleteDatabase(name))
}
