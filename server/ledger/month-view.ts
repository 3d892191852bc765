import { keysOf } from '#contract/entries.ts'
import type { LedgerMonth, LedgerTransfer } from '#contract/staff/ledger.ts'
import { ledgerAccountWords, sideOf, transferWords } from '#contract/staff/words.ts'
import { decimalMoney, formatMoney } from '#contract/words.ts'
import { csvMark } from '#server/kernel/csv.ts'
import type { Site } from '#server/kernel/deps.ts'
import type { DocumentContent } from '#server/kernel/drawing/pdf.ts'
import { monthInWords, zoneInWords } from '#server/kernel/words.ts'
import { linesOf } from '#server/ledger/contra.ts'
import { datevColumns, datevHeader, datevRecord } from '#server/ledger/datev.ts'

/** The number of the booking, or the id of the transfer without dashes, which fits into 36 characters. */
const documentNumber = ({ id, booking }: LedgerTransfer): string => booking?.number ?? id.replaceAll('-', '')

function textOf({ kind, booking, entries }: LedgerTransfer): string {
  const names = [...new Set(entries.flatMap(({ person }) => (person ? [person.name] : [])))]
  return [transferWords[kind], booking?.number, ...names].filter(Boolean).join(' ')
}

/** One record for each amount that moves between two accounts. */
export const writeMonth = (
  transfers: readonly LedgerTransfer[],
  batch: Parameters<typeof datevHeader>[0],
): string =>
  csvMark +
  datevHeader(batch) +
  datevColumns +
  transfers
    .flatMap((transfer) =>
      linesOf(transfer.entries).map(({ debit, credit, amount }) =>
        datevRecord(
          {
            amount: decimalMoney(amount, transfer.currency),
            currency: transfer.currency,
            debit,
            credit,
            on: transfer.on,
            number: documentNumber(transfer),
            text: textOf(transfer),
          },
          batch.datev.accounts,
        ),
      ),
    )
    .join('')

/** The accounts of a currency in the order of their numbers. */
const inOrder = (accounts: LedgerMonth['accounts'], currency: string) =>
  keysOf(ledgerAccountWords).flatMap((name) =>
    accounts.filter((one) => one.account === name && one.currency === currency),
  )

/** The document about a month, with all accounts and what moved. */
export function viewMonthDocument(month: LedgerMonth, site: Site, at: Date): DocumentContent {
  const { operator, name } = site
  const currencies = [...new Set(month.accounts.map(({ currency }) => currency))]
  return {
    title: `Month’s closing, ${monthInWords(month.month)}`,
    at,
    sender: [name, operator.name, operator.address, operator.email],
    facts: [
      ['Month', monthInWords(month.month)],
      ['Days of', zoneInWords(month.timeZone)],
      ['Transfers', `${month.transfers}`],
      ['State', month.isOpen ? 'Not over yet: more can be posted in this month' : 'Over'],
    ],
    sections: currencies.flatMap((currency) => {
      const own = inOrder(month.accounts, currency)
      const closing = own.reduce((sum, one) => sum + one.closing, 0)
      const kinds = month.kinds.filter((one) => one.currency === currency)
      return [
        {
          title: `Accounts in ${currency}, with their closing balances`,
          rows: own.map((one) => ({
            label: `${month.numbers[one.account]} ${ledgerAccountWords[one.account].name}`,
            detail: `Opening ${sideOf(one.opening, currency)}, debits ${formatMoney(one.debit, currency)}, credits ${formatMoney(one.credit, currency)}`,
            amount: sideOf(one.closing, currency),
          })),
          total: { label: 'Sum', detail: null, amount: sideOf(closing, currency) },
        },
        {
          title: `What moved in ${currency}`,
          rows: kinds.map(({ kind, count, amount }) => ({
            label: transferWords[kind],
            detail: `${count} ${count === 1 ? 'transfer' : 'transfers'}`,
            amount: formatMoney(amount, currency),
          })),
          total: null,
        },
      ]
    }),
    notes: [
      'From the double-entry ledger, whose entries cannot be changed or deleted. A credit balance is owed to somebody or earned; a debit balance is held outside or spent.',
    ],
  }
}
