import type { Erase } from '#server/accounts/leaving.ts'
import { deleteProviderNames } from '#server/payments/store.ts'
import { blankEvidence } from '#server/payments/dispute-store.ts'

/**
 * Payments are accounting records, which the law requires us to keep; the evidence sent to the bank and the person's
 * ids at the provider are not, so they are erased.
 */
export const eraseFromPayments: Erase = async ({ db }, { accountId, bookingIds }) => {
  await blankEvidence(db, bookingIds)
  await deleteProviderNames(db, accountId)
}
