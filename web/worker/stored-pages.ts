import type { StoredDuty } from '#web/care/care-db.ts'
import { bookingDaysOf, dutyTitle } from '#web/care/duty-words.ts'
import { paths } from '#web/paths.ts'

/** A page that opens without a connection. `accountId` is whose data it shows. */
type StoredPage = { path: string; title: string; days?: string; accountId?: string }

const isStored = async (path: string): Promise<boolean> =>
  (await caches.match(path, { ignoreSearch: true, ignoreVary: true })) !== undefined

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The storage failed')))
  })

/** Reads the bookings stored on this device. Never creates their database, because signing out deletes it. */
async function readDuties(): Promise<StoredDuty[]> {
  const opening = indexedDB.open('sitwell.care')
  opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
  const database = await done(opening)
  try {
    return await done<StoredDuty[]>(database.transaction('duty').objectStore('duty').getAll())
  } finally {
    database.close()
  }
}

/** "On duty", and the care pages of which both the page and its data are stored; without "On duty", none. */
export async function storedPages(): Promise<StoredPage[]> {
  if (!(await isStored(paths.onDuty()))) return []
  const duties = await readDuties().catch(() => [])
  const care = duties
    .toSorted((a, b) => a.duty.booking.startsAt.localeCompare(b.duty.booking.startsAt))
    .map(({ bookingId, accountId, duty }) => ({
      path: paths.care(bookingId),
      title: dutyTitle(duty),
      days: bookingDaysOf(duty),
      accountId,
    }))
  const stored = await Promise.all(care.map(({ path }) => isStored(path)))
  return [{ path: paths.onDuty(), title: 'On duty' }, ...care.filter((_, index) => stored[index])]
}
