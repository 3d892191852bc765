import { Link } from 'react-router'
import { keysOf } from '#contract/entries.ts'
import { transferSorts } from '#contract/staff/codes.ts'
import type { LedgerTransfer } from '#contract/staff/ledger.ts'
import { ledgerAccountWords, transferWords } from '#contract/staff/words.ts'
import { formatMoney } from '#contract/words.ts'
import { moneyPaths } from '#web/admin/money-paths.ts'
import { DeskList } from '#web/admin/parts/desk-list.tsx'
import { BookingField, Choice, DayFields, DeskSearch } from '#web/admin/parts/desk-search.tsx'
import type { DeskColumn } from '#web/admin/parts/desk-table.tsx'
import { DownloadCsv } from '#web/admin/parts/download-csv.tsx'
import { daysIn, oneIn, wordsIn } from '#web/admin/parts/filter.ts'
import { usePages } from '#web/admin/parts/pages.tsx'
import { api } from '#web/api.ts'
import { formatDatedDay } from '#web/admin/parts/dated.ts'
import { paths } from '#web/paths.ts'

const idPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Reads the filter from the address; ignores invalid values. */
export function transferFilterOf(address: URLSearchParams) {
  const personId = address.get('personId') ?? ''
  return {
    account: oneIn(address, 'account', keysOf(ledgerAccountWords)),
    personId: idPattern.test(personId) ? personId : undefined,
    kind: oneIn(address, 'kind', keysOf(transferWords)),
    booking: wordsIn(address, 'booking', 40),
    ...daysIn(address),
    sort: oneIn(address, 'sort', transferSorts) ?? '-at',
  }
}
type Filter = ReturnType<typeof transferFilterOf>

type Page = { items: LedgerTransfer[]; nextCursor: string | null }

/** The transfers of the ledger, with a search and a download. */
export function LedgerTransfers({ first, filter }: { first: Page; filter: Filter }) {
  const pages = usePages(first, (cursor) =>
    api('GET /v1/admin/ledger/transfers', { query: { ...filter, cursor } }),
  )
  const { sort, ...chosen } = filter
  return (
    <section aria-label="Transfers" className="grid gap-6">
      <Search {...filter} />
      <OnePerson filter={filter} items={first.items} />
      <DeskList
        id="transfers"
        columns={columns}
        pages={pages}
        rowKey={({ id }) => id}
        sort={sort}
        nouns={['transfer', 'transfers']}
        empty={{
          title: 'No transfer found',
          words: Object.values(chosen).some(Boolean)
            ? 'Try another account, another number or other days.'
            : 'The first payment of a booking appears here.',
        }}
        tools={
          <DownloadCsv
            name="ledger.csv"
            read={() => api('GET /v1/admin/ledger/transfers.csv', { query: filter })}
          />
        }
      />
    </section>
  )
}

const Search = (filter: Filter) => (
  <DeskSearch
    label="Transfers"
    filter={{ ...filter, view: 'transfers' }}
    kept={['view', 'personId', 'sort']}
    className="sm:grid-cols-2 xl:grid-cols-[repeat(5,minmax(0,1fr))_auto]"
  >
    <Choice
      name="account"
      label="Account"
      chosen={filter.account}
      words={keysOf(ledgerAccountWords)}
      nameOf={(account) => ledgerAccountWords[account].name}
    />
    <Choice
      name="kind"
      label="Kind"
      chosen={filter.kind}
      words={keysOf(transferWords)}
      nameOf={(kind) => transferWords[kind]}
    />
    <BookingField number={filter.booking} />
    <DayFields {...filter} />
  </DeskSearch>
)

/** Says whose entries are shown, with a way back to everybody's. */
function OnePerson({ filter: { personId, ...others }, items }: { filter: Filter; items: Page['items'] }) {
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
    sort: 'kind',
    renderCell: ({ kind, booking, note }) => (
      <>
        {transferWords[kind]}
        {booking && (
          <Link to={paths.adminBooking(booking.id)} className="link block text-sm font-normal">
            booking {booking.number}
          </Link>
        )}
        {note && <span className="block text-sm font-normal whitespace-pre-line">{note}</span>}
      </>
    ),
  },
  {
    id: 'day',
    header: 'Day',
    sort: '-at',
    renderCell: ({ on }) => <time dateTime={on}>{formatDatedDay(on)}</time>,
  },
  { id: 'debit', header: 'Debit', renderCell: (transfer) => <Side transfer={transfer} sign={-1} /> },
  { id: 'credit', header: 'Credit', renderCell: (transfer) => <Side transfer={transfer} sign={1} /> },
  {
    id: 'amount',
    header: 'Amount',
    sort: '-amount',
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
