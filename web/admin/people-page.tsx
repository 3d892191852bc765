import { useState } from 'react'
import { Form, Link, useSearchParams } from 'react-router'
import { personKinds } from '#contract/staff/codes.ts'
import type { PersonLine } from '#contract/staff/people.ts'
import { roleNames } from '#contract/staff/words.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { asOperator } from '#web/admin/operator.ts'
import { PersonView } from '#web/admin/parts/person-view.tsx'
import { peoplePaths } from '#web/admin/people-paths.ts'
import { api } from '#web/api.ts'
import { formatInstant } from '#web/format.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { checkId } from '#web/layout/page-check.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import type { Route } from './+types/people-page.ts'

type Kind = (typeof personKinds)[number]
type Filter = { q?: string; kind: Kind }

const kindNames: Record<Kind, string> = {
  all: 'Everybody',
  sitters: 'Sitters',
  staff: 'Staff',
  suspended: 'Suspended',
}

/** Reads the filter from the address; ignores invalid values. */
function filterOf(address: URLSearchParams): Filter {
  const q = address.get('q')?.trim().slice(0, 100)
  return { kind: personKinds.find((one) => one === address.get('kind')) ?? 'all', ...(q && { q }) }
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
      <Found key={address.toString()} first={loaderData.people} filter={filter} />
    </main>
  )
}

function PersonItem({ person, zone }: { person: PersonLine; zone: string }) {
  const { accountId, name, email, roles, isSitter, suspended, createdAt } = person
  const what = [isSitter ? 'Sitter' : 'Owner', ...roles.map((role) => roleNames[role])]
  return (
    <Card as="li" className="grid gap-1">
      <h3 className="flex flex-wrap items-center gap-2 text-lg">
        <Link to={peoplePaths.person(accountId)} className="link">
          {name || 'Without a name'}
        </Link>
        {suspended && <Badge tone="gold">Suspended</Badge>}
      </h3>
      <p className="wrap-anywhere">{email}</p>
      <p className="text-sm text-ink-2">
        {what.join(', ')}, since <time dateTime={createdAt}>{formatInstant(createdAt, zone)}</time>
      </p>
    </Card>
  )
}

type Page = { items: PersonLine[]; nextCursor: string | null }

function Found({ first, filter }: { first: Page; filter: Filter }) {
  const zone = useViewerZone()
  const [{ items, nextCursor }, setPage] = useState(first)
  const { pending, errors, attempt, run } = useSaving()
  const more = () =>
    run(async () => {
      const next = await api('GET /v1/admin/people', { query: { ...filter, cursor: nextCursor ?? '' } })
      setPage({ items: [...items, ...next.items], nextCursor: next.nextCursor })
    })
  if (items.length === 0)
    return (
      <Card>
        <EmptyState title="Nobody found">
          Try fewer letters of the name, the whole phone number, or everybody instead of a group.
        </EmptyState>
      </Card>
    )
  return (
    <section aria-labelledby="list" className="grid gap-4">
      <h2 id="list" className="text-xl">
        Newest first
      </h2>
      <ul className="grid gap-3">
        {items.map((person) => (
          <PersonItem key={person.accountId} person={person} zone={zone} />
        ))}
      </ul>
      <ErrorSummary errors={errors} attempt={attempt} />
      <ShowMore
        shown={items.length}
        noun={items.length === 1 ? 'person' : 'people'}
        done={nextCursor === null}
        pending={pending}
        onMore={() => void more()}
      />
    </section>
  )
}
