import type { Suspension } from '#contract/staff/suspensions.ts'
import type { SuspensionRow } from '#server/suspensions/store.ts'

export const viewSuspension = (row: SuspensionRow): Suspension => ({
  id: row.id,
  at: row.at.toISOString(),
  byName: row.by_name,
  reason: row.reason,
  endsAt: row.ends_at?.toISOString() ?? null,
  liftedAt: row.lifted_at?.toISOString() ?? null,
  liftedByName: row.lifted_by_name,
  liftReason: row.lift_reason,
})
