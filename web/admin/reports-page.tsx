import { Link, useSearchParams } from 'react-router'
import type { AdminReport } from '#contract/reports.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { asOperator } from '#web/admin/operator.ts'
import { More, usePages } from '#web/admin/parts/pages.tsx'
import { ReportDecision } from '#web/admin/parts/report-decision.tsx'
import { api } from '#web/api.ts'
import { SmallPhotos } from '#web/files/small-photos.tsx'
import { formatInstant, plural } from '#web/format.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { doneWords, reasonNames, subjectNames } from '#web/reports/report-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TabLinks } from '#web/ui/tabs.tsx'
import type { Route } from './+types/reports-page.ts'

type Filter = 'open' | 'decided'
const filters: readonly (readonly [Filter, string])[] = [
  ['open', 'To be decided'],
  ['decided', 'Decided'],
]
const filterOf = (query: URLSearchParams): Filter => (query.get('status') === 'decided' ? 'decided' : 'open')

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  const status = filterOf(new URL(request.url).searchParams)
  return asOperator(request, () => api('GET /v1/admin/reports', { query: { status } }))
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Reports',
  description: 'What people have reported.',
  path: paths.adminReports(),
})

export const HydrateFallback = () => <OwnPageLoading label="Loading the reports" blocks={['h-24', 'h-64']} />

export default function ReportsPage({ loaderData }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const status = filterOf(query)
  return (
    <main className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <h1>Reports</h1>
      <TabLinks
        label="Which reports"
        links={filters.map(([value, label]) => ({
          href: paths.adminReports(value),
          label,
          current: value === status,
        }))}
        renderLink={routerLink}
      />
      <Reports
        key={status + loaderData.items.map(({ id }) => id).join()}
        first={loaderData}
        status={status}
      />
    </main>
  )
}

type Page = { items: AdminReport[]; nextCursor: string | null }

function Reports({ first, status }: { first: Page; status: Filter }) {
  const { items, foot } = usePages(first, (cursor) =>
    api('GET /v1/admin/reports', { query: { status, cursor } }),
  )
  if (items.length === 0)
    return (
      <Card>
        <EmptyState title={status === 'open' ? 'Nothing to decide' : 'Nothing has been decided yet'}>
          A report appears here as soon as somebody makes one.
        </EmptyState>
      </Card>
    )
  return (
    <>
      <ul className="grid gap-4">
        {items.map((report) => (
          <ReportItem key={report.id} report={report} />
        ))}
      </ul>
      <More {...foot} nouns={['report', 'reports']} />
    </>
  )
}

function ReportItem({ report }: { report: AdminReport }) {
  const zone = useViewerZone()
  const { subjectKind, reason, words, snapshot, reporter, about, together, createdAt } = report
  const { measure, decisionReason, decidedAt } = report
  return (
    <Card as="li" className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-lg">
          {snapshot.path ? <Link to={snapshot.path}>{snapshot.title}</Link> : snapshot.title}
        </h2>
        <Badge tone="rust">{reasonNames[reason].label}</Badge>
        {together > 1 && <Badge>{`${together} reports about it`}</Badge>}
      </div>
      <p className="dots text-sm text-ink-2">
        <span>{subjectNames[subjectKind]}</span>
        <span>{`reported ${formatInstant(createdAt, zone)}`}</span>
      </p>
      {snapshot.text && (
        <blockquote className="max-w-measure border-l-2 border-line pl-4 whitespace-pre-line text-ink-2">
          {snapshot.text}
        </blockquote>
      )}
      <SmallPhotos photos={report.photos} label="Reported picture" />
      {words && <p className="max-w-measure whitespace-pre-line">{`${reporter.name} writes: ${words}`}</p>}
      <p className="dots text-sm text-ink-2">
        <span>{`By ${reporter.name}: ${plural(reporter.reports, 'report')}, ${reporter.upheld} of them upheld`}</span>
        <span>
          About {about.sitterId ? <Link to={paths.sitter(about.sitterId)}>{about.name}</Link> : about.name}
          {`: ${plural(about.upheld, 'report')} upheld so far`}
        </span>
      </p>
      {decidedAt && measure ? (
        <div className="rounded-control bg-paper px-3.5 py-2.5">
          <p className="text-sm text-ink-2">{`${doneWords[measure]} ${formatInstant(decidedAt, zone)}`}</p>
          <p className="whitespace-pre-line">{decisionReason}</p>
        </div>
      ) : (
        <ReportDecision report={report} />
      )}
    </Card>
  )
}
