import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { CalendarAddress } from '#contract/bookings/calendar.ts'
import * as store from '#server/bookings/papers/calendar-store.ts'
import { viewCalendarEvents } from '#server/bookings/papers/calendar-view.ts'
import { calendarText } from '#server/bookings/papers/ics.ts'
import { partyIn } from '#server/bookings/record/record.ts'
import { findPartiesOf } from '#server/bookings/record/store.ts'
import { addHours } from '#server/kernel/day.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Site, TxDeps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'

/** Returns a calendar file of one booking, also if it is only requested. */
export async function bookingCalendar(deps: Deps, { accountId }: Viewer, bookingId: string): Promise<string> {
  partyIn(await findPartiesOf(deps.db, bookingId), accountId)
  const rows = await store.findForCalendar(deps.db, accountId, { bookingId })
  return calendarText(
    deps.site.name,
    rows.flatMap((row) => viewCalendarEvents(row, deps.site)),
  )
}

const own = ({ accountId: ownAccountId }: Viewer, accountId: string): string => {
  if (accountId.toLowerCase() !== ownAccountId) throw new Problem('account-not-found')
  return ownAccountId
}

export async function readAddress(deps: Deps, viewer: Viewer, accountId: string): Promise<CalendarAddress> {
  const id = own(viewer, accountId)
  const row = await store.findAddress(deps.db, id)
  if (!row || row.revoked_at) return { address: null, madeAt: null, readAt: null }
  return {
    address: `${deps.site.url}/calendars/${tokenOf(deps.site, id, row.number)}.ics`,
    madeAt: row.made_at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
  }
}

export const makeAddress = (deps: Deps, viewer: Viewer, accountId: string): Promise<CalendarAddress> =>
  ensureTransaction(deps, async (deps) => {
    await store.saveAddress(deps.db, own(viewer, accountId), deps.now())
    return readAddress(deps, viewer, accountId)
  })

export const revokeAddress = (deps: Deps, viewer: Viewer, accountId: string): Promise<CalendarAddress> =>
  ensureTransaction(deps, async (deps) => {
    await store.revokeAddress(deps.db, own(viewer, accountId), deps.now())
    return readAddress(deps, viewer, accountId)
  })

export const revokeAddressOf = ({ db, now }: TxDeps, accountId: string) =>
  store.revokeAddress(db, accountId, now())

/**
 * Returns the token of a calendar address: the account and a signature over it and the address's number, with a key
 * of the instance. Nothing stored gives access to a calendar, the address can be shown again, and a new number or
 * secret invalidates the old token.
 */
function tokenOf({ secret }: Site, accountId: string, number: number): string {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'sitwell calendar address', 32))
  const signature = createHmac('sha256', key).update(`${accountId} ${number}`).digest().subarray(0, 24)
  return Buffer.concat([Buffer.from(accountId.replaceAll('-', ''), 'hex'), signature]).toString('base64url')
}

const tokenPattern = /^[\w-]{54}$/
const shownHours = 24 * 60
const mostBookings = 500

/**
 * Returns the calendar of a secret address. An address that never existed, is revoked or belongs to an account that
 * has left gets the same problem.
 */
export async function readByToken(deps: Deps, token: string): Promise<{ text: string; etag: string }> {
  if (!tokenPattern.test(token)) throw new Problem('not-found')
  const hex = Buffer.from(token, 'base64url').subarray(0, 16).toString('hex')
  const accountId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const row = await store.findAddress(deps.db, accountId)
  const expected = Buffer.from(tokenOf(deps.site, accountId, row?.number ?? 0))
  if (!timingSafeEqual(expected, Buffer.from(token)) || !row || row.revoked_at) throw new Problem('not-found')
  const now = deps.now()
  const bookings = await store.findForCalendar(deps.db, accountId, {
    endedAfter: addHours(now, -shownHours),
    most: mostBookings,
  })
  await store.noteRead(deps.db, accountId, now, addHours(now, -1))
  const text = calendarText(
    deps.site.name,
    bookings.flatMap((booking) => viewCalendarEvents(booking, deps.site)),
  )
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` }
}
