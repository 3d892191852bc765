import type { Party, PaymentMode, TransferKind } from '#contract/codes.ts'
import type { Receipt } from '#contract/ledger.ts'
import { type MoneyWords, moneyWords, type Reading, settlementOf } from '#contract/payments/words.ts'
import type { findMovements, sumMonth } from '#server/bookings/papers/statement-store.ts'
import type { Site } from '#server/kernel/deps.ts'
import { instantInWords, monthInWords } from '#server/kernel/words.ts'

type Movements = Awaited<ReturnType<typeof findMovements>>
type Sums = Awaited<ReturnType<typeof sumMonth>>
export type StatementParts = {
  name: string
  role: Party
  month: string
  currency: string
  opening: number
  movements: Movements
  sums: Sums
  now: Date
  site: Site
}

type Row = Receipt['sections'][number]['rows'][number]
const row = (label: string, amount: number, detail: string | null = null): Row => ({ label, detail, amount })

/** Labels of ledger entries on a side's own account. Kinds that are not listed never occur there. */
const words: Record<
  Party,
  Partial<Record<TransferKind, (reading: Reading, said: MoneyWords, amount: number) => string>>
> = {
  owner: {
    charge: (reading, said) => said.charged(reading),
    capture: ({ other }) => `Price of the booking with ${other}`,
    refund: ({ other }) => `Taken off the price of the booking with ${other}`,
    refund_paid: (reading, said) => said.returned(reading),
    correction: ({ other }) => `Correction of the booking with ${other}`,
  },
  sitter: {
    release: ({ other }) => `Earned with ${other}`,
    tip: ({ other }) => `Tip from ${other}`,
    payout: (reading, said) => said.received(reading),
    payout_back: () => 'Reclaimed',
    correction: ({ other }) => `Correction of the booking with ${other}`,
    dispute_borne: ({ other }, _, amount) =>
      amount < 0
        ? `Taken back by the bank of ${other}`
        : `Returned after a new decision by the bank of ${other}`,
  },
}

/**
 * The statement of one account for one month: the opening balance, each movement of the ledger, and the closing
 * balance.
 */
export function viewStatement(parts: StatementParts): Receipt {
  const { name, role, month, currency, opening, movements, now, site } = parts
  const closing = movements.reduce((balance, { amount }) => balance + amount, opening)
  const operator = site.operator
  return {
    number: `${role === 'owner' ? 'O' : 'S'}-${month}`,
    title: `Statement for ${monthInWords(month)}`,
    issuedAt: (movements.at(-1)?.at ?? now).toISOString(),
    timeZone: 'UTC',
    currency,
    site: site.name,
    operator: { name: operator.name || site.name, address: operator.address, email: operator.email },
    facts: [
      { label: role === 'owner' ? 'Owner' : 'Sitter', value: name },
      { label: 'Month', value: monthInWords(month) },
    ],
    sections: [
      {
        title: 'Your account',
        rows: [
          row('Opening balance', opening),
          ...movements.map(({ at, kind, mode, number, other, time_zone: zone, amount }) =>
            row(
              words[role][kind]?.({ reader: role, other }, moneyWords[settlementOf(mode, false)], amount) ??
                kind,
              amount,
              `${number}, ${instantInWords(at, zone)}`,
            ),
          ),
        ],
        total: row('Closing balance', closing),
      },
      { title: 'This month', rows: summary(parts), total: null },
    ],
    notes: [
      'Each amount is counted in the month in which it became due or moved, in the time zone of the place where the care took place.',
      ...(role === 'sitter' && parts.sums.some(({ mode, fees }) => mode === 'manual' && fees > 0)
        ? [`${operator.name || site.name} invoices you for the service fees of both sides.`]
        : []),
    ],
  }
}

/** Labels of the month's sums, by what the site has seen of the money. */
const sumLabels: Record<PaymentMode, Record<'paid' | 'refunded' | 'settled', string>> = {
  manual: {
    paid: 'Due to your sitters directly',
    refunded: 'No longer due',
    settled: 'Due to you directly',
  },
  stripe: { paid: 'You paid by card', refunded: 'Refunded to your card', settled: 'Paid out to you' },
}

function summary({ role, sums }: StatementParts): Row[] {
  if (sums.length === 0) return [row('Nothing in this month', 0)]
  const total = (part: 'tips' | 'earned' | 'takenBack' | 'fees' | 'reclaimed') =>
    sums.reduce((sum, one) => sum + one[part], 0)
  const rows =
    role === 'owner'
      ? [
          ...sums.flatMap(({ mode, paid, refunded }) => [
            row(sumLabels[mode].paid, paid),
            row(sumLabels[mode].refunded, -refunded),
          ]),
          row('Your tips', total('tips')),
        ]
      : [
          row('You earned, after the service fee', total('earned')),
          row('Tips', total('tips')),
          row('Taken back by banks of owners', -total('takenBack')),
          ...sums.map(({ mode, settled }) => row(sumLabels[mode].settled, settled)),
          row('Reclaimed', total('reclaimed')),
          row('Service fees of both sides', total('fees')),
        ]
  return rows.filter(({ amount }, index) => index === 0 || amount !== 0)
}
