import { useState } from 'react'
import { Link } from 'react-router'
import type { AdminCase } from '#contract/bookings/case-desk.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { asOperator } from '#web/admin/operator.ts'
import { AdminBookingCard } from '#web/admin/parts/admin-booking-card.tsx'
import { SplitForm } from '#web/admin/parts/split-form.tsx'
import { api } from '#web/api.ts'
import { CaseWordsList } from '#web/bookings/case/case-words-list.tsx'
import { caseKindWords, caseStatusWords } from '#web/bookings/case/case-words.ts'
import { formatInstant } from '#web/format.ts'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { checkId } from '#web/layout/page-check.ts'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { Route } from './+types/case-page.ts'
import { firstName, formatZone } from '#contract/words.ts'

export const clientLoader = ({ request, params }: Route.ClientLoaderArgs) => {
  const caseId = checkId(params.caseId, request)
  return asOperator(request, () => api('GET /v1/admin/cases/:caseId', { params: { caseId } }))
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) =>
  pageMeta(configOf(matches), {
    title: loaderData ? `Case of booking ${loaderData.booking.number}` : 'Case',
    description: 'A disagreement about a booking, with both sides.',
    path: location.pathname,
    noindex: true,
  })

export function HydrateFallback() {
  return (
    <main className="page max-w-[56rem] py-8">
      <Loading label="Loading the case" className="grid gap-6">
        <Skeleton className="h-10 w-72" />
        <Skeleton className="h-96 w-full rounded-card" />
      </Loading>
    </main>
  )
}

/** The key remounts the page for another case of the same booking. */
export default function CasePage({ loaderData }: Route.ComponentProps) {
  return <Decide key={loaderData.case.id} loaded={loaderData} />
}

function Decide({ loaded }: { loaded: AdminCase }) {
  const [{ case: one, booking }, setRead] = useState(loaded)
  const zone = useViewerZone()
  const names = { owner: firstName(booking.ownerName), sitter: firstName(booking.sitterName) }
  const { words, tone } = caseStatusWords[one.status]
  const { currency } = booking.quote
  const others = booking.cases.filter(({ id }) => id !== one.id)
  return (
    <main className="page grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <Breadcrumbs
        crumbs={[{ label: 'Cases', href: paths.cases() }, { label: `Booking ${booking.number}` }]}
        renderLink={routerLink}
      />
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center gap-3">
          <h1>{caseKindWords[one.kind]}</h1>
          <Badge tone={tone}>{words}</Badge>
        </div>
        {one.status !== 'resolved' && (
          <p className="text-ink-2">
            To be decided by <time dateTime={one.decideBy}>{formatInstant(one.decideBy, zone)}</time> (
            {formatZone(zone)} time).
          </p>
        )}
      </header>
      <Card as="section" aria-labelledby="said" className="grid gap-4">
        <h2 id="said" className="text-xl">
          What both sides say
        </h2>
        <CaseWordsList
          one={one}
          names={names}
          currency={currency}

          zone={zone}
          placeZone={booking.timeZone}
        />
      </Card>
      {others.length > 0 && <OtherCases cases={others} />}
      <AdminBookingCard booking={booking} />
      {one.status !== 'resolved' && booking.cancellable && <StillRuns bookingId={booking.id} />}
      {one.status !== 'resolved' && (
        <SplitForm
          key={booking.version}
          booking={booking}
          title="Decide the case"
          most={booking.money.held}
          confirm="Decide the case"
          hint={`Both read your reasons. ${names.owner} and ${names.sitter} can appeal once.`}
          least={20}
          send={async (refund, statement) => {
            const params = { caseId: one.id }
            const body = { version: booking.version, refund, statement }
            setRead(await api('POST /v1/admin/cases/:caseId/resolve', { params, body }))
          }}
        />
      )}
    </main>
  )
}

function OtherCases({ cases }: { cases: AdminCase['booking']['cases'] }) {
  return (
    <Card as="section" aria-labelledby="others" className="grid gap-2">
      <h2 id="others" className="text-xl">
        Other cases of this booking
      </h2>
      <ul className="grid gap-1">
        {cases.map(({ id, kind, status }) => (
          <li key={id}>
            <Link to={paths.adminCase(id)} className="link">
              {caseKindWords[kind]}
            </Link>
            {`: ${caseStatusWords[status].words.toLowerCase()}`}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function StillRuns({ bookingId }: { bookingId: string }) {
  return (
    <Notice kind="info" title="The booking is still under way">
      <p>
        It continues after your decision, whatever you refund. To end it as well,{' '}
        <Link to={paths.adminBooking(bookingId)} className="link">
          open the booking
        </Link>
        .
      </p>
    </Notice>
  )
}
