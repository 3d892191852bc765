import { Form, Link } from 'react-router'
import type { LedgerAccount, TransferKind } from '#contract/codes.ts'
import { keysOf } from '#contract/entries.ts'
import type { LedgerTransfer } from '#contract/staff/ledger.ts'
import { ledgerAccountWords, transferWords } from '#contract/staff/words.ts'
import { formatMoney } from '#contract/words.ts'
import { moneyPaths } from '#web/admin/money-paths.ts'
import { type DeskColumn, DeskTable } from '#web/admin/parts/desk-table.tsx'
import { DownloadCsv } from '#web/admin/parts/download-csv.tsx'
import { More, usePages } from '#web/admin/parts/pages.tsx'
import { api } from '#web/api.ts'
import { formatDay } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DatePicker } from '#web/ui/dates/date-picker.tsx'
import { isDay } from '#web/ui/dates/days.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'

export type TransferFilter = {
  account?: LedgerAccount
  personId?: string
  kind?: TransferKind
  booking?: string
  from?: string
  to?: string
}

const idPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Reads the filter from the address; ignores invalid values. */
export function transferFilterOf(address: URLSearchParams): TransferFilter {
  const account = keysOf(ledgerAccountWords).find((one) => one === address.get('account'))
  const kind = keysOf(transferWords).find((one) => one === address.get('kind'))
  const personId = address.get('personId') ?? ''
  const booking = address.get('booking')?.trim().slice(0, 40)
  const [from, to] = ['from', 'to'].map((name) => address.get(name) ?? '')
  return {
    ...(account && { account }),
    ...(idPattern.test(personId) && { personId }),
    ...(kind && { kind }),
    ...(booking && { booking }),
    ...(from && isDay(from) && { from }),
    ...(to && isDay(to) && { to }),
  }
}

type Page = { items: LedgerTransfer[]; nextCursor: string | null }

/** The transfers of the ledger, with a search and a download. */
export function LedgerTransfers({ first, filter }: { first: Page; filter: TransferFilter }) {
  const { items, foot } = usePages(first, (cursor) =>
    api('GET /v1/admin/ledger/transfers', { query: { ...filter, cursor } }),
  )
  return (
    <section aria-label="Transfers" className="grid gap-6">
      <Search {...filter} />
      <OnePerson filter={filter} items={first.items} />
      {items.length === 0 ? (
        <Card>
          <EmptyState title="No transfer found">
            {Object.keys(filter).length > 0
              ? 'Try another account, another number or other days.'
              : 'The first payment of a booking appears here.'}
          </EmptyState>
        </Card>
      ) : (
        <>
          <DeskTable
            id="transfers"
            caption="Newest first"
            columns={columns}
            rows={items}
            rowKey={({ id }) => id}
            tools={
              <DownloadCsv
                name="ledger.csv"
                read={() => api('GET /v1/admin/ledger/transfers.csv', { query: filter })}
              />
            }
          />
          <More {...foot} nouns={['transfer', 'transfers']} />
        </>
      )}
    </section>
  )
}

function Search({ account, kind, booking = '', from, to, personId }: TransferFilter) {
  return (
    <Form
      role="search"
      aria-label="Transfers"
      className="grid items-end gap-3 sm:grid-cols-2 xl:grid-cols-[repeat(5,minmax(0,1fr))_auto]"
    >
      <input type="hidden" name="view" value="transfers" />
      {personId && <input type="hidden" name="personId" value={personId} />}
      <Select
        name="account"
        label="Account"
        defaultValue={account ?? ''}
        options={[
          { value: '', label: 'All' },
          ...keysOf(ledgerAccountWords).map((value) => ({
            value,
            label: ledgerAccountWords[value].name,
          })),
        ]}
      />
      <Select
        name="kind"
        label="Kind"
        defaultValue={kind ?? ''}
        options={[
          { value: '', label: 'All' },
          ...keysOf(transferWords).map((value) => ({ value, label: transferWords[value] })),
        ]}
      />
      <TextField
        name="booking"
        label="Number of a booking"
        type="search"
        defaultValue={booking}
        maxLength={40}
      />
      <DatePicker name="from" label="From" defaultValue={from ?? null} />
      <DatePicker name="to" label="Until" defaultValue={to ?? null} />
      <Button type="submit" kind="primary">
        Search
      </Button>
    </Form>
  )
}

/** Says whose entries are shown, with a way back to everybody's. */
function OnePerson({
  filter: { personId, ...others },
  items,
}: {
  filter: TransferFilter
  items: Page['items']
}) {
  if (!personId) return null
  const person = items
    .flatMap(({ entries }) => entries.map((entry) => entry.person))
    .find((one) => one?.accountId === personId.toLowerCase())
  return (
    <p>
      Only transfers of {person?.name ?? 'one person'}.{' '}
      <Link to={moneyPaths.ledger({ view: 'transfers', ...others })} className="link">
        Show everybody’s
      </Link>
    </p>
  )
}

const columns: DeskColumn<LedgerTransfer>[] = [
  {
    id: 'what',
    header: 'Transfer',
    rowHeader: true,
    renderCell: ({ on, kind, booking, note }) => (
      <>
        {transferWords[kind]}
        <span className="block text-sm font-normal text-ink-2">
          <time dateTime={on}>{formatDay(on, 'long')}</time>
          {booking && (
            <>
              ,{' '}
              <Link to={paths.adminBooking(booking.id)} className="link">
                booking {booking.number}
              </Link>
            </>
          )}
        </span>
        {note && <span className="block text-sm font-normal whitespace-pre-line">{note}</span>}
      </>
    ),
  },
  { id: 'debit', header: 'Debit', renderCell: (transfer) => <Side transfer={transfer} sign={-1} /> },
  { id: 'credit', header: 'Credit', renderCell: (transfer) => <Side transfer={transfer} sign={1} /> },
  {
    id: 'amount',
    header: 'Amount',
    align: 'end',
    renderCell: ({ amount, currency }) => formatMoney(amount, currency),
  },
]

/** The entries of one side; each has its amount if there are several. */
function Side({ transfer: { entries, currency }, sign }: { transfer: LedgerTransfer; sign: 1 | -1 }) {
  const own = entries.filter(({ amount }) => amount * sign > 0)
  return own.map(({ account, person, amount }) => (
    <span key={`${account} ${person?.accountId}`} className="block">
      {ledgerAccountWords[account].name}
      {person && (
        <>
          :{' '}
          <Link
            to={moneyPaths.ledger({ view: 'transfers', account, personId: person.accountId })}
            className="link"
          >
            {person.name}
          </Link>
        </>
      )}
      {own.length > 1 && (
        <span className="figures text-ink-2">, {formatMoney(Math.abs(amount), currency)}</span>
      )}
    </span>
  ))
}
