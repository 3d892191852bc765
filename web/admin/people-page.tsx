import { Link, useSearchParams } from 'react-router'
import { mayDo, personKinds, personSorts } from '#contract/staff/codes.ts'
import type { PersonLine } from '#contract/staff/people.ts'
import { roleNames } from '#contract/staff/words.ts'
import { useAccount } from '#web/accounts/account-layout.tsx'
import { asOperator } from '#web/admin/operator.ts'
import { DayCell } from '#web/admin/parts/day-cell.tsx'
import { DeskList } from '#web/admin/parts/desk-list.tsx'
import { DeskSearch } from '#web/admin/parts/desk-search.tsx'
import type { DeskColumn } from '#web/admin/parts/desk-table.tsx'
import { ExportPeople } from '#web/admin/parts/export-people.tsx'
import { oneIn, wordsIn } from '#web/admin/parts/filter.ts'
import { usePages } from '#web/admin/parts/pages.tsx'
import { PersonView } from '#web/admin/parts/person-view.tsx'
import { peoplePaths } from '#web/admin/people-paths.ts'
import { api } from '#web/api.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { checkId } from '#web/layout/page-check.ts'
import { Badge } from '#web/ui/badge.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import type { Route } from './+types/people-page.ts'

type Kind = (typeof personKinds)[number]
const kindNames: Record<Kind, string> = {
  all: 'Everybody',
  sitters: 'Sitters',
  staff: 'Staff',
  suspended: 'Suspended',
}

/** Reads the filter from the address; ignores invalid values. */
const filterOf = (address: URLSearchParams) => ({
  q: wordsIn(address, 'q'),
  kind: oneIn(address, 'kind', personKinds) ?? 'all',
  sort: oneIn(address, 'sort', personSorts) ?? '-createdAt',
})
type Filter = ReturnType<typeof filterOf>

/** One route shows the list and, with an id, a person, so that the list of routes stays short. */
export const clientLoader = ({ request, params }: Route.ClientLoaderArgs) => {
  const { '*': id } = params
  if (id) {
    const accountId = checkId(id, request)
    return asOperator(request, async () => ({
      person: await api('GET /v1/admin/people/:accountId', { params: { accountId } }),
    }))
  }
  const query = filterOf(new URL(request.url).searchParams)
  return asOperator(request, async () => ({ people: await api('GET /v1/admin/people', { query }) }))
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'People',
  description: 'Everybody with an account, for those who run the site.',
  path: peoplePaths.people(),
})

export const HydrateFallback = () => <OwnPageLoading label="Loading the people" blocks={['h-40', 'h-96']} />

export default function PeoplePage({ loaderData }: Route.ComponentProps) {
  const [address] = useSearchParams()
  if ('person' in loaderData)
    return <PersonView key={loaderData.person.accountId} person={loaderData.person} />
  const filter = filterOf(address)
  return (
    <main className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <h1>People</h1>
      <DeskSearch
        label="People"
        filter={filter}
        kept={['sort']}
        className="sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto]"
      >
        <TextField
          name="q"
          label="Name, address, phone or booking"
          type="search"
          defaultValue={filter.q ?? ''}
          maxLength={100}
        />
        <Select
          name="kind"
          label="Who"
          defaultValue={filter.kind}
          options={personKinds.map((value) => ({ value, label: kindNames[value] }))}
        />
      </DeskSearch>
      <Found first={loaderData.people} filter={filter} />
    </main>
  )
}

const columns: DeskColumn<PersonLine>[] = [
  {
    id: 'name',
    header: 'Name',
    rowHeader: true,
    sort: 'name',
    renderCell: ({ accountId, name, suspended }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <Link to={peoplePaths.person(accountId)} className="link">
          {name || 'Without a name'}
        </Link>
        {suspended && <Badge tone="gold">Suspended</Badge>}
      </span>
    ),
  },
  {
    id: 'email',
    header: 'E-mail',
    sort: 'email',
    renderCell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
  },
  {
    id: 'roles',
    header: 'Who',
    renderCell: ({ isSitter, roles }) =>
      [isSitter ? 'Sitter' : 'Owner', ...roles.map((role) => roleNames[role])].join(', '),
  },
  { id: 'place', header: 'Place', renderCell: ({ location }) => location ?? '–' },
  {
    id: 'since',
    header: 'Since',
    sort: '-createdAt',
    renderCell: ({ createdAt }) => <DayCell at={createdAt} />,
  },
]

type Page = { items: PersonLine[]; nextCursor: string | null }

function Found({ first, filter }: { first: Page; filter: Filter }) {
  const account = useAccount()
  const pages = usePages(first, (cursor) => api('GET /v1/admin/people', { query: { ...filter, cursor } }))
  return (
    <DeskList
      id="people"
      columns={columns}
      pages={pages}
      rowKey={({ accountId }) => accountId}
      sort={filter.sort}
      nouns={['person', 'people']}
      empty={{
        title: 'Nobody found',
        words: 'Try fewer letters of the name, the whole phone number, or everybody instead of a group.',
      }}
      tools={mayDo(account?.roles ?? [], 'people.export') && <ExportPeople filter={filter} />}
    />
  )
}
