import { type HouseholdField, householdFields } from '#contract/households/codes.ts'
import type { Disclosure, HouseholdView } from '#contract/households/households.ts'
import type { ViewRow } from '#server/households/store.ts'
import type { Disclosed } from '#server/households/window.ts'

export const viewViews = (rows: readonly ViewRow[]): HouseholdView[] =>
  rows.map((row) => ({
    id: row.id,
    bookingId: row.booking_id,
    bookingNumber: row.booking_number,
    viewerName: row.viewer_name,
    fields: householdFields.filter((field) => row.fields.includes(field)),
    at: row.viewed_at.toISOString(),
  }))

export const viewDisclosure = (
  { state, opensAt, closesAt }: Disclosed,
  { fields, unreadable }: { fields: HouseholdField[]; unreadable: HouseholdField[] },
  views: readonly ViewRow[],
): Disclosure => ({
  state,
  opensAt: opensAt?.toISOString() ?? null,
  closesAt: closesAt?.toISOString() ?? null,
  fields,
  unreadable,
  views: viewViews(views),
})
