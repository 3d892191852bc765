import type { Party, TransferKind } from '#contract/codes.ts'
import type { Receipt } from '#contract/ledger.ts'
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
const words: Record<Party, Partial<Record<TransferKind, (other: string) => string>>> = {
  owner: {
    charge: (other) => `Paid to ${other}`,
    capture: () => 'Used for the booking',
    refund: () => 'Refund for the booking',
    refund_paid: (other) => `Refunded by ${other}`,
  },
  sitter: {
    release: (other) => `Earned with ${other}`,
    tip: (other) => `Tip from ${other}`,
    payout: (other) => `Settled with ${other}`,
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
          ...movements.map(({ at, kind, number, other, time_zone: zone, amount }) =>
            row(words[role][kind]?.(other) ?? kind, amount, `${number}, ${instantInWords(at, zone)}`),
          ),
        ],
        total: row('Closing balance', closing),
      },
      { title: 'This month', rows: summary(parts), total: null },
    ],
    notes: [
      'Each amount is counted in the month in which it moved, in the time zone of the place where the care took place.',
      ...(role === 'sitter' && parts.sums.fees > 0
        ? [`${operator.name || site.name} invoices you for the service fees of both sides.`]
        : []),
    ],
  }
}

function summary({ role, sums }: StatementParts): Row[] {
  const rows =
    role === 'owner'
      ? [row('You paid', sums.paid), row('You got back', -sums.refunded), row('Tips you gave', sums.tips)]
      : [
          row('You earned, after the service fee', sums.earned),
          row('Tips', sums.tips),
          row('Settled with you', sums.settled),
          row('Service fees of both sides', sums.fees),
        ]
  return rows.filter(({ amount }, index) => index === 0 || amount !== 0)
}
