import type { DB } from '#server/kernel/db/schema.ts'
import { accountImpersonal, accountRows } from '#server/privacy/account.ts'
import { bookingImpersonal, bookingRows } from '#server/privacy/bookings.ts'
import { operationImpersonal, operationRows } from '#server/privacy/operation.ts'
import { peopleImpersonal, peopleRows } from '#server/privacy/people.ts'
import type { ImpersonalRow, PrivacyRow } from '#server/privacy/row.ts'
import { wordImpersonal, wordRows } from '#server/privacy/words.ts'

/**
 * Every column with data of people: what it is for, who sees it, how long it is kept, and what becomes of it in a copy and
 * at the end of an account. The privacy page, the export, the erasure and the nightly deletion are made from it.
 */
export const privacyRows: readonly PrivacyRow[] = [
  ...accountRows,
  ...peopleRows,
  ...bookingRows,
  ...wordRows,
  ...operationRows,
]

/** Columns that could hold data of people by their type and do not. */
export const impersonalRows: readonly ImpersonalRow[] = [
  ...accountImpersonal,
  ...peopleImpersonal,
  ...bookingImpersonal,
  ...wordImpersonal,
  ...operationImpersonal,
]

const hourMs = 3_600_000

/** What is older than this is to be deleted from the table. */
export function keptSince(table: keyof DB, now: Date): Date {
  const kept = privacyRows.find((row) => row.table === table && !('until' in row.kept))?.kept
  if (!kept || 'until' in kept) throw new Error(`The table ${table} has no period`)
  return new Date(now.getTime() - ('hours' in kept ? kept.hours : kept.days * 24) * hourMs)
}
