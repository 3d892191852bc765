import { Link, useSearchParams } from 'react-router'
import type { Dispute } from '#contract/payments/disputes.ts'
import { firstName, formatMoney, serviceNames } from '#contract/words.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { asOperator } from '#web/admin/operator.ts'
import { disputeDisplay, disputeReason } from '#web/admin/parts/dispute-words.ts'
import { More, usePages } from '#web/admin/parts/pages.tsx'
import { api } from '#web/api.ts'
import { formatDayRange, formatInstant } from '#web/format.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/disputes-page.ts'

type Filter = 'open' | 'closed'
const filterOf = (query: URLSearchParams): Filter => (query.get('status') === 'closed' ? 'closed' : 'open')

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  const status = filterOf(new URL(request.url).searchParams)
  return asOperator(request, () => api('GET /v1/admin/disputes', { query: { status } }))
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Disputes with banks',
  description: 'Payments that an owner’s bank asks about or has taken back.',
  path: paths.disputes(),
})

export const HydrateFallback = () => <OwnPageLoading label="Loading the disputes" blocks={['h-64']} />

const filters: readonly (readonly [Filter, string])[] = [
  ['open', 'Open'],
  ['closed', 'Closed'],
]

export default function DisputesPage({ loaderData }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const status = filterOf(query)
  return (
    <main className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <h1>Disputes with banks</h1>
      <p className="max-w-measure text-ink-2">
        An owner’s bank can ask about a payment and take it back. The sitter’s payout is on hold until it is
        clear who covers it.
      </p>
      <nav aria-label="Which disputes" className="flex flex-wrap gap-3">
        {filters.map(([value, label]) => (
          <Link
            key={value}
            to={paths.disputes(value)}
            aria-current={status === value ? 'page' : undefined}
            className="inline-flex min-h-11 items-center rounded-full border border-line bg-card px-4 font-medium aria-[current]:border-green-line aria-[current]:bg-green-soft"
          >
            {label}
          </Link>
        ))}
      </nav>
      <Disputes
        key={status + loaderData.items.map(({ id }) => id).join()}
        first={loaderData}
        status={status}
      />
    </main>
  )
}

type Page = { items: Dispute[]; nextCursor: string | null }

function Disputes({ first, status }: { first: Page; status: Filter }) {
  const { items, foot } = usePages(first, (cursor) =>
    api('GET /v1/admin/disputes', { query: { status, cursor } }),
  )
  if (items.length === 0)
    return (
      <Card>
        <EmptyState title={status === 'open' ? 'No open disputes' : 'Nothing has been closed yet'}>
          A dispute appears here as soon as the payment service reports it.
        </EmptyState>
      </Card>
    )
  return (
    <section aria-labelledby="list" className="grid gap-4">
      <h2 id="list" className="text-xl">
        {status === 'open' ? 'Earliest deadline first' : 'Newest first'}
      </h2>
      <ul className="grid gap-4">
        {items.map((dispute) => (
          <DisputeItem key={dispute.id} dispute={dispute} />
        ))}
      </ul>
      <More {...foot} nouns={['dispute', 'disputes']} />
    </section>
  )
}

function DisputeItem({ dispute }: { dispute: Dispute }) {
  const zone = useViewerZone()
  const { booking, actions, answerBy, closedAt, openedAt } = dispute
  const { words, tone } = disputeDisplay(dispute)
  const [label, moment] = closedAt
    ? ['Closed', closedAt]
    : actions.includes('answer') && answerBy
      ? ['Answer by', answerBy]
      : ['Opened', openedAt]
  return (
    <Card as="li" className="grid gap-1">
      <div className="flex flex-wrap items-center gap-3">
        <Link
          to={paths.adminBooking(booking.id)}
          className="link figures inline-flex min-h-8 items-center font-semibold"
        >
          {`${formatMoney(dispute.amount, dispute.currency)}, booking ${booking.number}`}
        </Link>
        <Badge tone={tone}>{words}</Badge>
      </div>
      <p>
        {serviceNames[booking.service]}, {formatDayRange(booking.startOn, booking.endOn)}:{' '}
        {firstName(booking.ownerName)} with {firstName(booking.sitterName)}. {disputeReason(dispute.reason)}.
      </p>
      <p className="text-sm text-ink-2">
        {label} <time dateTime={moment}>{formatInstant(moment, zone)}</time>.
      </p>
    </Card>
  )
}
