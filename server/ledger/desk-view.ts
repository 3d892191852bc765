import type { TrialBalance } from '#contract/ledger.ts'
import type { LedgerTransfer } from '#contract/staff/ledger.ts'
import { ledgerAccountWords, transferWords } from '#contract/staff/words.ts'
import { decimalMoney } from '#contract/words.ts'
import { writeCsv } from '#server/kernel/csv.ts'
import { localOf } from '#server/kernel/day.ts'
import type { DeskEntryRow, SumRow, TransferRow } from '#server/ledger/desk-store.ts'

const add = (rows: readonly SumRow[], side: 'debit' | 'credit' | 'balance'): number =>
  rows.reduce((sum, row) => sum + row[side], 0)

export const viewTrialBalance = (
  items: readonly SumRow[],
  timeZone: string,
  numbers: TrialBalance['numbers'],
): TrialBalance => ({
  items: [...items],
  numbers,
  totals: [...Map.groupBy(items, ({ currency }) => currency)].map(([currency, rows]) => ({
    currency,
    debit: add(rows, 'debit'),
    credit: add(rows, 'credit'),
    balance: add(rows, 'balance'),
  })),
  timeZone,
})

export function viewTransfers(
  rows: readonly TransferRow[],
  entries: readonly DeskEntryRow[],
  timeZone: string,
): LedgerTransfer[] {
  const byTransfer = Map.groupBy(entries, ({ transfer_id: id }) => id)
  return rows.map(({ id, at, kind, currency, note, booking_id: bookingId, number, amount }) => {
    const own = byTransfer.get(id) ?? []
    return {
      id,
      at: at.toISOString(),
      on: localOf(at, timeZone).on,
      kind,
      currency,
      amount,
      note,
      booking: bookingId && number ? { id: bookingId, number } : null,
      entries: own.map(({ account, account_id: accountId, name, amount }) => ({
        account,
        person: accountId && name ? { accountId, name } : null,
        amount,
      })),
    }
  })
}

const header = [
  'Day',
  'At',
  'Transfer',
  'What',
  'Booking',
  'Account number',
  'Account',
  'Person',
  'Currency',
  'Debit',
  'Credit',
  'Note',
]

/** One line for each entry. Amounts are decimal numbers, so that spreadsheets can add them up. */
export const writeTransfers = (
  transfers: readonly LedgerTransfer[],
  numbers: TrialBalance['numbers'],
): string =>
  writeCsv([
    header,
    ...transfers.flatMap(({ id, at, on, kind, currency, booking, note, entries }) =>
      entries.map(({ account, person, amount }) => {
        const money = Number(decimalMoney(Math.abs(amount), currency))
        return [
          on,
          at,
          id,
          transferWords[kind],
          booking?.number,
          numbers[account],
          ledgerAccountWords[account].name,
          person?.name,
          currency,
          ...(amount < 0 ? [money, null] : [null, money]),
          note,
        ]
      }),
    ),
  ])
