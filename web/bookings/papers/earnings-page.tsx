import { lazy, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { EndpointResponse } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { Earning } from '#contract/ledger.ts'
import { formatMoney, formatZone, serviceNames } from '#contract/words.ts'
import { useAccount } from '#web/accounts/account-layout.tsx'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { loadInBrowser, loadOnServer, type Own, OwnData } from '#web/accounts/own-data.tsx'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { EarningDownloads } from '#web/bookings/papers/earnings-downloads.tsx'
import { EarningFigures, EarningPeriod } from '#web/bookings/papers/earnings-summary.tsx'
import { formatDayRange, formatInstant } from '#web/format.ts'
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
import { TabLinks } from '#web/ui/tabs.tsx'
import type { Route } from './+types/earnings-page.ts'

const PayoutCard = lazy(() => import('#web/bookings/pay/payout-card.tsx'))

type Earnings = EndpointResponse<Endpoints['GET /v1/accounts/:accountId/earnings']>
type ListQuery = { from?: string; to?: string; cursor?: string }

const list = ({ api: call, accountId }: Pick<Own, 'api' | 'accountId'>, query: ListQuery) =>
  call('GET /v1/accounts/:accountId/earnings', { params: { accountId }, query })

/** Without a year: the last twelve months. */
async function load(own: Own, { request }: { request: Request }) {
  const { accountId, api: call } = own
  const requested = new URL(request.url).searchParams.get('year') ?? ''
  const year = /^20\d\d$/.test(requested) ? requested : undefined
  const summary = await call('GET /v1/accounts/:accountId/earnings/summary', {
    params: { accountId },
    query: { year },
  })
  return { accountId, year, summary, first: await list(own, summary.period) }
}

export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

export const meta: Route.MetaFunction = ownMeta({
  title: 'Your earnings',
  description: 'What you have earned as a sitter, and what is still to come.',
  path: paths.earnings(),
})

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

type EarningsData = Awaited<ReturnType<typeof load>>

export default function EarningsPage({ loaderData }: Route.ComponentProps) {
  return (
    <OwnData
      loaded={loaderData}
      loading={<OwnPageLoading label="Loading your earnings" blocks={['h-28', 'h-48', 'h-64']} />}
    >
      {(data) => <OwnEarnings {...data} />}
    </OwnData>
  )
}

function OwnEarnings(data: EarningsData) {
  const { accountId, summary, first } = data
  const isEmpty = summary.currencies.length === 0 && first.due.length === 0
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
        <p className="flex flex-wrap gap-x-6 gap-y-2">
          {!isEmpty && (
            <Link to={paths.statement('sitter')} className="link">
              Monthly statements
            </Link>
          )}
          {!byCard && (
            <Link to={paths.feeInvoices()} className="link">
              Your service fee invoices
            </Link>
          )}
        </p>
      </header>
      {byCard && (
        <Suspense>
          <PayoutCard accountId={accountId} />
        </Suspense>
      )}
      {isEmpty ? <Nothing /> : <Figures {...data} zone={zone} />}
    </main>
  )
}

function Figures({ accountId, year, summary, first, zone }: EarningsData & { zone: string }) {
  const { currencies, years, month } = summary
  const periods = [undefined, ...years].map((one) => ({
    href: one ? `${paths.earnings()}?year=${one}` : paths.earnings(),
    label: one ?? 'Last 12 months',
    current: one === year,
  }))
  return (
    <>
      {currencies.map((one) => (
        <EarningFigures key={one.currency} earnings={one} month={month} />
      ))}
      {first.due.length > 0 && (
        <DataTable
          caption="Still to come"
          columns={earningColumns(zone, 'To be settled')}
          rows={first.due}
          rowKey={keyOf}
        />
      )}
      <section aria-labelledby="period" className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <h2 id="period">What you earned</h2>
        <TabLinks label="Period" links={periods} renderLink={routerLink} />
        {currencies.map((one) => (
          <EarningPeriod key={one.currency} earnings={one} words={year ?? 'the last 12 months'} />
        ))}
        <EarningDownloads
          accountId={accountId}
          year={year}
          period={summary.period}
          currencies={currencies.map(({ currency }) => currency)}
        />
        <Settled accountId={accountId} months={summary.period} first={first} zone={zone} />
      </section>
    </>
  )
}

type SettledProps = { accountId: string; months: ListQuery; first: Earnings; zone: string }

function Settled({ accountId, months, first, zone }: SettledProps) {
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
      const next = await list({ api, accountId }, { ...months, cursor })
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
  return sitterId ? (
    <EmptyState
      title="Nothing earned yet"
      action={
        <Link to={paths.ownSitter(sitterId, 'calendar')} className={buttonStyle({ kind: 'primary' })}>
          Look at your calendar
        </Link>
      }
    >
      Once you accept a booking, you see here what it earns you and when.
    </EmptyState>
  ) : (
    <EmptyState
      title="You are not a sitter yet"
      action={
        <Link to={paths.newSitter()} className={buttonStyle({ kind: 'primary' })}>
          Become a sitter
        </Link>
      }
    >
      This page is for sitters: it shows what each booking earns them and when.
    </EmptyState>
  )
}
