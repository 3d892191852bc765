import { Form, Link, useSearchParams } from 'react-router'
import { feeInvoiceStatuses } from '#contract/codes.ts'
import type { AdminFeeInvoice } from '#contract/invoices.ts'
import { formatMoney } from '#contract/words.ts'
import { asOperator } from '#web/admin/operator.ts'
import { DownloadCsv } from '#web/admin/parts/download-csv.tsx'
import { InvoiceClosing } from '#web/admin/parts/invoice-closing.tsx'
import { InvoiceSettings } from '#web/admin/parts/invoice-settings.tsx'
import { More, usePages } from '#web/admin/parts/pages.tsx'
import { api } from '#web/api.ts'
import { formatDay, formatDayRange } from '#web/format.ts'
import { type InvoiceState, invoiceStateWords, stateOf } from '#web/invoices/invoice-words.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import type { Route } from './+types/fee-invoices-page.ts'

const states: readonly InvoiceState[] = [...feeInvoiceStatuses, 'overdue']
type Filter = { status?: InvoiceState; sitter?: string }

function filterOf(address: URLSearchParams): Filter {
  const status = states.find((state) => state === address.get('status'))
  const sitter = address.get('sitter')?.trim().slice(0, 100)
  return { ...(status && { status }), ...(sitter && { sitter }) }
}

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
      <Form
        key={`${filter.status} ${filter.sitter}`}
        role="search"
        aria-label="Invoices"
        className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto_auto]"
      >
        <TextField
          name="sitter"
          label="Name or e-mail address of the sitter"
          type="search"
          defaultValue={filter.sitter ?? ''}
          maxLength={100}
        />
        <Select
          name="status"
          label="Status"
          defaultValue={filter.status ?? ''}
          options={[
            { value: '', label: 'All' },
            ...states.map((value) => ({ value, label: invoiceStateWords[value].words })),
          ]}
        />
        <Button type="submit">Show</Button>
      </Form>
      <Invoices key={address.toString()} first={invoices} filter={filter} />
    </main>
  )
}

type Page = { items: AdminFeeInvoice[]; nextCursor: string | null }

function Invoices({ first, filter }: { first: Page; filter: Filter }) {
  const { items, setItems, foot } = usePages(first, (cursor) =>
    api('GET /v1/admin/fee-invoices', { query: { ...filter, cursor } }),
  )
  const replace = (changed: AdminFeeInvoice) =>
    setItems(items.map((one) => (one.id === changed.id ? changed : one)))
  if (items.length === 0)
    return (
      <Card>
        <EmptyState title="No invoices here">
          {filter.status || filter.sitter
            ? 'None matches your choice. Choose something else above.'
            : 'The first ones are made after a month in which a booking has ended.'}
        </EmptyState>
      </Card>
    )
  return (
    <section aria-labelledby="list" className="grid gap-4">
      <h2 id="list" className="text-xl">
        Newest first
      </h2>
      <ul className="grid gap-4">
        {items.map((invoice) => (
          <Invoice key={invoice.id} invoice={invoice} onClosed={replace} />
        ))}
      </ul>
      <DownloadCsv
        name="fee-invoices.csv"
        read={() => api('GET /v1/admin/fee-invoices.csv', { query: filter })}
      />
      <More {...foot} nouns={['invoice', 'invoices']} />
    </section>
  )
}

type InvoiceProps = { invoice: AdminFeeInvoice; onClosed: (changed: AdminFeeInvoice) => void }

function Invoice({ invoice, onClosed }: InvoiceProps) {
  const { id, number, month, currency, total, dueOn, madeOn, sitter, lines, reason } = invoice
  const { words, tone } = invoiceStateWords[stateOf(invoice)]
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <Card as="li" className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="figures text-lg">
          <Link to={paths.feeInvoice(id)} className="link">
            {number}
          </Link>
        </h3>
        <Badge tone={tone}>{words}</Badge>
        <p className="figures ml-auto text-lg font-semibold">
          {total < 0 ? `Owed to the sitter: ${money(-total)}` : money(total)}
        </p>
      </div>
      <p>
        <span className="font-semibold">{sitter.name}</span>
        {sitter.email && <span className="wrap-anywhere text-ink-2"> ({sitter.email})</span>}
      </p>
      <p className="text-sm text-ink-2">
        For {formatDay(`${month}-01`, 'month')}, made on {formatDay(madeOn, 'long')}
        {total > 0 && `, due on ${formatDay(dueOn, 'long')}`}.
      </p>
      {reason && <p className="text-sm">“{reason}”</p>}
      <ul className="figures grid gap-1 border-t pt-3 text-sm">
        {lines.map((line) => (
          <li key={line.bookingId} className="flex items-baseline justify-between gap-4">
            <span>
              <Link to={paths.adminBooking(line.bookingId)} className="link">
                Booking {line.bookingNumber}
              </Link>{' '}
              {line.correction && 'corrected, '}
              {formatDayRange(line.startOn, line.endOn)}, {line.ownerName}
            </span>
            <span className="whitespace-nowrap">{money(line.amount)}</span>
          </li>
        ))}
      </ul>
      {invoice.status === 'open' && <InvoiceClosing invoice={invoice} onClosed={onClosed} />}
    </Card>
  )
}
