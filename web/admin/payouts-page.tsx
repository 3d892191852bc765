import { Link, useSearchParams } from 'react-router'
import { deskPayoutKinds, deskPayoutStates, payoutSorts, usualPayoutSorts } from '#contract/payments/codes.ts'
import type { DeskPayout } from '#contract/payments/payouts.ts'
import { mayDo } from '#contract/staff/codes.ts'
import { formatMoney, listWords } from '#contract/words.ts'
import { useAccount } from '#web/accounts/account-layout.tsx'
import { moneyPaths } from '#web/admin/money-paths.ts'
import { asOperator } from '#web/admin/operator.ts'
import { DayCell } from '#web/admin/parts/day-cell.tsx'
import { DeskList } from '#web/admin/parts/desk-list.tsx'
import { BookingField, DeskSearch } from '#web/admin/parts/desk-search.tsx'
import type { DeskColumn } from '#web/admin/parts/desk-table.tsx'
import { DownloadCsv } from '#web/admin/parts/download-csv.tsx'
import { oneIn, wordsIn } from '#web/admin/parts/filter.ts'
import { usePages } from '#web/admin/parts/pages.tsx'
import { PayoutRetry } from '#web/admin/parts/payout-retry.tsx'
import { payoutReason, payoutStates } from '#web/admin/parts/payout-words.ts'
import { api } from '#web/api.ts'
import { plural } from '#web/format.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { TabLinks } from '#web/ui/tabs.tsx'
import type { Route } from './+types/payouts-page.ts'

/** Reads the filter from the address; ignores invalid values. */
function filterOf(address: URLSearchParams) {
  const state = oneIn(address, 'state', deskPayoutStates) ?? 'failed'
  return {
    kind: oneIn(address, 'kind', deskPayoutKinds) ?? 'payout',
    state,
    booking: wordsIn(address, 'booking', 40),
    sort: oneIn(address, 'sort', payoutSorts) ?? usualPayoutSorts[state],
  }
}
type Filter = ReturnType<typeof filterOf>

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  const query = filterOf(new URL(request.url).searchParams)
  return asOperator(request, () => api('GET /v1/admin/payouts', { query }))
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Payouts',
  description: 'Money on its way to sitters and back to owners.',
  path: moneyPaths.payouts(),
})

export const HydrateFallback = () => <OwnPageLoading label="Loading the payouts" blocks={['h-24', 'h-64']} />

export default function PayoutsPage({ loaderData }: Route.ComponentProps) {
  const [address] = useSearchParams()
  const filter = filterOf(address)
  const { kind, state } = filter
  return (
    <main className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <header className="grid gap-2">
        <h1>Payouts</h1>
        <p className="max-w-measure text-ink-2">
          {loaderData.mode === 'manual'
            ? 'Owners pay their sitters directly here, so the site pays nothing out. What an earlier payment provider was asked to do is listed below.'
            : 'What the payment provider sends to sitters, and back to owners. It is asked again every hour when it refuses a payout.'}
        </p>
      </header>
      <TabLinks
        label="Direction"
        links={[
          { href: moneyPaths.payouts(), label: 'To sitters', current: kind === 'payout' },
          {
            href: moneyPaths.payouts({ kind: 'refund' }),
            label: 'Back to owners',
            current: kind === 'refund',
          },
        ]}
        renderLink={routerLink}
      />
      <States kind={kind} state={state} totals={loaderData.totals} />
      <DeskSearch
        label="Payouts"
        filter={filter}
        kept={['kind', 'state', 'sort']}
        className="sm:grid-cols-[minmax(0,20rem)_auto] sm:justify-start"
      >
        <BookingField number={filter.booking} />
      </DeskSearch>
      <Payouts first={loaderData} filter={filter} />
    </main>
  )
}

type Loaded = Route.ComponentProps['loaderData']
type StatesProps = Pick<Filter, 'kind' | 'state'> & Pick<Loaded, 'totals'>

