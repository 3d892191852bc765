import { useState } from 'react'
import type { AdminBooking } from '#contract/bookings/case-desk.ts'
import { firstName } from '#contract/words.ts'
import { moneyPaths } from '#web/admin/money-paths.ts'
import { asOperator } from '#web/admin/operator.ts'
import { AdminBookingCard } from '#web/admin/parts/admin-booking-card.tsx'
import { DisputeCard } from '#web/admin/parts/dispute-card.tsx'
import { Elsewhere } from '#web/admin/parts/elsewhere.tsx'
import { ExtenuatingForm } from '#web/admin/parts/extenuating-form.tsx'
import { SplitForm } from '#web/admin/parts/split-form.tsx'
import { api } from '#web/api.ts'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { checkId } from '#web/layout/page-check.ts'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { Route } from './+types/booking-page.ts'

export const clientLoader = ({ request, params }: Route.ClientLoaderArgs) => {
  const bookingId = checkId(params.bookingId, request)
  return asOperator(request, async () => {
    const [booking, { items: disputes }] = await Promise.all([
      api('GET /v1/admin/bookings/:bookingId', { params: { bookingId } }),
      api('GET /v1/admin/disputes', { query: { status: 'all', bookingId } }),
    ])
    return { booking, disputes }
  })
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) =>
  pageMeta(configOf(matches), {
    title: loaderData ? `Booking ${loaderData.booking.number}` : 'Booking',
    description: 'A booking with its money and its history, for operators.',
    path: location.pathname,
    noindex: true,
  })

export function HydrateFallback() {
  return (
    <main className="page max-w-[56rem] py-8">
      <Loading label="Loading the booking" className="grid gap-6">
        <Skeleton className="h-10 w-72" />
        <Skeleton className="h-96 w-full rounded-card" />
      </Loading>
    </main>
  )
}

/** The refunds that section 7 of the rules would give now, depending on which party ends the booking. */
function suggestedBy({ refundByRules, ownerName, sitterName, money }: AdminBooking) {
  if (!refundByRules || money.charge) return []
  return [
    { label: `As if ${firstName(ownerName)} ended it now`, refund: refundByRules.owner },
    { label: `As if ${firstName(sitterName)} ended it now`, refund: refundByRules.sitter },
  ]
}

const linksOf = ({ id, number }: AdminBooking) =>
  [
    {
      label: 'Its transfers in the ledger',
      to: moneyPaths.ledger({ view: 'transfers', booking: number }),
      permission: 'money.read',
    },
    { label: 'Its payouts', to: moneyPaths.payouts({ booking: number }), permission: 'money.read' },
    { label: 'What staff have done with it', to: paths.staffActs(id), permission: 'audit.read' },
  ] as const

export default function AdminBookingPage({ loaderData }: Route.ComponentProps) {
  const [booking, setBooking] = useState(loaderData.booking)
  const params = { bookingId: booking.id }
  const { version } = booking
  return (
    <main className="page grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <Breadcrumbs
        crumbs={[
          { label: 'All bookings', href: paths.adminBookings() },
          { label: `Booking ${booking.number}` },
        ]}
        renderLink={routerLink}
      />
      <h1>Booking {booking.number}</h1>
      {loaderData.disputes.map((dispute) => (
        <DisputeCard key={dispute.id} first={dispute} />
      ))}
      <AdminBookingCard booking={booking} withHistory />
      <Elsewhere links={linksOf(booking)} />
      {booking.cancellable && (
        <>
          <SplitForm
            key={version}
            booking={booking}
            title="End this booking with a split"
            most={booking.money.held}
            confirm="End the booking"
            hint={`${booking.money.charge ? 'Nothing has been charged yet, so nobody pays anything. ' : ''}We tell both of them, with your reasons. This also decides an open case.`}
            suggested={suggestedBy(booking)}
            least={10}
            send={async (refund, reason) =>
              setBooking(
                await api('POST /v1/admin/bookings/:bookingId/cancel', {
                  params,
                  body: { version, refund, reason },
                }),
              )
            }
          />
          <ExtenuatingForm
            booking={booking}
            send={async (extenuating, reason) =>
              setBooking(
                await api('POST /v1/admin/bookings/:bookingId/cancel', {
                  params,
                  body: { version, extenuating, reason },
                }),
              )
            }
          />
        </>
      )}
    </main>
  )
}
