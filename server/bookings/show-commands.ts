import type { Booking } from '#contract/bookings/bookings.ts'
import type { AdminBooking } from '#contract/bookings/case-desk.ts'
import { viewAdminBooking } from '#server/bookings/desk/case-view.ts'
import type { CaseRow } from '#server/bookings/record/parts-store.ts'
import type { BookingRecord } from '#server/bookings/record/record.ts'
import { viewBooking } from '#server/bookings/view.ts'
import { type PhotosOf, photosOf } from '#server/files/commands.ts'
import type { Deps } from '#server/kernel/deps.ts'

type ViewDeps = Pick<Deps, 'db' | 'now' | 'site'>

/** Returns the pictures of these cases, for readers who may see them. */
export const evidenceOf = (deps: ViewDeps, cases: readonly CaseRow[]): Promise<PhotosOf> =>
  photosOf(
    deps,
    'evidence',
    cases.map(({ id }) => id),
  )

/** Returns the bookings as this account, one of their two sides, may see them now. */
export async function showBookings(
  deps: ViewDeps,
  records: readonly BookingRecord[],
  accountId: string,
): Promise<Booking[]> {
  const evidence = await evidenceOf(
    deps,
    records.flatMap(({ cases }) => cases),
  )
  const at = deps.now()
  return records.map((record) => viewBooking(record, accountId, at, evidence))
}

export const showBooking = async (
  deps: ViewDeps,
  record: BookingRecord,
  accountId: string,
): Promise<Booking> => (await showBookings(deps, [record], accountId))[0]!

export const showAdminBooking = async (deps: ViewDeps, record: BookingRecord): Promise<AdminBooking> =>
  viewAdminBooking(record, deps.now(), await evidenceOf(deps, record.cases))
