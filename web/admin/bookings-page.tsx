import { Form, Link, useSearchParams } from 'react-router'
import type { AdminBookingSummary } from '#contract/bookings/admin.ts'
import { type BookingStatus, bookingStatuses } from '#contract/codes.ts'
import { bookingSorts } from '#contract/staff/codes.ts'
import { formatMoney, serviceNames } from '#contract/words.ts'
import { asOperator } from '#web/admin/operator.ts'
import { DayCell } from '#web/admin/parts/day-cell.tsx'
import { type DeskColumn, DeskTable } from '#web/admin/parts/desk-table.tsx'
import { DownloadCsv } from '#web/admin/parts/download-csv.tsx'
import { More, usePages } from '#web/admin/parts/pages.tsx'
import { api } from '#web/api.ts'
import { statusDisplays } from '#web/bookings/life/booking-words.ts'
import { formatDayRange } from '#web/format.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DatePicker } from '#web/ui/dates/date-picker.tsx'
import { isDay } from '#web/ui/dates/days.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import type { Route } from './+types/bookings-page.ts'

type Sort = (typeof bookingSorts)[number]
type Filter = { q?: string; status?: BookingStatus; from?: string; to?: string; sort: Sort }

/** Reads the filter from the address; ignores invalid values. */
function filterOf(address: URLSearchParams): Filter {
  const q = address.get('q')?.trim().slice(0, 100)
  const status = bookingStatuses.find((one) => one === address.get('status'))
  const [from, to] = ['from', 'to'].map((name) => address.get(name) ?? '')
  return {
    ...(q && { q }),
    ...(status && { status }),
    ...(from && isDay(from) && { from }),
    ...(to && isDay(to) && !(from && to < from) && { to }),
    sort: bookingSorts.find((one) => one === address.get('sort')) ?? '-createdAt',
  }
}

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  const query = filterOf(new URL(request.url).searchParams)
  return asOperator(request, () => api('GET /v1/admin/bookings', { query }))
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'All bookings',
  description: 'A search over all bookings, for operators.',
  path: paths.adminBookings(),
})

export const HydrateFallback = () => <OwnPageLoading label="Loading the bookings" blocks={['h-40', 'h-96']} />

const statusName = (status: BookingStatus): string => statusDisplays[status].words.owner

export default function AdminBookingsPage({ loaderData }: Route.ComponentProps) {
  const [address] = useSearchParams()
  const filter = filterOf(address)
  return (
    <main className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <h1>All bookings</h1>
      <Search key={JSON.stringify(filter)} {...filter} />
      <Found first={loaderData} filter={filter} />
    </main>
  )
}

function Search({ q = '', status, from, to, sort }: Filter) {
  return (
    <Form
      role="search"
      aria-label="Bookings"
      className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_auto]"
    >
      <input type="hidden" name="sort" value={sort} />
      <TextField
        name="q"
        label="Number, name or e-mail address"
        type="search"
        defaultValue={q}
        maxLength={100}
      />
      <Select
        name="status"
        label="Status"
        defaultValue={status ?? ''}
        options={[
          { value: '', label: 'All' },
          ...bookingStatuses.map((value) => ({ value, label: statusName(value) })),
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

const columns: DeskColumn<AdminBookingSummary>[] = [
  {
    id: 'booking',
    header: 'Booking',
    rowHeader: true,
    renderCell: ({ id, number, service }) => (
      <>
        <Link to={paths.adminBooking(id)} className="link">
          {number}
        </Link>
        <span className="block text-sm font-normal text-ink-2">{serviceNames[service]}</span>
      </>
    ),
  },
  {
    id: 'people',
    header: 'Owner and sitter',
    sort: 'owner',
    renderCell: ({ ownerName, sitterName }) => `${ownerName} with ${sitterName}`,
  },
  {
    id: 'days',
    header: 'Days',
    sort: '-startOn',
    renderCell: ({ startOn, endOn }) => formatDayRange(startOn, endOn),
  },
  {
    id: 'status',
    header: 'Status',
    renderCell: ({ status }) => <Badge tone={statusDisplays[status].tone}>{statusName(status)}</Badge>,
  },
  {
    id: 'total',
    header: 'Total',
    sort: '-total',
    align: 'end',
    renderCell: ({ total, currency }) => formatMoney(total, currency),
  },
  {
    id: 'created',
    header: 'Made',
    sort: '-createdAt',
    renderCell: ({ createdAt }) => <DayCell at={createdAt} />,
  },
]

type Page = { items: AdminBookingSummary[]; nextCursor: string | null }

function Found({ first, filter }: { first: Page; filter: Filter }) {
  const { items, foot } = usePages(
    first,
    (cursor) => api('GET /v1/admin/bookings', { query: { ...filter, cursor } }),
    JSON.stringify(filter),
  )
  if (items.length === 0)
    return (
      <Card>
        <EmptyState title="No booking found">
          Try fewer letters of the name, another status or other days.
        </EmptyState>
      </Card>
    )
  return (
    <div className="grid gap-6">
      <DeskTable
        id="bookings"
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        sort={filter.sort}
        tools={
          <DownloadCsv
            name="bookings.csv"
            read={() => api('GET /v1/admin/bookings.csv', { query: filter })}
          />
        }
      />
      <More {...foot} nouns={['booking', 'bookings']} />
    </div>
  )
}
