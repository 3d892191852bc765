import type { Eraser } from '#server/accounts/erasure.ts'
import { deleteProviderIds } from '#server/payments/store.ts'
import { clearEvidence } from '#server/payments/dispute-store.ts'

/**
 * Payments are accounting records, which the law requires us to keep; the evidence sent to the bank and the person's
 * ids at the provider are not, so they are erased.
 */
export const eraseFromPayments: Eraser = async ({ db }, { accountId, bookingIds }) => {
  await clearEvidence(db, bookingIds)
  await deleteProviderIds(db, accountId)
}
