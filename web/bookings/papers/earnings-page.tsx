import { lazy, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { EndpointResponse } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { Earning } from '#contract/ledger.ts'
import { formatMoney, formatZone, serviceNames } from '#contract/words.ts'
import { useAccount } from '#web/accounts/account-layout.tsx'
import { ownAccountId, useViewerZone, whileSignedIn } from '#web/accounts/own-account.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { formatDay, formatDayRange, formatInstant, plural } from '#web/format.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { routerLink } from '#web/layout/router-link.tsx'
import { useConfig } from '#web/layout/use-config.ts'
import { paths } from '#web/paths.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { buttonStyle } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import type { Route } from './+types/earnings-page.ts'

const PayoutCard = lazy(() => import('#web/bookings/pay/payout-card.tsx'))

type Earnings = EndpointResponse<Endpoints['GET /v1/accounts/:accountId/earnings']>
type Month = Earnings['months'][number]

const read = (accountId: string, query: { cursor?: string }) =>
  api('GET /v1/accounts/:accountId/earnings', { params: { accountId }, query })

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const accountId = ownAccountId(request)
  return { accountId, earnings: await whileSignedIn(request, read(accountId, {})) }
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Your earnings',
  description: 'What you have earned as a sitter, and what is still to come.',
  path: paths.earnings(),
})

export const HydrateFallback = () => (
  <OwnPageLoading label="Loading your earnings" blocks={['h-48', 'h-64']} />
)

const monthColumns: Column<Month>[] = [
  {
    id: 'month',
    header: 'Month',
    rowHeader: true,
    renderCell: ({ month }) => (
      <Link to={paths.statement('sitter', month)} className="link">
        {formatDay(`${month}-01`, 'month')}
      </Link>
    ),
  },
  {
    id: 'payouts',
    header: 'Settled',
    align: 'end',
    renderCell: ({ payouts }) => plural(payouts, 'payout'),
  },
  {
    id: 'fees',
    header: 'Service fees, invoiced to you',
    align: 'end',
    renderCell: ({ fees, currency }) => formatMoney(fees, currency),
  },
  {
    id: 'earned',
    header: 'You earned',
    align: 'end',
    renderCell: ({ earned, currency }) => formatMoney(earned, currency),
  },
]

const earningColumns = (zone: string, moment: string): Column<Earning>[] => [
  {
    id: 'booking',
    header: 'Booking',
    rowHeader: true,
    renderCell: ({ bookingId, service, ownerName, startOn, endOn }) => (
      <>
        <Link to={paths.booking(bookingId)} className="link">
          {serviceNames[service]} for {ownerName}
        </Link>
        <span className="block text-sm font-normal text-ink-2">{formatDayRange(startOn, endOn)}</span>
      </>
    ),
  },
  { id: 'at', header: moment, renderCell: ({ at }) => formatInstant(at, zone) },
  {
    id: 'amount',
    header: 'Amount',
    align: 'end',
    renderCell: ({ amount, currency }) => formatMoney(amount, currency),
  },
]
const keyOf = ({ bookingId, at }: Earning) => `${bookingId} ${at}`

export default function EarningsPage({ loaderData: { accountId, earnings } }: Route.ComponentProps) {
  const { months, due } = earnings
  const isEmpty = due.length === 0 && earnings.items.length === 0
  const zone = useViewerZone()
  const byCard = useConfig()?.paymentMode === 'stripe'
  return (
    <main className="page grid grid-cols-[minmax(0,1fr)] gap-8 py-8">
      <Breadcrumbs
        crumbs={[{ label: 'Your account', href: paths.account() }, { label: 'Your earnings' }]}
        renderLink={routerLink}
      />
      <header className="grid gap-2">
        <h1>Your earnings</h1>
        <p className="max-w-measure text-ink-2">
          {byCard ? 'Owners pay by card.' : 'Owners pay you directly.'} Here is the record: what a booking
          earns you is settled two days after its end, and every week for a longer stay. Times are{' '}
          {formatZone(zone)} time.
        </p>
        {!byCard && (
          <p>
            <Link to={paths.feeInvoices()} className="link">
              Your service fee invoices
            </Link>
          </p>
        )}
      </header>
      {byCard && (
        <Suspense>
          <PayoutCard accountId={accountId} />
        </Suspense>
      )}
      {isEmpty ? (
        <Nothing />
      ) : (
        <>
          {months.length > 0 && (
            <DataTable
              caption="By month"
              columns={monthColumns}
              rows={months}
              rowKey={({ month, currency }) => `${month} ${currency}`}
            />
          )}
          {due.length > 0 && (
            <DataTable
              caption="Still to come"
              columns={earningColumns(zone, 'To be settled')}
              rows={due}
              rowKey={keyOf}
            />
          )}
          <Settled accountId={accountId} first={earnings} zone={zone} />
        </>
      )}
    </main>
  )
}

function Settled({ accountId, first, zone }: { accountId: string; first: Earnings; zone: string }) {
  const [items, setItems] = useState(first.items)
  const [cursor, setCursor] = useState(first.nextCursor)
  const { pending, errors, attempt, run } = useSaving()
  useEffect(() => {
    setItems(first.items)
    setCursor(first.nextCursor)
  }, [first])
  const more = () =>
    run(async () => {
      if (cursor === null) return
      const next = await read(accountId, { cursor })
      setItems((before) => [...before, ...next.items])
      setCursor(next.nextCursor)
    })
  if (items.length === 0) return null
  return (
    <div className="grid gap-6">
      <DataTable caption="Settled" columns={earningColumns(zone, 'Settled')} rows={items} rowKey={keyOf} />
      <ErrorSummary errors={errors} attempt={attempt} />
      <ShowMore
        shown={items.length}
        noun={items.length === 1 ? 'payout' : 'payouts'}
        done={cursor === null}
        pending={pending}
        onMore={() => void more()}
      />
    </div>
  )
}

function Nothing() {
  const sitterId = useAccount()?.sitterId
  return (
    <EmptyState
      title="Nothing earned yet"
      action={
        <Link
          to={sitterId ? paths.ownSitter(sitterId, 'calendar') : paths.newSitter()}
          className={buttonStyle({ kind: 'primary' })}
        >
          {sitterId ? 'Look at your calendar' : 'Become a sitter'}
        </Link>
      }
    >
      Once you accept a booking, you see here what it earns you and when.
    </EmptyState>
  )
}
