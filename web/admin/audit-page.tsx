import { Form, useSearchParams } from 'react-router'
import type { StaffAct } from '#contract/staff/acts.ts'
import { isPermission, type Permission, permissions } from '#contract/staff/codes.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { asOperator } from '#web/admin/operator.ts'
import { DownloadCsv } from '#web/admin/parts/download-csv.tsx'
import { More, usePages } from '#web/admin/parts/pages.tsx'
import { api } from '#web/api.ts'
import { formatInstant } from '#web/format.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DatePicker } from '#web/ui/dates/date-picker.tsx'
import { isDay } from '#web/ui/dates/days.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import type { Route } from './+types/audit-page.ts'

type Filter = { q?: string; permission?: Permission; from?: string; to?: string }

/** Reads the filter from the address; ignores invalid values. */
function filterOf(address: URLSearchParams): Filter {
  const q = address.get('q')?.trim().slice(0, 100)
  const permission = address.get('permission') ?? ''
  const [from, to] = ['from', 'to'].map((name) => address.get(name) ?? '')
  return {
    ...(q && { q }),
    ...(isPermission(permission) && { permission }),
    ...(from && isDay(from) && { from }),
    ...(to && isDay(to) && { to }),
  }
}

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
      <Search key={JSON.stringify(filter)} {...filter} />
      <DownloadCsv
        name="what-staff-have-done.csv"
        read={() => api('GET /v1/admin/acts.csv', { query: filter })}
      />
      <Acts key={address.toString()} first={loaderData} filter={filter} />
    </main>
  )
}

/** Permissions in words: "money.change" is "Money: change". */
const permissionWords = (permission: string): string => {
  const [area = '', act = ''] = permission.split('.')
  return `${area.charAt(0).toUpperCase()}${area.slice(1)}: ${act}`
}
const changing = Object.keys(permissions).filter((name) => !name.endsWith('.read'))

function Search({ q = '', permission, from, to }: Filter) {
  return (
    <Form
      role="search"
      aria-label="What staff have done"
      className="grid items-end gap-3 sm:grid-cols-2 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_auto]"
    >
      <TextField name="q" label="Words, a name or an id" type="search" defaultValue={q} maxLength={100} />
      <Select
        name="permission"
        label="Kind"
        defaultValue={permission ?? ''}
        options={[
          { value: '', label: 'All' },
          ...changing.map((value) => ({ value, label: permissionWords(value) })),
        ]}
      />
      <DatePicker name="from" label="From" defaultValue={from ?? null} />
      <DatePicker name="to" label="Until" defaultValue={to ?? null} />
      <Button type="submit" kind="primary">
        Search
      </Button>
    </Form>
  )
}

type Page = { items: StaffAct[]; nextCursor: string | null }

function Acts({ first, filter }: { first: Page; filter: Filter }) {
  const { items, foot } = usePages(first, (cursor) =>
    api('GET /v1/admin/acts', { query: { ...filter, cursor } }),
  )
  if (items.length === 0)
    return (
      <Card>
        <EmptyState title="Nothing found">
          {Object.keys(filter).length > 0
            ? 'Try fewer words, another kind or other days.'
            : 'The first change that somebody makes on the desk appears here.'}
        </EmptyState>
      </Card>
    )
  return (
    <section aria-labelledby="list" className="grid gap-4">
      <h2 id="list" className="text-xl">
        Newest first
      </h2>
      <ul className="grid gap-3">
        {items.map((act) => (
          <Act key={act.id} {...act} />
        ))}
      </ul>
      <More {...foot} nouns={['change', 'changes']} />
    </section>
  )
}

const indented = (json: string): string => JSON.stringify(JSON.parse(json), null, 2)

function Act({ at, by, act, summary, permission, reason, request, ip }: StaffAct) {
  const zone = useViewerZone()
  return (
    <Card as="li" padding="small" className="grid gap-1">
      <p className="font-semibold">{summary || act}</p>
      <p className="text-sm text-ink-2">
        {by.name}, <time dateTime={at}>{formatInstant(at, zone)}</time>
      </p>
      {reason && <p className="whitespace-pre-line">{reason}</p>}
      <details>
        <summary className="link w-fit py-1 text-sm">What was sent</summary>
        <p className="text-sm text-ink-2">
          {[act, permissionWords(permission), ip ? `from ${ip}` : ''].filter(Boolean).join(' · ')}
        </p>
        <pre className="text-sm wrap-anywhere whitespace-pre-wrap">{indented(request)}</pre>
      </details>
    </Card>
  )
}
