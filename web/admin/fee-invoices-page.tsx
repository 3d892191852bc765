import { Link, useSearchParams } from 'react-router'
import { feeInvoiceStatuses } from '#contract/codes.ts'
import type { AdminFeeInvoice } from '#contract/invoices.ts'
import { invoiceSorts, mayDo } from '#contract/staff/codes.ts'
import { formatMoney } from '#contract/words.ts'
import { useAccount } from '#web/accounts/account-layout.tsx'
import { asOperator } from '#web/admin/operator.ts'
import { DeskList } from '#web/admin/parts/desk-list.tsx'
import { Choice, DeskSearch } from '#web/admin/parts/desk-search.tsx'
import type { DeskColumn } from '#web/admin/parts/desk-table.tsx'
import { DownloadCsv } from '#web/admin/parts/download-csv.tsx'
import { oneIn, wordsIn } from '#web/admin/parts/filter.ts'
import { InvoiceClosing } from '#web/admin/parts/invoice-closing.tsx'
import { InvoiceSettings } from '#web/admin/parts/invoice-settings.tsx'
import { usePages } from '#web/admin/parts/pages.tsx'
import { api } from '#web/api.ts'
import { formatDatedDay } from '#web/admin/parts/dated.ts'
import { formatDay, formatDayRange, plural } from '#web/format.ts'
import { type InvoiceState, invoiceStateWords, stateOf } from '#web/invoices/invoice-words.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import type { Route } from './+types/fee-invoices-page.ts'

const states: readonly InvoiceState[] = [...feeInvoiceStatuses, 'overdue']

/** Reads the filter from the address; ignores invalid values. */
const filterOf = (address: URLSearchParams) => ({
  status: oneIn(address, 'status', states),
  sitter: wordsIn(address, 'sitter'),
  sort: oneIn(address, 'sort', invoiceSorts) ?? '-number',
})
type Filter = ReturnType<typeof filterOf>

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  const query = filterOf(new URL(request.url).searchParams)
  return asOperator(request, async () => {
    const [invoices, { settings, settingsVersion }] = await Promise.all([
      api('GET /v1/admin/fee-invoices', { query }),
      api('GET /v1/settings', {}),
    ])
    const { timeZone, payments } = settings
    const { invoiceDueDays: dueDays, invoiceNote: note } = payments
    return { invoices, terms: { version: settingsVersion, timeZone, dueDays, note } }
  })
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Fee invoices',
  description: 'What sitters owe for the bookings of each month.',
  path: paths.adminFeeInvoices(),
})

export const HydrateFallback = () => <OwnPageLoading label="Loading the invoices" blocks={['h-24', 'h-64']} />

export default function FeeInvoicesPage({ loaderData: { invoices, terms } }: Route.ComponentProps) {
  const [address] = useSearchParams()
  const filter = filterOf(address)
  return (
    <main className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <header className="grid gap-2">
        <h1>Fee invoices</h1>
        <p className="max-w-measure text-ink-2">
          Made and sent automatically when a month is over. Record here who has paid.
        </p>
      </header>
      <InvoiceSettings loaded={terms} />
      <DeskSearch
        label="Invoices"
        filter={filter}
        kept={['sort']}
        className="sm:grid-cols-[minmax(0,1fr)_auto_auto]"
      >
        <TextField
          name="sitter"
          label="Name or e-mail address of the sitter"
          type="search"
          defaultValue={filter.sitter ?? ''}
          maxLength={100}
        />
        <Choice
          name="status"
          label="Status"
          chosen={filter.status}
          words={states}
          nameOf={(state) => invoiceStateWords[state].words}
        />
      </DeskSearch>
      <Invoices first={invoices} filter={filter} />
    </main>
  )
}

