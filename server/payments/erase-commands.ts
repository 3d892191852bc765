import type { Erase } from '#server/accounts/leaving.ts'
import { deleteProviderNames } from '#server/payments/store.ts'
import { blankEvidence } from '#server/payments/dispute-store.ts'

/** Payments are books, which the law keeps; what was written to the bank, and who the person is at the provider, are not. */
export const eraseFromPayments: Erase = async (_deps, tx, { accountId, bookingIds }) => {
  await blankEvidence(tx, bookingIds)
  await deleteProviderNames(tx, accountId)
}
