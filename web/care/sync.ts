import { create } from 'zustand'
import type { CareEntryInput, ReportCards } from '#contract/care/report-cards.ts'
import { api, ApiProblem } from '#web/api.ts'
import { change, clearAll, type Queued, read, readAll } from '#web/care/care-db.ts'
import { isUnreachable } from '#web/care/network.ts'
import { nowInstant } from '#web/clock.ts'
import { readHint } from '#web/persisted.ts'
import { knownWorker } from '#web/worker/register.ts'

type State = {
  /** In chronological order; null until loaded from the device. */
  queue: readonly Queued[] | null
  sending: boolean
  /** Why sending stopped while online, or that this device cannot store entries; null if all is well. */
  trouble: 'signed_out' | 'busy' | 'not_kept' | null
}

/** Entries recorded on this device that the server does not have yet. */
export const careQueue = create<State>()(() => ({ queue: null, sending: false, trouble: null }))

/** The latest cards received from the server per booking, for open pages. */
export const freshReports = create<Record<string, ReportCards>>()(() => ({}))

const order = (rows: readonly Queued[]): Queued[] =>
  rows.toSorted((a, b) => a.entry.happenedAt.localeCompare(b.entry.happenedAt) || (a.id < b.id ? -1 : 1))

/** Loads this account's entries only. Those of another account stay until that person signs in again. */
async function load(): Promise<readonly Queued[]> {
  const accountId = readHint()
  const rows = (await readAll('queue')).filter((row) => row.accountId === accountId)
  const queue = order(rows)
  careQueue.setState({ queue })
  return queue
}

type NewEntry = CareEntryInput extends infer Entry
  ? Entry extends CareEntryInput
    ? Omit<Entry, 'id' | 'happenedAt'>
    : never
  : never

/** Records an entry: shows it, stores it on the device and sends it once the network allows. */
export async function recordEntry(bookingId: string, newEntry: NewEntry, picture?: Blob): Promise<void> {
  const accountId = readHint()
  if (!accountId) throw new Error('Nobody is signed in')
  const id = crypto.randomUUID()
  const entry = { ...newEntry, id, happenedAt: new Date(nowInstant()).toISOString() } as CareEntryInput
  const row = { id, bookingId, accountId, entry, refusal: null, ...(picture ? { picture } : {}) }
  // Shown at once, without waiting for the storage.
  careQueue.setState(({ queue }) => ({ queue: order([...(queue ?? []), row]) }))
  try {
    await change('queue', { put: [row] })
  } catch (error) {
    console.error('This device could not store an entry.', error)
    careQueue.setState(({ queue }) => ({
      trouble: 'not_kept',
      queue: (queue ?? []).filter((other) => other.id !== id),
    }))
    return
  }
  await load()
  void sync()
}

/** Discards entries the server has refused. */
export async function drop(ids: readonly string[]): Promise<void> {
  await change('queue', { drop: ids })
  await load()
}

/** Sends the queue. Only one window of the browser sends at a time. */
export async function sync(): Promise<void> {
  const waiting = (await load()).filter(({ refusal }) => refusal === null)
  if (waiting.length === 0 || !navigator.onLine) return
  await navigator.locks.request('sitwell.care', { ifAvailable: true }, async (lock) => {
    if (!lock) return
    careQueue.setState({ sending: true, trouble: null })
    try {
      await sendAll()
    } finally {
      careQueue.setState({ sending: false })
    }
  })
}

const batch = 50

async function sendAll(): Promise<void> {
  for (;;) {
    const waiting = (await load()).filter(({ refusal }) => refusal === null)
    const first = waiting[0]
    if (!first) return
    const { bookingId } = first
    const some = waiting.filter((row) => row.bookingId === bookingId).slice(0, batch)
    if (!(await sendSome(bookingId, some))) return
  }
}

/** Sends one batch. Returns false if it should be retried later; the entries then stay queued. */
async function sendSome(bookingId: string, rows: readonly Queued[]): Promise<boolean> {
  try {
    const picture = rows.find((row) => row.picture)
    // Uploads one image before its entry; the next iteration then continues with the queue.
    if (picture?.picture) return await sendPicture(picture, picture.picture)
    const { accepted, refused, report } = await api('POST /v1/bookings/:bookingId/report-cards', {
      params: { bookingId },
      body: { entries: rows.map(({ entry }) => entry) },
    })
    const reasons = new Map(refused.map(({ id, detail }) => [id, detail]))
    await storeReport(bookingId, report)
    await change('queue', { drop: accepted, put: refusedOf(rows, (id) => reasons.get(id)) })
    return true
  } catch (error) {
    if (isUnreachable(error)) return false
    if (!(error instanceof ApiProblem)) throw error
    const { status, problem } = error
    if (status === 401) careQueue.setState({ trouble: 'signed_out' })
    else if (status >= 500 || status === 429 || status === 409) careQueue.setState({ trouble: 'busy' })
    else {
      const words = [problem.title, problem.detail].filter(Boolean).join('. ')
      await change('queue', { put: refusedOf(rows, () => words) })
      return true
    }
    return false
  }
}

/** Uploads an image and stores its file id in the entry, so that an interrupted entry does not upload it again. */
async function sendPicture(row: Queued, picture: Blob): Promise<boolean> {
  const { sendFile } = await import('#web/files/upload.ts')
  const stop = new AbortController()
  const end = () => stop.abort()
  addEventListener('offline', end, { once: true })
  const file = new File([picture], `${row.id}.jpg`, {
    // The pickers pass only pictures; a browser may forget the type of one that it stored.
    type: picture.type || 'image/jpeg',
    lastModified: Date.parse(row.entry.happenedAt),
  })
  const { id, state } = await sendFile(file, {
    kind: 'report-card',
    signal: stop.signal,
    onProgress: () => {},
  }).finally(() => removeEventListener('offline', end))
  if (state === 'processing' || state === 'receiving') return false
  const { picture: _, ...rest } = row
  const { kind } = row.entry
  const entry = kind === 'photo' || kind === 'handover' ? { ...row.entry, fileId: id } : row.entry
  const refusal = state === 'refused' ? 'This file is not a picture that can be shown.' : null
  await change('queue', { put: [{ ...rest, entry, refusal }] })
  return true
}

const refusedOf = (rows: readonly Queued[], reasonOf: (id: string) => string | undefined): Queued[] =>
  rows.flatMap((row) => {
    const refusal = reasonOf(row.id)
    return refusal === undefined ? [] : [{ ...row, refusal }]
  })

async function storeReport(bookingId: string, report: ReportCards): Promise<void> {
  const stored = await read('duty', bookingId)
  if (stored) await change('duty', { put: [{ ...stored, duty: { ...stored.duty, report } }] })
  freshReports.setState({ [bookingId]: report })
}

/** Deletes everything about bookings from this device on sign-out. */
export async function clearCareData(): Promise<void> {
  careQueue.setState({ queue: null, sending: false, trouble: null })
  await clearAll()
  const registration = await knownWorker()
  registration?.active?.postMessage({ type: 'forget' })
}