/** The states as links, each with how many there are and their sum. */
function States({ kind, state, totals }: StatesProps) {
  const shown = deskPayoutStates.filter((one) => kind === 'payout' || one !== 'withheld')
  return (
    <nav aria-label="State" className="flex flex-wrap gap-3">
      {shown.map((one) => {
        const own = totals.filter((total) => total.state === one)
        const count = own.reduce((sum, total) => sum + total.count, 0)
        const sums = listWords(own.map(({ amount, currency }) => formatMoney(amount, currency)))
        return (
          <Link
            key={one}
            to={moneyPaths.payouts({ kind, state: one })}
            aria-current={one === state ? 'page' : undefined}
            className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-card px-4 font-medium aria-[current]:border-green-line aria-[current]:bg-green-soft"
          >
            {payoutStates[one].words}
            <span className="figures text-sm font-normal text-ink-2">
              {count === 0 ? 'none' : `${count}, ${sums}`}
            </span>
          </Link>
        )
      })}
    </nav>
  )
}

const columns: DeskColumn<DeskPayout>[] = [
  {
    id: 'person',
    header: 'To',
    rowHeader: true,
    sort: 'person',
    renderCell: ({ person }) => (
      <Link to={moneyPaths.ledger({ view: 'transfers', personId: person.accountId })} className="link">
        {person.name}
      </Link>
    ),
  },
  {
    id: 'amount',
    header: 'Amount',
    sort: '-amount',
    align: 'end',
    renderCell: ({ amount, currency }) => formatMoney(amount, currency),
  },
  {
    id: 'booking',
    header: 'Booking',
    renderCell: ({ booking }) => (
      <>
        <Link to={paths.adminBooking(booking.id)} className="link">
          {booking.number}
        </Link>
        <Link
          to={moneyPaths.ledger({ view: 'transfers', booking: booking.number })}
          className="link block text-sm"
        >
          Its transfers
        </Link>
      </>
    ),
  },
  { id: 'why', header: 'State', renderCell: (payout) => <Why payout={payout} /> },
  {
    id: 'due',
    header: 'Due since',
    sort: 'createdAt',
    renderCell: ({ createdAt }) => <DayCell at={createdAt} withTime />,
  },
  {
    id: 'changed',
    header: 'Last change',
    sort: '-changedAt',
    renderCell: ({ changedAt }) => <DayCell at={changedAt} withTime />,
  },
]

const retry: DeskColumn<DeskPayout> = {
  id: 'retry',
  header: 'What you can do',
  renderCell: (payout) => (payout.retryable ? <PayoutRetry payout={payout} /> : 'Nothing'),
}

function Why({ payout }: { payout: DeskPayout }) {
  const { state, attempts, providerId } = payout
  const { words, tone } = payoutStates[state]
  return (
    <>
      <Badge tone={tone}>{words}</Badge>
      <span className="block wrap-break-word">{payoutReason(payout)}</span>
      <span className="block text-sm wrap-anywhere text-ink-2">
        {[attempts > 1 && plural(attempts, 'attempt'), providerId].filter(Boolean).join(' · ')}
      </span>
    </>
  )
}

type Page = Pick<Loaded, 'items' | 'nextCursor'>

function Payouts({ first, filter }: { first: Page; filter: Filter }) {
  const account = useAccount()
  const { state, kind, booking, sort } = filter
  const pages = usePages(first, (cursor) => api('GET /v1/admin/payouts', { query: { ...filter, cursor } }))
  const mayRetry = state === 'failed' && mayDo(account?.roles ?? [], 'money.change')
  return (
    <DeskList
      id="payouts"
      columns={mayRetry ? [...columns, retry] : columns}
      pages={pages}
      rowKey={({ id }) => id}
      sort={sort}
      nouns={kind === 'payout' ? ['payout', 'payouts'] : ['refund', 'refunds']}
      empty={{
        title: booking ? 'Nothing found' : payoutStates[state].none,
        words: booking
          ? 'Try another number, or another state above.'
          : kind === 'payout'
            ? 'A payout appears here when the money of a booking is due to its sitter.'
            : 'A refund appears here when an owner gets money back.',
      }}
      tools={
        <DownloadCsv
          name={`${kind}s-${state}.csv`}
          read={() => api('GET /v1/admin/payouts.csv', { query: filter })}
        />
      }
    />
  )
}
