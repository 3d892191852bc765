import { postings } from '#server/ledger/postings.ts'
import type { Provider } from '#server/payments/provider.ts'

async function unsupported(): Promise<never> {
  throw new Error('Nobody is asked for money that the two people settle themselves')
}

/**
 * The owner and the sitter settle everything directly, so each amount is posted when it is due (docs/decisions/0011).
 */
export const manualProvider: Provider = {
  storesCards: false,
  charge: async (_deps, { sides }, amount) => [postings.charge(sides, amount)],
  payBack: async (_deps, { sides }, amount) => [postings.refund_paid(sides, amount)],
  payOut: async (_deps, { sides }, amount) => [postings.payout(sides, amount)],
  collect: unsupported,
  storeCard: unsupported,
  release: async () => {},
  refundLatePayment: unsupported,
}
