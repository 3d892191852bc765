import type { Duty } from '#contract/care/report-cards.ts'
import { api } from '#web/api.ts'
import { change, type StoredDuty, read, readAll } from '#web/care/care-db.ts'
import { isUnreachable } from '#web/care/network.ts'
import { cacheOnDevice } from '#web/care/worker-link.ts'
import { nowInstant } from '#web/clock.ts'

/** `savedAt` is when this device stored the data; null if it was just loaded from the server. */
export type WithSavedAt<T> = { items: T; savedAt: number | null }

const soonHours = 72

/** Returns current and upcoming duties from the server, or from this device if the server is unreachable. */
export async function loadDuties(accountId: string): Promise<WithSavedAt<Duty[]>> {
  if (navigator.onLine) {
    try {
      const { items } = await api('GET /v1/accounts/:accountId/on-duty', { params: { accountId } })
      await storeDuties(accountId, items)
      return { items, savedAt: null }
    } catch (error) {
      if (!isUnreachable(error)) throw error
    }
  }
  const stored = (await readAll('duty')).filter((row) => row.accountId === accountId)
  return {
    items: stored
      .map(({ duty }) => duty)
      .sort((a, b) => a.booking.startsAt.localeCompare(b.booking.startsAt)),
    savedAt:
      stored.reduce<number | null>((oldest, { savedAt }) => Math.min(oldest ?? savedAt, savedAt), null) ?? 0,
  }
}

/** Returns one booking in the same way; undefined if it is available neither from the server nor on this device. */
export async function loadDuty(accountId: string, bookingId: string): Promise<WithSavedAt<Duty | undefined>> {
  if (navigator.onLine) {
    try {
      const duty = await api('GET /v1/bookings/:bookingId/on-duty', { params: { bookingId } })
      if (isNear(duty)) await change('duty', { put: [rowOf(accountId, duty)] })
      void cacheOnDevice([duty])
      return { items: duty, savedAt: null }
    } catch (error) {
      if (!isUnreachable(error)) throw error
    }
  }
  const stored = await read('duty', bookingId)
  return stored?.accountId === accountId
    ? { items: stored.duty, savedAt: stored.savedAt }
    : { items: undefined, savedAt: 0 }
}

const rowOf = (accountId: string, duty: Duty): StoredDuty => ({
  bookingId: duty.booking.id,
  accountId,
  duty,
  savedAt: nowInstant(),
})

const isNear = ({ booking }: Duty): boolean =>
  booking.role === 'sitter' &&
  booking.status !== 'closed' &&
  Date.parse(booking.startsAt) < nowInstant() + soonHours * 3_600_000

/** Stores the duties and deletes all others, including those of another account. */
async function storeDuties(accountId: string, duties: readonly Duty[]): Promise<void> {
  const rows = duties.map((duty) => rowOf(accountId, duty))
  const near = new Set(rows.map(({ bookingId }) => bookingId))
  const outdated = (await readAll('duty')).filter((row) => !near.has(row.bookingId))
  await change('duty', { put: rows, drop: outdated.map(({ bookingId }) => bookingId) })
  void cacheOnDevice(duties)
}
