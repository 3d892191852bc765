import { Link, useSearchParams } from 'react-router'
import { reportReasons, reportSubjects } from '#contract/care/codes.ts'
import { keysOf } from '#contract/entries.ts'
import type { AdminReport } from '#contract/reports.ts'
import { reportSorts, usualReportSorts } from '#contract/staff/codes.ts'
import { asOperator } from '#web/admin/operator.ts'
import { DayCell } from '#web/admin/parts/day-cell.tsx'
import { DeskList } from '#web/admin/parts/desk-list.tsx'
import { Choice, DeskSearch } from '#web/admin/parts/desk-search.tsx'
import type { DeskColumn } from '#web/admin/parts/desk-table.tsx'
import { DownloadCsv } from '#web/admin/parts/download-csv.tsx'
import { oneIn, wordsIn } from '#web/admin/parts/filter.ts'
import { usePages } from '#web/admin/parts/pages.tsx'
import { ReportView } from '#web/admin/parts/report-view.tsx'
import { peoplePaths } from '#web/admin/people-paths.ts'
import { api } from '#web/api.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { checkId } from '#web/layout/page-check.ts'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { doneWords, reasonNames, subjectNames } from '#web/reports/report-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { TabLinks } from '#web/ui/tabs.tsx'
import type { Route } from './+types/reports-page.ts'

/** Reads the filter from the address; ignores invalid values. Open reports have no decision to sort by. */
function filterOf(address: URLSearchParams) {
  const status = oneIn(address, 'status', keysOf(usualReportSorts)) ?? 'open'
  const sorts = reportSorts.filter((sort) => status === 'decided' || !sort.endsWith('decidedAt'))
  return {
    status,
    q: wordsIn(address, 'q'),
    subjectKind: oneIn(address, 'subjectKind', reportSubjects),
    reason: oneIn(address, 'reason', reportReasons),
    sort: oneIn(address, 'sort', sorts) ?? usualReportSorts[status],
  }
}
type Filter = ReturnType<typeof filterOf>

/** One route shows the list and, with an id, a report, so that the list of routes stays short. */
export const clientLoader = ({ request, params }: Route.ClientLoaderArgs) => {
  const { '*': id } = params
  if (id) {
    const reportId = checkId(id, request)
    return asOperator(request, async () => ({
      report: await api('GET /v1/admin/reports/:reportId', { params: { reportId } }),
    }))
  }
  const query = filterOf(new URL(request.url).searchParams)
  return asOperator(request, async () => ({ reports: await api('GET /v1/admin/reports', { query }) }))
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Reports',
  description: 'What people have reported.',
  path: paths.adminReports(),
})

export const HydrateFallback = () => <OwnPageLoading label="Loading the reports" blocks={['h-40', 'h-96']} />

const lists = [
  ['open', 'To be decided'],
  ['decided', 'Decided'],
] as const

export default function ReportsPage({ loaderData }: Route.ComponentProps) {
  const [address] = useSearchParams()
  if ('report' in loaderData) return <ReportView key={loaderData.report.id} report={loaderData.report} />
  const filter = filterOf(address)
  return (
    <main className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <h1>Reports</h1>
      <TabLinks
        label="Which reports"
        links={lists.map(([value, label]) => ({
          href: paths.adminReports(value),
          label,
          current: value === filter.status,
        }))}
        renderLink={routerLink}
      />
      <DeskSearch
        label="Reports"
        filter={filter}
        kept={['status', 'sort']}
        className="sm:grid-cols-2 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_auto]"
      >
        <TextField
          name="q"
          label="Name or e-mail address"
          type="search"
          defaultValue={filter.q ?? ''}
          maxLength={100}
        />
        <Choice
          name="subjectKind"
          label="What"
          chosen={filter.subjectKind}
          words={reportSubjects}
          nameOf={(kind) => subjectNames[kind]}
        />
        <Choice
          name="reason"
          label="Reason"
          chosen={filter.reason}
          words={reportReasons}
          nameOf={(reason) => reasonNames[reason].label}
        />
      </DeskSearch>
      <Reports first={loaderData.reports} filter={filter} />
    </main>
  )
}

const columns: DeskColumn<AdminReport>[] = [
  {
    id: 'report',
    header: 'Report',
    rowHeader: true,
    renderCell: ({ id, snapshot, subjectKind, together }) => (
      <>
        <Link to={peoplePaths.report(id)} className="link wrap-anywhere">
          {snapshot.title}
        </Link>
        <span className="flex flex-wrap items-center gap-2 text-sm font-normal text-ink-2">
          {subjectNames[subjectKind]}
          {together > 1 && <Badge>{`${together} reports about it`}</Badge>}
        </span>
      </>
    ),
  },
  {
    id: 'reason',
    header: 'Reason',
    renderCell: ({ reason }) => <Badge tone="rust">{reasonNames[reason].label}</Badge>,
  },
  { id: 'about', header: 'About', sort: 'about', renderCell: ({ about }) => about.name },
  { id: 'reporter', header: 'Reported by', sort: 'reporter', renderCell: ({ reporter }) => reporter.name },
  {
    id: 'reported',
    header: 'Reported',
    sort: 'createdAt',
    renderCell: ({ createdAt }) => <DayCell at={createdAt} withTime />,
  },
]

const decisions: DeskColumn<AdminReport>[] = [
  {
    id: 'measure',
    header: 'Decision',
    renderCell: ({ measure }) => measure && doneWords[measure],
  },
  {
    id: 'decided',
    header: 'Decided',
    sort: '-decidedAt',
    renderCell: ({ decidedAt }) => decidedAt && <DayCell at={decidedAt} withTime />,
  },
]

type Page = { items: AdminReport[]; nextCursor: string | null }

function Reports({ first, filter }: { first: Page; filter: Filter }) {
  const { status, q, subjectKind, reason, sort } = filter
  const pages = usePages(first, (cursor) => api('GET /v1/admin/reports', { query: { ...filter, cursor } }))
  return (
    <DeskList
      id="reports"
      columns={status === 'open' ? columns : [...columns, ...decisions]}
      pages={pages}
      rowKey={({ id }) => id}
      sort={sort}
      nouns={['report', 'reports']}
      empty={
        q || subjectKind || reason
          ? {
              title: 'No report found',
              words: 'Try fewer letters of the name, another kind or another reason.',
            }
          : {
              title: status === 'open' ? 'Nothing to decide' : 'Nothing has been decided yet',
              words: 'A report appears here as soon as somebody makes one.',
            }
      }
      tools={
        <DownloadCsv
          name={`reports-${status}.csv`}
          read={() => api('GET /v1/admin/reports.csv', { query: filter })}
        />
      }
    />
  )
}
