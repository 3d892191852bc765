import { useState } from 'react'
import { Link } from 'react-router'
import type { Report } from '#contract/reports.ts'
import { ownAccountId, useViewerZone, whileSignedIn } from '#web/accounts/own-account.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { formatInstant } from '#web/format.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { doneWords, reasonNames, statusNames, subjectNames } from '#web/reports/report-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import type { Route } from './+types/reports-page.ts'

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  ownAccountId(request)
  return whileSignedIn(request, api('GET /v1/reports', { query: {} }))
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Your reports',
  description: 'What you have reported, and what came of it.',
  path: paths.reports(),
})

export const HydrateFallback = () => (
  <OwnPageLoading label="Loading your reports" blocks={['h-32', 'h-32']} narrow />
)

export default function ReportsPage({ loaderData }: Route.ComponentProps) {
  const [page, setPage] = useState(loaderData)
  const { pending, errors, attempt, run } = useSaving()
  const { items, nextCursor } = page
  const more = () =>
    run(async () => {
      const next = await api('GET /v1/reports', { query: { cursor: nextCursor ?? '' } })
      setPage({ items: [...items, ...next.items], nextCursor: next.nextCursor })
    })
  return (
    <main className="page grid max-w-[56rem] gap-6 py-8">
      <Breadcrumbs
        crumbs={[{ label: 'Your account', href: paths.account() }, { label: 'Your reports' }]}
        renderLink={routerLink}
      />
      <h1>Your reports</h1>
      <ErrorSummary errors={errors} attempt={attempt} />
      {items.length === 0 ? (
        <EmptyState>
          You have not reported anything. Profiles, reviews, photos and messages have a “Report” button, and
          we look at every report.
        </EmptyState>
      ) : (
        <ul className="grid gap-4">
          {items.map((one) => (
            <ReportItem key={one.id} report={one} />
          ))}
        </ul>
      )}
      {nextCursor !== null && (
        <ShowMore shown={items.length} noun="reports" pending={pending} onMore={() => void more()} />
      )}
    </main>
  )
}

const tones = { open: 'gold', upheld: 'green', dismissed: 'neutral' } as const

function ReportItem({ report }: { report: Report }) {
  const { subjectKind, reason, words, snapshot, status, measure, decisionReason, createdAt, decidedAt } =
    report
  const zone = useViewerZone()
  return (
    <Card as="li" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-lg">
          {snapshot.path ? <Link to={snapshot.path}>{snapshot.title}</Link> : snapshot.title}
        </h2>
        <Badge tone={tones[status]}>{statusNames[status]}</Badge>
      </div>
      <p className="dots text-sm text-ink-2">
        <span>{subjectNames[subjectKind]}</span>
        <span>{reasonNames[reason].label}</span>
        <span>{formatInstant(createdAt, zone)}</span>
      </p>
      {words && <p className="whitespace-pre-line">{words}</p>}
      {decisionReason && decidedAt && measure && (
        <div className="rounded-control bg-paper px-3.5 py-2.5">
          <p className="text-sm text-ink-2">{`${doneWords[measure]} ${formatInstant(decidedAt, zone)}`}</p>
          <p className="whitespace-pre-line">{decisionReason}</p>
        </div>
      )}
    </Card>
  )
}
