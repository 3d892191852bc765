import { Form, Link } from 'react-router'
import { keysOf } from '#contract/entries.ts'
import type { TrialBalance } from '#contract/ledger.ts'
import { ledgerAccountWords, sideOf } from '#contract/staff/words.ts'
import { formatMoney, formatZone } from '#contract/words.ts'
import { moneyPaths } from '#web/admin/money-paths.ts'
import { formatDay } from '#web/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { DatePicker } from '#web/ui/dates/date-picker.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type Sides = TrialBalance['totals'][number]
type Account = TrialBalance['items'][number]['account']
/** A row without an account is the total. */
type Row = Sides & { account?: Account }

/** The balance of each account, with both sides; `on` is the day until whose end it counts. */
export function LedgerBalance({ balance, on }: { balance: TrialBalance; on: string | null }) {
  const { items, totals, timeZone, numbers } = balance
  return (
    <section aria-labelledby="balance" className="grid gap-6">
      <div className="grid gap-1">
        <h2 id="balance" className="text-xl">
          Trial balance
        </h2>
        <p className="text-sm text-ink-2">
          {on ? `Until the end of ${formatDay(on, 'long')}` : 'Everything until now'}, days of{' '}
          {formatZone(timeZone)}.
        </p>
      </div>
      <Form aria-label="Day" className="flex flex-wrap items-end gap-3" key={on}>
        <DatePicker name="on" label="Until the end of" defaultValue={on} />
        <Button type="submit">Show</Button>
      </Form>
      {totals.length === 0 && (
        <Card>
          <EmptyState title="No entries yet">The first payment of a booking appears here.</EmptyState>
        </Card>
      )}
      {totals.map((total) => (
        <OneCurrency
          key={total.currency}
          total={total}
          accounts={items.filter(({ currency }) => currency === total.currency)}
          numbers={numbers}
          until={on ? { to: on } : {}}
        />
      ))}
    </section>
  )
}

type OneCurrencyProps = {
  total: Sides
  accounts: TrialBalance['items']
  numbers: TrialBalance['numbers']
  until: { to?: string }
}

function OneCurrency({ total, accounts, numbers, until }: OneCurrencyProps) {
  const inOrder = keysOf(ledgerAccountWords).flatMap((name) =>
    accounts.filter(({ account }) => account === name),
  )
  return (
    <div className="grid gap-3">
      <DataTable
        caption={`Accounts in ${total.currency}`}
        columns={columnsFor(numbers, until)}
        rows={[...inOrder, total]}
        rowKey={({ account }: Row) => account ?? 'total'}
      />
      <p>
        {total.balance === 0 ? (
          <Badge tone="green">Debits and credits are equal</Badge>
        ) : (
          <Badge tone="rust">The balances do not sum to zero</Badge>
        )}
      </p>
    </div>
  )
}

const columnsFor = (numbers: TrialBalance['numbers'], until: { to?: string }): Column<Row>[] => [
  {
    id: 'account',
    header: 'Account',
    rowHeader: true,
    renderCell: ({ account }) =>
      account ? (
        <>
          <Link to={moneyPaths.ledger({ view: 'transfers', account, ...until })} className="link">
            <span className="figures">{numbers[account]}</span> {ledgerAccountWords[account].name}
          </Link>
          <span className="block text-sm font-normal text-ink-2">{ledgerAccountWords[account].holds}</span>
        </>
      ) : (
        'Sum'
      ),
  },
  {
    id: 'debit',
    header: 'Debit',
    align: 'end',
    renderCell: ({ debit, currency }) => formatMoney(debit, currency),
  },
  {
    id: 'credit',
    header: 'Credit',
    align: 'end',
    renderCell: ({ credit, currency }) => formatMoney(credit, currency),
  },
  {
    id: 'balance',
    header: 'Balance',
    align: 'end',
    renderCell: ({ balance, currency }) => sideOf(balance, currency),
  },
]
