import { Link, useSearchParams } from 'react-router'
import type { CaseSummary } from '#contract/bookings/case-desk.ts'
import { firstName, formatZone, serviceNames } from '#contract/words.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { asOperator } from '#web/admin/operator.ts'
import { More, usePages } from '#web/admin/parts/pages.tsx'
import { api } from '#web/api.ts'
import { caseKindWords, caseStatusWords, openerName } from '#web/bookings/case/case-words.ts'
import { formatDayRange, formatInstant } from '#web/format.ts'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { Route } from './+types/cases-page.ts'

type Filter = 'open' | 'resolved'
const filterOf = (query: URLSearchParams): Filter =>
  query.get('status') === 'resolved' ? 'resolved' : 'open'

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  const status = filterOf(new URL(request.url).searchParams)
  return asOperator(request, () => api('GET /v1/admin/cases', { query: { status } }))
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(configOf(matches), {
    title: 'Cases',
    description: 'Disagreements about bookings that need a decision.',
    path: paths.cases(),
    noindex: true,
  })

export function HydrateFallback() {
  return (
    <main className="page py-8">
      <Loading label="Loading the cases" className="grid gap-6">
        <Skeleton className="h-10 w-72" />
        <Skeleton className="h-64 w-full rounded-card" />
      </Loading>
    </main>
  )
}

const filters: readonly (readonly [Filter, string])[] = [
  ['open', 'To be decided'],
  ['resolved', 'Decided'],
]

export default function CasesPage({ loaderData }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const status = filterOf(query)
  return (
    <main className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <h1>Cases</h1>
      <nav aria-label="Which cases" className="flex flex-wrap gap-3">
        {filters.map(([value, label]) => (
          <Link
            key={value}
            to={paths.cases(value)}
            aria-current={status === value ? 'page' : undefined}
            className="inline-flex min-h-11 items-center rounded-full border border-line bg-card px-4 font-medium aria-[current]:border-green-line aria-[current]:bg-green-soft"
          >
            {label}
          </Link>
        ))}
      </nav>
      <Cases
        key={status + loaderData.items.map((item) => item.case.id).join()}
        first={loaderData}
        status={status}
      />
    </main>
  )
}

type Page = { items: CaseSummary[]; nextCursor: string | null }

function Cases({ first, status }: { first: Page; status: Filter }) {
  const { items, foot } = usePages(first, (cursor) =>
    api('GET /v1/admin/cases', { query: { status, cursor } }),
  )
  if (items.length === 0)
    return (
      <Card>
        <EmptyState title={status === 'open' ? 'Nothing to decide' : 'Nothing has been decided yet'}>
          A case appears here as soon as an owner or a sitter opens one.
        </EmptyState>
      </Card>
    )
  return (
    <section aria-labelledby="list" className="grid gap-4">
      <h2 id="list" className="text-xl">
        {status === 'open' ? 'Earliest deadline first' : 'Newest decision first'}
      </h2>
      <ul className="grid gap-4">
        {items.map((item) => (
          <CaseItem key={item.case.id} {...item} />
        ))}
      </ul>
      <More {...foot} nouns={['case', 'cases']} />
    </section>
  )
}

function CaseItem({ case: one, booking }: CaseSummary) {
  const zone = useViewerZone()
  const names = { owner: firstName(booking.ownerName), sitter: firstName(booking.sitterName) }
  const { words, tone } = caseStatusWords[one.status]
  const [label, moment] =
    one.resolvedAt && one.status === 'resolved' ? ['Decided', one.resolvedAt] : ['Due', one.decideBy]
  return (
    <Card as="li" className="grid gap-1">
      <div className="flex flex-wrap items-center gap-3">
        <Link to={paths.adminCase(one.id)} className="link inline-flex min-h-8 items-center font-semibold">
          {caseKindWords[one.kind]}
        </Link>
        <Badge tone={tone}>{words}</Badge>
        {one.appealedAt && <Badge>Appeal</Badge>}
      </div>
      <p>
        {serviceNames[booking.service]}, {formatDayRange(booking.startOn, booking.endOn)}: {names.owner} with{' '}
        {names.sitter}, booking {booking.number}
      </p>
      <p className="text-sm text-ink-2">
        Opened by {openerName(one, names)}. {label}{' '}
        <time dateTime={moment}>{formatInstant(moment, zone)}</time> ({formatZone(zone)} time).
      </p>
    </Card>
  )
}
