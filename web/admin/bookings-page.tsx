import { Link, useSearchParams } from 'react-router'
import type { AdminBookingSummary } from '#contract/bookings/admin.ts'
import { type BookingStatus, bookingStatuses } from '#contract/codes.ts'
import { bookingSorts } from '#contract/staff/codes.ts'
import { formatMoney, serviceNames } from '#contract/words.ts'
import { asOperator } from '#web/admin/operator.ts'
import { DayCell } from '#web/admin/parts/day-cell.tsx'
import { DeskList } from '#web/admin/parts/desk-list.tsx'
import { Choice, DayFields, DeskSearch } from '#web/admin/parts/desk-search.tsx'
import type { DeskColumn } from '#web/admin/parts/desk-table.tsx'
import { DownloadCsv } from '#web/admin/parts/download-csv.tsx'
import { daysIn, oneIn, wordsIn } from '#web/admin/parts/filter.ts'
import { usePages } from '#web/admin/parts/pages.tsx'
import { api } from '#web/api.ts'
import { statusDisplays } from '#web/bookings/life/booking-words.ts'
import { formatDayRange } from '#web/format.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import type { Route } from './+types/bookings-page.ts'

/** Reads the filter from the address; ignores invalid values. */
const filterOf = (address: URLSearchParams) => ({
  q: wordsIn(address, 'q'),
  status: oneIn(address, 'status', bookingStatuses),
  ...daysIn(address),
  sort: oneIn(address, 'sort', bookingSorts) ?? '-createdAt',
})
type Filter = ReturnType<typeof filterOf>

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
      <DeskSearch
        label="Bookings"
        filter={filter}
        kept={['sort']}
        className="sm:grid-cols-2 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_auto]"
      >
        <TextField
          name="q"
          label="Number, name or e-mail address"
          type="search"
          defaultValue={filter.q ?? ''}
          maxLength={100}
        />
        <Choice
          name="status"
          label="Status"
          chosen={filter.status}
          words={bookingStatuses}
          nameOf={statusName}
        />
        <DayFields {...filter} />
      </DeskSearch>
      <Found first={loaderData} filter={filter} />
    </main>
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
  const pages = usePages(first, (cursor) => api('GET /v1/admin/bookings', { query: { ...filter, cursor } }))
  return (
    <DeskList
      id="bookings"
      columns={columns}
      pages={pages}
      rowKey={({ id }) => id}
      sort={filter.sort}
      nouns={['booking', 'bookings']}
      empty={{
        title: 'No booking found',
        words: 'Try fewer letters of the name, another status or other days.',
      }}
      tools={
        <DownloadCsv name="bookings.csv" read={() => api('GET /v1/admin/bookings.csv', { query: filter })} />
      }
    />
  )
}
