import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { FeeInvoice } from '#contract/invoices.ts'
import { formatMoney } from '#contract/words.ts'
import { ownAccountId, whileSignedIn } from '#web/accounts/own-account.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { formatDay, plural } from '#web/format.ts'
import { invoiceStateWords, stateOf } from '#web/invoices/invoice-words.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { buttonStyle } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import type { Route } from './+types/own-invoices-page.ts'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  ownAccountId(request)
  return whileSignedIn(request, api('GET /v1/fee-invoices', { query: {} }))
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Service fee invoices',
  description: 'What you owe for your bookings, month by month.',
  path: paths.feeInvoices(),
})

export const HydrateFallback = () => <OwnPageLoading label="Loading your invoices" blocks={['h-64']} />

const columns: Column<FeeInvoice>[] = [
  {
    id: 'month',
    header: 'For',
    rowHeader: true,
    renderCell: ({ id, month, number, lines }) => (
      <>
        <Link to={paths.feeInvoice(id)} className="link">
          {formatDay(`${month}-01`, 'month')}
        </Link>
        <span className="block text-sm font-normal text-ink-2">
          {number}, {plural(lines.length, 'booking')}
        </span>
      </>
    ),
  },
  {
    id: 'due',
    header: 'Due',
    renderCell: ({ dueOn, total }) => (total > 0 ? formatDay(dueOn, 'long') : '–'),
  },
  {
    id: 'status',
    header: 'Status',
    renderCell: (invoice) => {
      const { words, tone } = invoiceStateWords[stateOf(invoice)]
      return <Badge tone={tone}>{words}</Badge>
    },
  },
  {
    id: 'total',
    header: 'To pay',
    align: 'end',
    renderCell: ({ total, currency }) =>
      total < 0 ? `You get back ${formatMoney(-total, currency)}` : formatMoney(total, currency),
  },
]

export default function OwnInvoicesPage({ loaderData }: Route.ComponentProps) {
  const [page, setPage] = useState(loaderData)
  const { pending, errors, attempt, run } = useSaving()
  useEffect(() => setPage(loaderData), [loaderData])
  const { items, nextCursor } = page
  const more = () =>
    run(async () => {
      const next = await api('GET /v1/fee-invoices', { query: { cursor: nextCursor ?? '' } })
      setPage({ items: [...items, ...next.items], nextCursor: next.nextCursor })
    })
  return (
    <main className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <Breadcrumbs
        crumbs={[
          { label: 'Your account', href: paths.account() },
          { label: 'Your earnings', href: paths.earnings() },
          { label: 'Invoices' },
        ]}
        renderLink={routerLink}
      />
      <header className="grid gap-2">
        <h1>Service fee invoices</h1>
        <p className="max-w-measure text-ink-2">
          Owners pay you the whole price, including the service fees of both sides. You pay these fees once a
          month, for the bookings that ended in it.
        </p>
      </header>
      {items.length === 0 ? (
        <EmptyState
          title="No invoice yet"
          action={
            <Link to={paths.earnings()} className={buttonStyle({ kind: 'primary' })}>
              Look at your earnings
            </Link>
          }
        >
          We e-mail you the first one after the first month in which one of your bookings has ended.
        </EmptyState>
      ) : (
        <>
          <DataTable caption="Newest first" columns={columns} rows={items} rowKey={({ id }) => id} />
          <ErrorSummary errors={errors} attempt={attempt} />
          <ShowMore
            shown={items.length}
            noun={items.length === 1 ? 'invoice' : 'invoices'}
            done={nextCursor === null}
            pending={pending}
            onMore={() => void more()}
          />
        </>
      )}
    </main>
  )
}
