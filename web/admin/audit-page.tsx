import { useSearchParams } from 'react-router'
import { keysOf } from '#contract/entries.ts'
import type { StaffAct } from '#contract/staff/acts.ts'
import { actSorts, permissions } from '#contract/staff/codes.ts'
import { asOperator } from '#web/admin/operator.ts'
import { DayCell } from '#web/admin/parts/day-cell.tsx'
import { DeskList } from '#web/admin/parts/desk-list.tsx'
import { Choice, DayFields, DeskSearch } from '#web/admin/parts/desk-search.tsx'
import type { DeskColumn } from '#web/admin/parts/desk-table.tsx'
import { DownloadCsv } from '#web/admin/parts/download-csv.tsx'
import { daysIn, oneIn, wordsIn } from '#web/admin/parts/filter.ts'
import { usePages } from '#web/admin/parts/pages.tsx'
import { api } from '#web/api.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { paths } from '#web/paths.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import type { Route } from './+types/audit-page.ts'

/** Reads the filter from the address; ignores invalid values. */
const filterOf = (address: URLSearchParams) => ({
  q: wordsIn(address, 'q'),
  permission: oneIn(address, 'permission', keysOf(permissions)),
  ...daysIn(address),
  sort: oneIn(address, 'sort', actSorts) ?? '-at',
})
type Filter = ReturnType<typeof filterOf>

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  const query = filterOf(new URL(request.url).searchParams)
  return asOperator(request, () => api('GET /v1/admin/acts', { query }))
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'What staff have done',
  description: 'Every change that somebody made on the desk.',
  path: paths.staffActs(),
})

export const HydrateFallback = () => (
  <OwnPageLoading label="Loading what staff have done" blocks={['h-40', 'h-96']} />
)

export default function AuditPage({ loaderData }: Route.ComponentProps) {
  const [address] = useSearchParams()
  const filter = filterOf(address)
  return (
    <main className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <header className="grid gap-2">
        <h1>What staff have done</h1>
        <p className="max-w-measure text-ink-2">
          Every change made on the desk, by whom and why. Nobody can change or delete these lines.
        </p>
      </header>
      <DeskSearch
        label="What staff have done"
        filter={filter}
        kept={['sort']}
        className="sm:grid-cols-2 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_auto]"
      >
        <TextField
          name="q"
          label="Words, a name or an id"
          type="search"
          defaultValue={filter.q ?? ''}
          maxLength={100}
        />
        <Choice
          name="permission"
          label="Kind"
          chosen={filter.permission}
          words={changing}
          nameOf={permissionWords}
        />
        <DayFields {...filter} />
      </DeskSearch>
      <Acts first={loaderData} filter={filter} />
    </main>
  )
}

/** Permissions in words: "money.change" is "Money: change". */
const permissionWords = (permission: string): string => {
  const [area = '', act = ''] = permission.split('.')
  return `${area.charAt(0).toUpperCase()}${area.slice(1)}: ${act}`
}
const changing = keysOf(permissions).filter((name) => !name.endsWith('.read'))

const columns: DeskColumn<StaffAct>[] = [
  { id: 'what', header: 'What', rowHeader: true, renderCell: (act) => <What {...act} /> },
  { id: 'by', header: 'Who', sort: 'by', renderCell: ({ by }) => by.name },
  {
    id: 'kind',
    header: 'Kind',
    sort: 'permission',
    renderCell: ({ permission }) => permissionWords(permission),
  },
  {
    id: 'reason',
    header: 'Reason',
    renderCell: ({ reason }) => (
      <span className="block min-w-32 wrap-break-word whitespace-pre-line">{reason ?? '–'}</span>
    ),
  },
  { id: 'at', header: 'When', sort: '-at', renderCell: ({ at }) => <DayCell at={at} withTime /> },
]

const indented = (json: string): string => JSON.stringify(JSON.parse(json), null, 2)

const What = ({ act, summary, request, ip }: StaffAct) => (
  <>
    {summary || act}
    <details className="text-sm font-normal">
      <summary className="link w-fit py-1">What was sent</summary>
      <p className="text-ink-2">{ip ? `${act} · from ${ip}` : act}</p>
      <pre className="wrap-anywhere whitespace-pre-wrap">{indented(request)}</pre>
    </details>
  </>
)

type Page = { items: StaffAct[]; nextCursor: string | null }

function Acts({ first, filter }: { first: Page; filter: Filter }) {
  const pages = usePages(first, (cursor) => api('GET /v1/admin/acts', { query: { ...filter, cursor } }))
  const { sort, ...chosen } = filter
  return (
    <DeskList
      id="acts"
      columns={columns}
      pages={pages}
      rowKey={({ id }) => id}
      sort={sort}
      nouns={['change', 'changes']}
      empty={{
        title: 'Nothing found',
        words: Object.values(chosen).some(Boolean)
          ? 'Try fewer words, another kind or other days.'
          : 'The first change that somebody makes on the desk appears here.',
      }}
      tools={
        <DownloadCsv
          name="what-staff-have-done.csv"
          read={() => api('GET /v1/admin/acts.csv', { query: filter })}
        />
      }
    />
  )
}