const columns: DeskColumn<AdminFeeInvoice>[] = [
  {
    id: 'number',
    header: 'Number',
    rowHeader: true,
    sort: '-number',
    renderCell: (invoice) => (
      <>
        <Link to={paths.adminFeeInvoice(invoice.id)} className="link figures">
          {invoice.number}
        </Link>
        <Lines invoice={invoice} />
      </>
    ),
  },
  { id: 'month', header: 'Month', renderCell: ({ month }) => formatDay(`${month}-01`, 'month') },
  {
    id: 'sitter',
    header: 'Sitter',
    sort: 'sitter',
    renderCell: ({ sitter }) => (
      <>
        {sitter.name}
        <span className="block text-sm wrap-anywhere text-ink-2">{sitter.email}</span>
      </>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    renderCell: (invoice) => {
      const { words, tone } = invoiceStateWords[stateOf(invoice)]
      return (
        <>
          <Badge tone={tone}>{words}</Badge>
          {invoice.reason && <span className="block text-sm">“{invoice.reason}”</span>}
        </>
      )
    },
  },
  {
    id: 'made',
    header: 'Made',
    renderCell: ({ madeOn }) => <time dateTime={madeOn}>{formatDatedDay(madeOn)}</time>,
  },
  {
    id: 'due',
    header: 'Due',
    sort: 'dueOn',
    renderCell: ({ total, dueOn }) =>
      total > 0 ? <time dateTime={dueOn}>{formatDatedDay(dueOn)}</time> : '–',
  },
  {
    id: 'total',
    header: 'Total',
    sort: '-total',
    align: 'end',
    renderCell: ({ total, currency }) => (
      <>
        {formatMoney(total, currency)}
        {total < 0 && <span className="block text-sm">owed to the sitter</span>}
      </>
    ),
  },
]

/** The bookings on an invoice. */
const Lines = ({ invoice: { lines, currency } }: { invoice: AdminFeeInvoice }) => (
  <details className="text-sm font-normal">
    <summary className="link w-fit py-1">{plural(lines.length, 'booking')}</summary>
    <ul className="grid gap-2">
      {lines.map(({ bookingId, bookingNumber, correction, startOn, endOn, ownerName, amount }) => (
        <li key={bookingId}>
          <Link to={paths.adminBooking(bookingId)} className="link">
            Booking {bookingNumber}
          </Link>{' '}
          {correction && 'corrected, '}
          {formatDayRange(startOn, endOn)}, {ownerName}:{' '}
          <span className="figures whitespace-nowrap">{formatMoney(amount, currency)}</span>
        </li>
      ))}
    </ul>
  </details>
)

type Page = { items: AdminFeeInvoice[]; nextCursor: string | null }

function Invoices({ first, filter }: { first: Page; filter: Filter }) {
  const account = useAccount()
  const { items, setItems, foot } = usePages(first, (cursor) =>
    api('GET /v1/admin/fee-invoices', { query: { ...filter, cursor } }),
  )
  const closing: DeskColumn<AdminFeeInvoice> = {
    id: 'closing',
    header: 'What you can do',
    renderCell: (invoice) =>
      invoice.status === 'open' ? (
        <InvoiceClosing
          invoice={invoice}
          onClosed={(changed) => setItems(items.map((one) => (one.id === changed.id ? changed : one)))}
        />
      ) : (
        'Nothing'
      ),
  }
  return (
    <DeskList
      id="fee-invoices"
      columns={mayDo(account?.roles ?? [], 'money.change') ? [...columns, closing] : columns}
      pages={{ items, foot }}
      rowKey={({ id }) => id}
      sort={filter.sort}
      nouns={['invoice', 'invoices']}
      empty={{
        title: 'No invoices here',
        words:
          filter.status || filter.sitter
            ? 'None matches your choice. Choose something else above.'
            : 'The first ones are made after a month in which a booking has ended.',
      }}
      tools={
        <DownloadCsv
          name="fee-invoices.csv"
          read={() => api('GET /v1/admin/fee-invoices.csv', { query: filter })}
        />
      }
    />
  )
}
