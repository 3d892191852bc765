import type { DB } from '#server/kernel/db/schema.ts'
import { accountImpersonal, accountRows } from '#server/privacy/account.ts'
import { bookingImpersonal, bookingRows } from '#server/privacy/bookings.ts'
import { operationImpersonal, operationRows } from '#server/privacy/operation.ts'
import { peopleImpersonal, peopleRows } from '#server/privacy/people.ts'
import type { ImpersonalRow, PrivacyRow } from '#server/privacy/row.ts'
import { communicationImpersonal, communicationRows } from '#server/privacy/communication.ts'

/**
 * Every column with personal data: its purpose, who sees it, how long it is kept, and what happens to it in an export
 * and when the account is erased. The privacy page, the export, the erasure and the nightly deletion are generated from
 * it.
 */
export const privacyRows: readonly PrivacyRow[] = [
  ...accountRows,
  ...peopleRows,
  ...bookingRows,
  ...communicationRows,
  ...operationRows,
]

/** Columns whose type could hold personal data but which do not. */
export const impersonalRows: readonly ImpersonalRow[] = [
  ...accountImpersonal,
  ...peopleImpersonal,
  ...bookingImpersonal,
  ...communicationImpersonal,
  ...operationImpersonal,
]

const hourMs = 3_600_000

/** Returns the time before which rows of the table are to be deleted. */
export function retentionCutoff(table: keyof DB, now: Date): Date {
  const retention = privacyRows.find((row) => row.table === table && !('until' in row.kept))?.kept
  if (!retention || 'until' in retention) throw new Error(`The table ${table} has no period`)
  return new Date(now.getTime() - ('hours' in retention ? retention.hours : retention.days * 24) * hourMs)
}
