import { Link } from 'react-router'
import type { AdminReport } from '#contract/reports.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { ReportDecision } from '#web/admin/parts/report-decision.tsx'
import { SmallPhotos } from '#web/files/small-photos.tsx'
import { formatDatedInstant } from '#web/admin/parts/dated.ts'
import { plural } from '#web/format.ts'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { doneWords, reasonNames, subjectNames } from '#web/reports/report-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Card } from '#web/ui/card.tsx'

/** The page of a report: what was reported, by whom, and the decision or the form for it. */
export function ReportView({ report }: { report: AdminReport }) {
  const zone = useViewerZone()
  const { subjectKind, reason, words, snapshot, reporter, about, together, createdAt } = report
  const { title, text, path } = snapshot
  return (
    <main className="page grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <Breadcrumbs
        crumbs={[
          { label: 'Reports', href: paths.adminReports(report.decidedAt ? 'decided' : 'open') },
          { label: title },
        ]}
        renderLink={routerLink}
      />
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center gap-3">
          <h1>{path ? <Link to={path}>{title}</Link> : title}</h1>
          <Badge tone="rust">{reasonNames[reason].label}</Badge>
          {together > 1 && <Badge>{`${together} reports about it`}</Badge>}
        </div>
        <p className="dots text-ink-2">
          <span>{subjectNames[subjectKind]}</span>
          <span>{`reported ${formatDatedInstant(createdAt, zone)}`}</span>
        </p>
      </header>
      <Card className="grid gap-3">
        {text && (
          <blockquote className="max-w-measure border-l-2 border-line pl-4 wrap-anywhere whitespace-pre-line text-ink-2">
            {text}
          </blockquote>
        )}
        <SmallPhotos photos={report.photos} label="Reported picture" />
        {words && (
          <p className="max-w-measure wrap-anywhere whitespace-pre-line">{`${reporter.name} writes: ${words}`}</p>
        )}
        <p className="dots text-sm text-ink-2">
          <span>{`By ${reporter.name}: ${plural(reporter.reports, 'report')}, ${reporter.upheld} of them upheld`}</span>
          <span>
            About {about.sitterId ? <Link to={paths.sitter(about.sitterId)}>{about.name}</Link> : about.name}
            {`: ${plural(about.upheld, 'report')} upheld so far`}
          </span>
        </p>
        <Decision report={report} />
      </Card>
    </main>
  )
}

function Decision({ report }: { report: AdminReport }) {
  const zone = useViewerZone()
  const { measure, decisionReason, decidedAt } = report
  if (!decidedAt || !measure) return <ReportDecision report={report} />
  return (
    <div className="rounded-control bg-paper px-3.5 py-2.5">
      <p className="text-sm text-ink-2">{`${doneWords[measure]} ${formatDatedInstant(decidedAt, zone)}`}</p>
      <p className="wrap-anywhere whitespace-pre-line">{decisionReason}</p>
    </div>
  )
}
