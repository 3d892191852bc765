import type { DeskPayout } from '#contract/payments/payouts.ts'
import { decimalMoney } from '#contract/words.ts'
import { writeCsv } from '#server/kernel/csv.ts'
import type { PayoutRow } from '#server/payments/payout-store.ts'

export const viewPayout = (row: PayoutRow): DeskPayout => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  waitsFor: row.waits_for,
  amount: row.amount,
  currency: row.currency,
  attempts: row.attempts,
  failure: row.failure,
  createdAt: row.created_at.toISOString(),
  changedAt: row.updated_at.toISOString(),
  providerId: row.provider_id,
  retryable: row.retryable,
  person: { accountId: row.account_id, name: row.name },
  booking: { id: row.booking_id, number: row.number },
})

const header = [
  'Kind',
  'State',
  'Amount',
  'Currency',
  'Person',
  'Booking',
  'Due since',
  'Changed',
  'Attempts',
  'Failure',
  'Number at the provider',
]

export const writePayouts = (payouts: readonly DeskPayout[]): string =>
  writeCsv([
    header,
    ...payouts.map((one) => [
      one.kind,
      one.state,
      Number(decimalMoney(one.amount, one.currency)),
      one.currency,
      one.person.name,
      one.booking.number,
      one.createdAt,
      one.changedAt,
      one.attempts,
      one.failure,
      one.providerId,
    ]),
  ])
