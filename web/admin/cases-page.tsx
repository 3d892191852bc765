import { Link, useSearchParams } from 'react-router'
import type { CaseSummary } from '#contract/bookings/case-desk.ts'
import { caseKinds } from '#contract/codes.ts'
import { keysOf } from '#contract/entries.ts'
import { caseSorts, usualCaseSorts } from '#contract/staff/codes.ts'
import { firstName, formatZone, serviceNames } from '#contract/words.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { asOperator } from '#web/admin/operator.ts'
import { DayCell } from '#web/admin/parts/day-cell.tsx'
import { DeskList } from '#web/admin/parts/desk-list.tsx'
import { Choice, DeskSearch } from '#web/admin/parts/desk-search.tsx'
import type { DeskColumn } from '#web/admin/parts/desk-table.tsx'
import { DownloadCsv } from '#web/admin/parts/download-csv.tsx'
import { oneIn, wordsIn } from '#web/admin/parts/filter.ts'
import { usePages } from '#web/admin/parts/pages.tsx'
import { api } from '#web/api.ts'
import { caseKindWords, caseStatusWords, openerName } from '#web/bookings/case/case-words.ts'
import { formatDayRange, formatInstant } from '#web/format.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { TabLinks } from '#web/ui/tabs.tsx'
import type { Route } from './+types/cases-page.ts'

/** Reads the filter from the address; ignores invalid values. Open cases have no decision to sort by. */
function filterOf(address: URLSearchParams) {
  const status = oneIn(address, 'status', keysOf(usualCaseSorts)) ?? 'open'
  const sorts = caseSorts.filter((sort) => status === 'resolved' || !sort.endsWith('resolvedAt'))
  return {
    status,
    q: wordsIn(address, 'q'),
    kind: oneIn(address, 'kind', caseKinds),
    sort: oneIn(address, 'sort', sorts) ?? usualCaseSorts[status],
  }
}
type Filter = ReturnType<typeof filterOf>

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  const query = filterOf(new URL(request.url).searchParams)
  return asOperator(request, () => api('GET /v1/admin/cases', { query }))
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Cases',
  description: 'Disagreements about bookings that need a decision.',
  path: paths.cases(),
})

export const HydrateFallback = () => <OwnPageLoading label="Loading the cases" blocks={['h-40', 'h-96']} />

const lists = [
  ['open', 'To be decided'],
  ['resolved', 'Decided'],
] as const

export default function CasesPage({ loaderData }: Route.ComponentProps) {
  const [address] = useSearchParams()
  const filter = filterOf(address)
  return (
    <main className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <h1>Cases</h1>
      <TabLinks
        label="Which cases"
        links={lists.map(([value, label]) => ({
          href: paths.cases(value),
          label,
          current: value === filter.status,
        }))}
        renderLink={routerLink}
      />
      <DeskSearch
        label="Cases"
        filter={filter}
        kept={['status', 'sort']}
        className="sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto]"
      >
        <TextField
          name="q"
          label="Booking, name or e-mail address"
          type="search"
          defaultValue={filter.q ?? ''}
          maxLength={100}
        />
        <Choice
          name="kind"
          label="About"
          chosen={filter.kind}
          words={caseKinds}
          nameOf={(kind) => caseKindWords[kind]}
        />
      </DeskSearch>
      <Cases first={loaderData} filter={filter} />
    </main>
  )
}

const namesIn = ({ booking }: CaseSummary) => ({
  owner: firstName(booking.ownerName),
  sitter: firstName(booking.sitterName),
})

const columns: DeskColumn<CaseSummary>[] = [
  {
    id: 'case',
    header: 'Case',
    rowHeader: true,
    renderCell: ({ case: one, booking }) => (
      <>
        <Link to={paths.adminCase(one.id)} className="link">
          {caseKindWords[one.kind]}
        </Link>
        <span className="block text-sm font-normal text-ink-2">
          {serviceNames[booking.service]}, booking {booking.number}
        </span>
      </>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    renderCell: ({ case: { status, appealedAt } }) => (
      <span className="inline-flex flex-wrap gap-2">
        <Badge tone={caseStatusWords[status].tone}>{caseStatusWords[status].words}</Badge>
        {appealedAt && <Badge>Appeal</Badge>}
      </span>
    ),
  },
  {
    id: 'people',
    header: 'Owner and sitter',
    sort: 'owner',
    renderCell: ({ booking: { ownerName, sitterName } }) => `${ownerName} with ${sitterName}`,
  },
  {
    id: 'days',
    header: 'Days',
    renderCell: ({ booking: { startOn, endOn } }) => formatDayRange(startOn, endOn),
  },
  { id: 'by', header: 'Opened by', renderCell: (item) => openerName(item.case, namesIn(item)) },
  {
    id: 'opened',
    header: 'Opened',
    sort: '-openedAt',
    renderCell: ({ case: { openedAt } }) => <DayCell at={openedAt} />,
  },
]

const due: DeskColumn<CaseSummary> = {
  id: 'due',
  header: 'Due',
  sort: 'decideBy',
  renderCell: ({ case: { decideBy } }) => <Deadline at={decideBy} />,
}
const decided: DeskColumn<CaseSummary> = {
  id: 'decided',
  header: 'Decided',
  sort: '-resolvedAt',
  renderCell: ({ case: { resolvedAt } }) => resolvedAt && <DayCell at={resolvedAt} withTime />,
}

function Deadline({ at }: { at: string }) {
  const zone = useViewerZone()
  return <time dateTime={at}>{`${formatInstant(at, zone)} (${formatZone(zone)} time)`}</time>
}

type Page = { items: CaseSummary[]; nextCursor: string | null }

function Cases({ first, filter }: { first: Page; filter: Filter }) {
  const { status, q, kind, sort } = filter
  const pages = usePages(first, (cursor) => api('GET /v1/admin/cases', { query: { ...filter, cursor } }))
  return (
    <DeskList
      id="cases"
      columns={[...columns, status === 'open' ? due : decided]}
      pages={pages}
      rowKey={(item) => item.case.id}
      sort={sort}
      nouns={['case', 'cases']}
      empty={
        q || kind
          ? {
              title: 'No case found',
              words: 'Try fewer letters of the name, another number or another subject.',
            }
          : {
              title: status === 'open' ? 'Nothing to decide' : 'Nothing has been decided yet',
              words: 'A case appears here as soon as an owner or a sitter opens one.',
            }
      }
      tools={
        <DownloadCsv
          name={`cases-${status}.csv`}
          read={() => api('GET /v1/admin/cases.csv', { query: filter })}
        />
      }
    />
  )
}
