import { Form, Link, useSearchParams } from 'react-router'
import { mayDo, personKinds, personSorts } from '#contract/staff/codes.ts'
import type { PersonLine } from '#contract/staff/people.ts'
import { roleNames } from '#contract/staff/words.ts'
import { useAccount } from '#web/accounts/account-layout.tsx'
import { asOperator } from '#web/admin/operator.ts'
import { DayCell } from '#web/admin/parts/day-cell.tsx'
import { type DeskColumn, DeskTable } from '#web/admin/parts/desk-table.tsx'
import { ExportPeople } from '#web/admin/parts/export-people.tsx'
import { More, usePages } from '#web/admin/parts/pages.tsx'
import { PersonView } from '#web/admin/parts/person-view.tsx'
import { peoplePaths } from '#web/admin/people-paths.ts'
import { api } from '#web/api.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { checkId } from '#web/layout/page-check.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import type { Route } from './+types/people-page.ts'

type Kind = (typeof personKinds)[number]
type Filter = { q?: string; kind: Kind; sort: (typeof personSorts)[number] }

const kindNames: Record<Kind, string> = {
  all: 'Everybody',
  sitters: 'Sitters',
  staff: 'Staff',
  suspended: 'Suspended',
}

/** Reads the filter from the address; ignores invalid values. */
function filterOf(address: URLSearchParams): Filter {
  const q = address.get('q')?.trim().slice(0, 100)
  return {
    kind: personKinds.find((one) => one === address.get('kind')) ?? 'all',
    sort: personSorts.find((one) => one === address.get('sort')) ?? '-createdAt',
    ...(q && { q }),
  }
}

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
      <Form
        key={JSON.stringify(filter)}
        role="search"
        aria-label="People"
        className="grid items-end gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto]"
      >
        <input type="hidden" name="sort" value={filter.sort} />
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
        <Button type="submit" kind="primary">
          Search
        </Button>
      </Form>
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
    renderCell: ({ email }) => <span className="wrap-break-word">{email}</span>,
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
  const { items, foot } = usePages(
    first,
    (cursor) => api('GET /v1/admin/people', { query: { ...filter, cursor } }),
    JSON.stringify(filter),
  )
  if (items.length === 0)
    return (
      <Card>
        <EmptyState title="Nobody found">
          Try fewer letters of the name, the whole phone number, or everybody instead of a group.
        </EmptyState>
      </Card>
    )
  return (
    <div className="grid gap-6">
      <DeskTable
        id="people"
        columns={columns}
        rows={items}
        rowKey={({ accountId }) => accountId}
        sort={filter.sort}
        tools={mayDo(account?.roles ?? [], 'people.export') && <ExportPeople filter={filter} />}
      />
      <More {...foot} nouns={['person', 'people']} />
    </div>
  )
}
