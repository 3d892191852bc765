import type { SitterRequest } from '#contract/bookings/requests.ts'
import { capacityRequestOf } from '#server/bookings/life/places-effects.ts'
import { withParts } from '#server/bookings/record/commands.ts'
import { findOpenRequests } from '#server/bookings/record/list-store.ts'
import type { BookingRecord } from '#server/bookings/record/record.ts'
import { consumesCapacity } from '#server/bookings/record/status.ts'
import { showBookings } from '#server/bookings/show-commands.ts'
import { daysOfEach } from '#server/calendar/commands.ts'
import type { Db } from '#server/kernel/db/db.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { sitterForBooking } from '#server/sitters/commands.ts'

const most = 100

/** Lists the viewer's open requests as a sitter, soonest deadline first, with the places they would take. */
export async function listRequests(
  deps: Deps,
  viewer: Viewer,
  accountId: string,
): Promise<{ items: SitterRequest[] }> {
  if (accountId.toLowerCase() !== viewer.accountId) throw new Problem('account-not-found')
  const { db } = deps
  const records = await withParts(db, await findOpenRequests(db, viewer.accountId, most))
  const [bookings, days] = await Promise.all([
    showBookings(deps, records, viewer.accountId),
    daysOfRequests(db, records),
  ])
  return { items: bookings.map((booking) => ({ booking, days: days.get(booking.id) ?? [] })) }
}

const asksForPlaces = ({ circle, dates_open: datesOpen, status }: BookingRecord): boolean =>
  !circle && !datesOpen && !consumesCapacity(status)

/** All records are of one sitter. Those that ask for no places are left out. */
async function daysOfRequests(db: Db, records: readonly BookingRecord[]) {
  const asking = records.filter(asksForPlaces)
  const [first] = asking
  const sitter = first && (await sitterForBooking(db, first.sitter_id))
  const days = sitter ? await daysOfEach(db, sitter, asking.map(capacityRequestOf)) : []
  return new Map(asking.map(({ id }, index) => [id, days[index] ?? []]))
}
