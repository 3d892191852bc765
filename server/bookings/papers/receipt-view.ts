import type { PriceLine, Quote } from '#contract/bookings/bookings.ts'
import type { Party } from '#contract/codes.ts'
import type { Receipt } from '#contract/ledger.ts'
import { formatMoney } from '#contract/words.ts'
import { basics } from '#server/bookings/facts-mails.ts'
import { mergedLines, spanOf } from '#server/bookings/money/split-price.ts'
import { promotionOf } from '#server/bookings/money/promo.ts'
import { viewMoney, wordsOf } from '#server/bookings/papers/money-view.ts'
import type { BookingRecord } from '#server/bookings/record/record.ts'
import type { Site } from '#server/kernel/deps.ts'
import { dayInWords, instantInWords } from '#server/kernel/words.ts'
import type { LedgerEntry } from '#server/ledger/commands.ts'

type Row = Receipt['sections'][number]['rows'][number]
const rowOf = (label: string, amount: number, detail: string | null = null): Row => ({
  label,
  detail,
  amount,
})

const agreedRow =
  ({ units: all, currency }: Quote) =>
  (line: PriceLine): Row => {
    const { label, units, unitAmount, amount } = line
    const span = spanOf(line, all)
    const days = span && [...new Set([span.from, span.to])].map(dayInWords).join(' to ')
    const counted = units === 1 ? null : `${units} × ${formatMoney(unitAmount, currency)}`
    return rowOf(label, amount, [counted, days].filter(Boolean).join(', ') || null)
  }

/** Returns this side's proof of payment, with every amount from the ledger and the agreed terms. */
export function viewReceipt(
  record: BookingRecord,
  party: Party,
  entries: readonly LedgerEntry[],
  site: Site,
): Receipt {
  const isOwner = party === 'owner'
  const moves = entries.filter(({ account }) => account === 'bank')
  const owner = { label: 'Owner', value: record.owner_name }
  const sitter = { label: 'Sitter', value: record.sitter_name }
  const mail = {
    record,
    to: party,
    other: isOwner ? record.sitter_name : record.owner_name,
    payload: {},
    site,
  }
  const { name, address, email } = site.operator
  const parts = isOwner ? ownerParts(record, entries, site) : sitterParts(record, entries, site)
  return {
    // Changes with each movement of money, so that two documents with the same number are identical.
    number: `${isOwner ? 'R' : 'S'}-${record.number}-${moves.length}`,
    title: isOwner ? wordsOf(record).paper : 'Statement of earnings',
    issuedAt: entries.at(-1)!.at.toISOString(),
    timeZone: record.time_zone,
    currency: record.currency,
    site: site.name,
    operator: { name: name || site.name, address, email },
    facts: [
      { label: 'Date', value: instantInWords(entries.at(-1)!.at, record.time_zone) },
      { label: 'Booking', value: record.number },
      ...(isOwner ? [owner, sitter] : [sitter, owner]),
      ...basics(mail).map(([label, value]) => ({ label, value })),
    ],
    ...parts,
  }
}

type Parts = Pick<Receipt, 'sections' | 'notes'>

const sum = (rows: readonly Row[]): number => rows.reduce((total, { amount }) => total + amount, 0)

const taxOf = (entries: readonly LedgerEntry[], accountId: string): number =>
  entries
    .filter(({ account, account_id }) => account === 'tax' && account_id === accountId)
    .reduce((total, { amount }) => total + amount, 0)

const taxNote = (tax: number, currency: string): string[] =>
  tax === 0 ? [] : [`The service fee includes ${formatMoney(tax, currency)} of tax.`]

const promotionRow = ({ quote }: BookingRecord, site: Site): Row[] => {
  const promotion = promotionOf(quote.promo)
  return promotion === 0 ? [] : [rowOf(`Promo code, paid by ${site.name}`, -promotion)]
}

function ownerParts(record: BookingRecord, entries: readonly LedgerEntry[], site: Site): Parts {
  const { quote, currency, time_zone: zone, sitter_name: sitter } = record
  const agreed = mergedLines(quote.lines).map(agreedRow(quote))
  if (quote.ownerFee > 0) agreed.push(rowOf('Service fee', quote.ownerFee, quote.ownerFeeRule))
  agreed.push(...promotionRow(record, site))
  const paid = viewMoney(record, 'owner', entries).lines.map(({ at, label, amount }) =>
    rowOf(label, amount, instantInWords(new Date(at), zone)),
  )
  return {
    sections: [
      { title: 'What was agreed', rows: agreed, total: rowOf('Total', sum(agreed)) },
      { title: wordsOf(record).payments, rows: paid, total: rowOf('You pay in the end', sum(paid)) },
    ],
    notes: [
      record.payment_mode === 'stripe'
        ? `You pay ${site.name} by card, and ${site.name} pays ${sitter}.`
        : `You pay ${sitter} directly, in cash or by bank transfer. ${site.name} only keeps this record and handles no money.`,
      ...taxNote(taxOf(entries, record.owner_id), currency),
    ],
  }
}

function sitterParts(record: BookingRecord, entries: readonly LedgerEntry[], site: Site): Parts {
  const { quote, currency, time_zone: zone, owner_name: owner } = record
  const words = wordsOf(record)
  const reading = { reader: 'sitter', other: owner } as const
  const { paid, refunded, tips, earnings } = viewMoney(record, 'sitter', entries)
  const { receives, fees, payouts } = earnings!
  const agreed = mergedLines(quote.lines).map(agreedRow(quote))
  if (quote.ownerFee > 0) agreed.push(rowOf('The owner’s service fee', quote.ownerFee))
  agreed.push(...promotionRow(record, site))
  const promoted = -entries
    .filter(({ account }) => account === 'promotion')
    .reduce((total, { amount }) => total + amount, 0)
  const account = [
    rowOf(words.charged(reading), paid),
    ...(promoted > 0 ? [rowOf(`Promo code, paid by ${site.name}`, promoted)] : []),
    ...(refunded > 0 ? [rowOf(words.returned(reading), -refunded)] : []),
    ...(tips > 0 ? [rowOf(`Tip from ${owner}`, tips)] : []),
    ...(fees > 0 ? [rowOf('Service fees of both sides', -fees)] : []),
  ]
  const settled = payouts.map(({ at, amount, done }) =>
    rowOf(done ? words.done : words.toCome, amount, instantInWords(new Date(at), zone)),
  )
  return {
    sections: [
      { title: 'What was agreed', rows: agreed, total: rowOf('Total', sum(agreed)) },
      { title: 'What you earn', rows: account, total: rowOf('You receive', receives) },
      ...(settled.length > 0 ? [{ title: 'When', rows: settled, total: null }] : []),
    ],
    notes: [
      ...(record.payment_mode === 'stripe'
        ? [`${site.name} takes ${owner}’s payment, keeps the service fees and pays you the rest.`]
        : fees > 0
          ? [
              `${owner} pays you the full price directly; ${site.operator.name || site.name} invoices you for the service fees.`,
            ]
          : [`${owner} pays you directly. ${site.name} takes no fees.`]),
      ...taxNote(taxOf(entries, record.sitter_account_id), currency),
    ],
  }
}
