import { lazy, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Booking } from '#contract/bookings/bookings.ts'
import { bookingScopes, type BookingScope, type BookingStatus, parties, type Party } from '#contract/codes.ts'
import { firstName } from '#contract/words.ts'
import { useAccount } from '#web/accounts/account-layout.tsx'
import { loadInBrowser, loadOnServer, type Own, OwnData } from '#web/accounts/own-data.tsx'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { bookAgainPath } from '#web/bookings/begin/other-sitters.ts'
import { BookingCard } from '#web/bookings/life/booking-card.tsx'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { chipStyle } from '#web/ui/chip.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { TabLinks } from '#web/ui/tabs.tsx'
import type { Route } from './+types/bookings-page.ts'

const NoBookings = lazy(() => import('#web/bookings/no-bookings.tsx'))

const oneOf = <T extends string>(codes: readonly T[], value: string | null): T | undefined =>
  codes.find((code) => code === value)

type ListQuery = { role?: Party | undefined; scope: BookingScope; cursor?: string | undefined }

const list = ({ api: call, accountId }: Pick<Own, 'api' | 'accountId'>, query: ListQuery) =>
  call('GET /v1/accounts/:accountId/bookings', { params: { accountId }, query })

/** Without a scope: shows open requests, or upcoming bookings if there are none. */
async function load(own: Own, { request }: { request: Request }) {
  const { accountId } = own
  const { searchParams } = new URL(request.url)
  const role = oneOf(parties, searchParams.get('role'))
  const requestedScope = oneOf(bookingScopes, searchParams.get('scope'))
  const first = await list(own, { role, scope: requestedScope ?? 'requests' })
  if (requestedScope || first.items.length > 0)
    return { accountId, role, scope: requestedScope ?? ('requests' as const), page: first }
  const page = await list(own, { role, scope: 'upcoming' })
  return { accountId, role, scope: 'upcoming' as const, page }
}

export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(configOf(matches), {
    title: 'Your bookings',
    description: 'Your requests, and your upcoming and past bookings.',
    path: paths.bookings(),
    noindex: true,
  })

const scopeWords: Record<BookingScope, string> = { requests: 'Requests', upcoming: 'Upcoming', past: 'Past' }
const roleWords: Record<Party, string> = { owner: 'As an owner', sitter: 'As a sitter' }
function BookingsLoading() {
  return (
    <main className="page py-10">
      <Loading label="Loading your bookings" className="grid gap-6">
        <Skeleton className="h-10 w-60" />
        <Skeleton className="h-11 w-80" />
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-32 w-full rounded-card" />
        ))}
      </Loading>
    </main>
  )
}

type BookingsData = Awaited<ReturnType<typeof load>>

/** The bookings of the first page and of those loaded since. */
function usePages({ accountId, role, scope, page }: BookingsData) {
  const [items, setItems] = useState(page.items)
  const [cursor, setCursor] = useState(page.nextCursor)
  const { run, ...saving } = useSaving()
  useEffect(() => {
    setItems(page.items)
    setCursor(page.nextCursor)
  }, [page])

  const more = () =>
    run(async () => {
      if (cursor === null) return
      const next = await list({ api, accountId }, { role, scope, cursor })
      setItems((before) => [...before, ...next.items])
      setCursor(next.nextCursor)
    })
  return { items, cursor, more, ...saving }
}

export default function BookingsPage({ loaderData }: Route.ComponentProps) {
  return (
    <OwnData loaded={loaderData} loading={<BookingsLoading />}>
      {(data) => <Bookings {...data} />}
    </OwnData>
  )
}

function Bookings(data: BookingsData) {
  const { role, scope } = data
  const { items, cursor, more, pending, errors, attempt } = usePages(data)
  const sitterId = useAccount()?.sitterId
  return (
    <main className="page grid gap-6 py-10">
      <h1>Your bookings</h1>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <TabLinks
          label="Which bookings"
          links={bookingScopes.map((code) => ({
            href: paths.bookings(role, code),
            label: scopeWords[code],
            current: code === scope,
          }))}
          renderLink={routerLink}
        />
        {(sitterId || role) && <RoleFilter {...{ role, scope }} />}
      </div>
      {items.length === 0 ? (
        <Suspense>
          <NoBookings {...{ role, scope }} sitterId={sitterId ?? null} />
        </Suspense>
      ) : (
        <>
          <ul className="grid gap-4">
            {items.map((booking) => (
              <BookingCard
                key={booking.id}
                booking={booking}
                level={2}
                action={isOver(booking) && <BookAgain booking={booking} />}
              />
            ))}
          </ul>
          <ErrorSummary errors={errors} attempt={attempt} />
          <ShowMore
            shown={items.length}
            noun={items.length === 1 ? 'booking' : 'bookings'}
            done={cursor === null}
            pending={pending}
            onMore={() => void more()}
          />
        </>
      )}
      {scope === 'past' && (
        <Link to={paths.statement(role)} className="link w-fit">
          Monthly statements
        </Link>
      )}
    </main>
  )
}

const ended: readonly BookingStatus[] = ['completed', 'closed', 'cancelled']
const isOver = ({ role, status }: Booking): boolean => role === 'owner' && ended.includes(status)

function BookAgain({ booking }: { booking: Booking }) {
  return (
    <Link to={bookAgainPath(booking)} className={buttonStyle({ size: 'small' })}>
      Book again<span className="sr-only"> with {firstName(booking.sitter.name)}</span>
    </Link>
  )
}

function RoleFilter({ role, scope }: { role: Party | undefined; scope: BookingScope }) {
  return (
    <nav aria-label="Which side" className="flex flex-wrap gap-2">
      {[undefined, ...parties].map((side) => (
        <Link
          key={side ?? 'both'}
          to={paths.bookings(side, scope)}
          aria-current={side === role ? 'page' : undefined}
          className={chipStyle({ selected: side === role })}
        >
          {side ? roleWords[side] : 'Both sides'}
        </Link>
      ))}
    </nav>
  )
}
