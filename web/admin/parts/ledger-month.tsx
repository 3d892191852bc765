import { Form } from 'react-router'
import { keysOf } from '#contract/entries.ts'
import type { LedgerMonth as Month } from '#contract/staff/ledger.ts'
import { ledgerAccountWords, sideOf, transferWords } from '#contract/staff/words.ts'
import { formatMoney, formatZone } from '#contract/words.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { saveFile } from '#web/bookings/papers/save-file.ts'
import { formatCount, formatDay, plural } from '#web/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Icon } from '#web/ui/icon.tsx'

const inWords = (month: string): string => formatDay(`${month}-01`, 'month')

/** The accounts in a month with their opening and closing balances, and the files for the accountant. */
export function LedgerMonth({ month: shown }: { month: Month }) {
  const { month, months, timeZone, isOpen, transfers, accounts } = shown
  const currencies = [...new Set(accounts.map(({ currency }) => currency))]
  return (
    <section aria-labelledby="month" className="grid gap-6">
      <div className="grid gap-1">
        <h2 id="month" className="flex flex-wrap items-center gap-3 text-xl">
          {inWords(month)}
          {isOpen && <Badge tone="gold">Not over yet</Badge>}
        </h2>
        <p className="text-sm text-ink-2">
          {plural(transfers, 'transfer')}, days of {formatZone(timeZone)}. Later entries never change a month
          that is over.
        </p>
      </div>
      <Form aria-label="Month" className="flex flex-wrap items-end gap-3" key={month}>
        <input type="hidden" name="view" value="month" />
        <Select
          name="month"
          label="Month"
          defaultValue={month}
          options={[...new Set([month, ...months])]
            .toSorted()
            .toReversed()
            .map((value) => ({ value, label: inWords(value) }))}
        />
        <Button type="submit">Show</Button>
      </Form>
      <Files month={month} />
      {accounts.length === 0 && (
        <Card>
          <EmptyState title="No entries yet">Nothing was posted until the end of this month.</EmptyState>
        </Card>
      )}
      {currencies.map((currency) => (
        <OneCurrency key={currency} shown={shown} currency={currency} />
      ))}
    </section>
  )
}

function Files({ month }: { month: string }) {
  const { pending, errors, attempt, run } = useSaving()
  const params = { month }
  const saveCsv = () =>
    saveFile(
      () => api('GET /v1/admin/ledger/months/:month/entries.csv', { params }),
      `EXTF_Buchungsstapel_${month}.csv`,
      'text/csv',
    )
  const savePdf = () =>
    saveFile(
      () => api('GET /v1/admin/ledger/months/:month/closing.pdf', { params }),
      `closing-${month}.pdf`,
      'application/pdf',
    )
  const icon = <Icon name="download" size={18} />
  return (
    <div className="grid gap-4">
      <ErrorSummary errors={errors} attempt={attempt} />
      <div className="flex flex-wrap gap-3">
        <Button pending={pending && 'Making the file…'} icon={icon} onClick={() => void run(saveCsv)}>
          Entries for DATEV (CSV)
        </Button>
        <Button pending={pending && 'Making the file…'} icon={icon} onClick={() => void run(savePdf)}>
          Closing (PDF)
        </Button>
      </div>
    </div>
  )
}

function OneCurrency({ shown, currency }: { shown: Month; currency: string }) {
  const accounts = keysOf(ledgerAccountWords).flatMap((name) =>
    shown.accounts.filter((one) => one.account === name && one.currency === currency),
  )
  const kinds = shown.kinds.filter((one) => one.currency === currency)
  const sum = accounts.reduce((total, { closing }) => total + closing, 0)
  return (
    <div className="grid gap-6">
      <div className="grid gap-3">
        <DataTable
          caption={`Accounts in ${currency}`}
          columns={columnsFor(shown.numbers)}
          rows={accounts}
          rowKey={({ account }) => account}
        />
        <p>
          <Badge tone={sum === 0 ? 'green' : 'rust'}>
            {sum === 0 ? 'The closing balances sum to zero' : 'The closing balances do not sum to zero'}
          </Badge>
        </p>
      </div>
      {kinds.length > 0 && (
        <DataTable
          caption={`What moved in ${currency}`}
          columns={kindColumns}
          rows={kinds}
          rowKey={({ kind }) => kind}
        />
      )}
    </div>
  )
}

const columnsFor = (numbers: Month['numbers']): Column<Month['accounts'][number]>[] => [
  {
    id: 'account',
    header: 'Account',
    rowHeader: true,
    renderCell: ({ account }) => (
      <>
        <span className="figures">{numbers[account]}</span> {ledgerAccountWords[account].name}
      </>
    ),
  },
  {
    id: 'opening',
    header: 'Opening',
    align: 'end',
    renderCell: ({ opening, currency }) => sideOf(opening, currency),
  },
  {
    id: 'debit',
    header: 'Debits',
    align: 'end',
    renderCell: ({ debit, currency }) => formatMoney(debit, currency),
  },
  {
    id: 'credit',
    header: 'Credits',
    align: 'end',
    renderCell: ({ credit, currency }) => formatMoney(credit, currency),
  },
  {
    id: 'closing',
    header: 'Closing',
    align: 'end',
    renderCell: ({ closing, currency }) => sideOf(closing, currency),
  },
]

const kindColumns: Column<Month['kinds'][number]>[] = [
  { id: 'kind', header: 'Kind', rowHeader: true, renderCell: ({ kind }) => transferWords[kind] },
  { id: 'count', header: 'Transfers', align: 'end', renderCell: ({ count }) => formatCount(count) },
  {
    id: 'amount',
    header: 'Amount',
    align: 'end',
    renderCell: ({ amount, currency }) => formatMoney(amount, currency),
  },
]
