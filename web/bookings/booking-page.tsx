import { Icon } from '#web/ui/icon.tsx'
import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Booking } from '#contract/bookings/bookings.ts'
import { isStay } from '#contract/codes.ts'
import { ownAccountId, whileSignedIn } from '#web/accounts/own-account.ts'
import { useNow } from '#web/accounts/use-now.ts'
import { api } from '#web/api.ts'
import { isLeftAlone } from '#web/bookings/begin/other-sitters.ts'
import { VisitsCard } from '#web/bookings/care/visits-card.tsx'
import { bookingDates, bookingTitle, otherParty } from '#web/bookings/life/booking-words.ts'
import { pageActionsOf } from '#web/bookings/life/main-action.ts'
import { isUncharged } from '#web/bookings/life/money-words.ts'
import { NextStepLine } from '#web/bookings/life/next-step.tsx'
import { PeopleCard, PetsCard } from '#web/bookings/life/people-card.tsx'
import { ShownZone, useShownZone } from '#web/bookings/life/shown-zone.ts'
import { StatusBadge } from '#web/bookings/life/status-badge.tsx'
import { TimelineCard } from '#web/bookings/life/timeline-card.tsx'
import { type BookingInUse, useBooking } from '#web/bookings/life/use-booking.ts'
import { firstCaseToAnswer, MoreActions, PageActionBar } from '#web/bookings/page-actions.tsx'
import { ZoneSwitch } from '#web/bookings/life/zone-switch.tsx'
import { AddToCalendar } from '#web/bookings/papers/add-to-calendar.tsx'
import { chargeWords } from '#web/bookings/price/charge-words.ts'
import { PriceCard } from '#web/bookings/price/price-card.tsx'
import { LateCancellationCard } from '#web/bookings/refund/late-cancellation-card.tsx'
import { PolicyCard } from '#web/bookings/refund/policy-card.tsx'
import { formatDay, formatInstant } from '#web/format.ts'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { checkId, orNotFound } from '#web/layout/page-check.ts'
import { routerLink } from '#web/layout/router-link.tsx'
import { useMarkAsRead } from '#web/notices/use-mark-as-read.ts'
import { paths } from '#web/paths.ts'
import { ReviewForm } from '#web/reviews/review-form.tsx'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { usePolling } from '#web/use-polling.ts'
import type { Route } from './+types/booking-page.ts'
import { firstName, formatZone } from '#contract/words.ts'

const HouseholdCard = lazy(() => import('#web/households/household-card.tsx'))
const loadCaseCard = () => import('#web/bookings/case/case-card.tsx')
const loadChangeCard = () => import('#web/bookings/change/change-card.tsx')
const loadOfferCard = () => import('#web/bookings/begin/offer-card.tsx')
const loadPayCard = () => import('#web/bookings/pay/pay-card.tsx')
const CaseCard = lazy(loadCaseCard)
const ChangeCard = lazy(loadChangeCard)
const OfferCard = lazy(loadOfferCard)
const PayCard = lazy(loadPayCard)
const AskOthers = lazy(() => import('#web/bookings/begin/ask-others.tsx'))
const BackupCard = lazy(() => import('#web/circle/backup-card.tsx'))
const OtherCard = lazy(() => import('#web/bookings/pay/other-card.tsx'))
const Sent = lazy(() => import('#web/bookings/begin/sent.tsx'))
const ReportSection = lazy(() => import('#web/care/report-section.tsx'))
const OwnerReputation = lazy(() => import('#web/reviews/owner-reputation.tsx'))
const MoneyCard = lazy(() => import('#web/bookings/pay/money-card.tsx'))

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const bookingId = checkId(params.bookingId, request)
  ownAccountId(request)
  const read = api('GET /v1/bookings/:bookingId', { params: { bookingId } })
  const loaded = await whileSignedIn(request, orNotFound(request, read))
  await loadCards(loaded)
  return { loaded }
}

/** Report cards exist from the confirmation on. */
const hasReport = ({ status }: Booking): boolean =>
  status === 'confirmed' || status === 'in_progress' || status === 'completed' || status === 'closed'

const needsPayCard = ({ payment, status }: Booking): boolean =>
  payment.due !== null || payment.extra !== null || status === 'awaiting_payment'

const RhythmCard = lazy(() => import('#web/bookings/care/rhythm-card.tsx'))
/** From the confirmation on, the sitter is expected to send updates. */
const hasNews = ({ status }: Booking) => status === 'confirmed' || status === 'in_progress'

/** Loads the cards that the main action belongs to together with the page, so that nothing moves under a press. */
const loadCards = (booking: Booking) =>
  Promise.all([
    booking.cases.length > 0 && loadCaseCard(),
    booking.change && loadChangeCard(),
    booking.offer && loadOfferCard(),
    needsPayCard(booking) && loadPayCard(),
  ])
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) =>
  pageMeta(configOf(matches), {
    title: loaderData ? `${bookingTitle(loaderData.loaded)}, ${loaderData.loaded.number}` : 'Booking',
    description: 'A booking with its price and people.',
    path: location.pathname,
    noindex: true,
  })

export function HydrateFallback() {
  return (
    <main className="page py-8">
      <Loading label="Loading the booking" className="grid gap-6">
        <Skeleton className="h-10 w-2/3" />
        <Skeleton className="h-32 w-full rounded-card" />
        <div className="grid gap-6 lg:grid-cols-[1fr_22rem]">
          <Skeleton className="h-96 rounded-card" />
          <Skeleton className="h-96 rounded-card" />
        </div>
      </Loading>
    </main>
  )
}

export default function BookingPage({ loaderData }: Route.ComponentProps) {
  const inUse = useBooking(loaderData.loaded)
  const { booking, news } = inUse
  const [query] = useSearchParams()
  const [zone, setZone] = useState(booking.timeZone)
  useMarkAsRead(booking.id)
  return (
    <ShownZone value={zone}>
      <main className="page grid gap-6 py-8">
        <div className="print:hidden">
          <Breadcrumbs
            crumbs={[
              { label: 'Your account', href: paths.account() },
              { label: 'Bookings', href: paths.bookings() },
              { label: booking.number },
            ]}
            renderLink={routerLink}
          />
        </div>
        <Head booking={booking} onZone={setZone} />
        {query.get('sent') === '1' && (
          <Suspense>
            <Sent booking={booking} />
          </Suspense>
        )}
        {news && (
          <Notice kind="info" announced>
            {news}
          </Notice>
        )}
        <Now {...inUse} />
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
          <div className="grid gap-6">
            <CareCards {...inUse} />
          </div>
          <div className="grid gap-6">
            <MoneyCards {...inUse} />
            <Button
              kind="quiet"
              icon={<Icon name="printer" size={18} />}
              className="justify-self-start print:hidden"
              onClick={() => window.print()}
            >
              Print this booking
            </Button>
          </div>
        </div>
        <TimelineCard booking={booking} />
      </main>
    </ShownZone>
  )
}

type BookingProps = { booking: Booking }

function Head({ booking, onZone }: BookingProps & { onZone: (zone: string) => void }) {
  return (
    <header className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <StatusBadge booking={booking} />
        <span className="figures text-sm text-ink-2">Booking {booking.number}</span>
      </div>
      <h1 className="text-3xl">{bookingTitle(booking)}</h1>
      <p className="text-lg text-ink-2">{bookingDates(booking)}</p>
      {/* An extra payment has a card of its own, with its deadline. */}
      {!(booking.payment.due && booking.payment.extra) && <NextStepLine booking={booking} size="medium" />}
      <ZoneSwitch booking={booking} onShow={onZone} />
    </header>
  )
}

/** What is to do now, with the main action first, and what it is about. */
function Now(inUse: BookingInUse) {
  const { booking, move, refresh } = inUse
  // The main action answers the first of several cases.
  const caseId = firstCaseToAnswer(booking)
  const others = booking.actions.filter(
    (action) => action.event !== 'answer_case' || action.caseId !== caseId,
  )
  return (
    <>
      {needsPayCard(booking) && (
        <Suspense fallback={<Skeleton className="h-32 rounded-card" />}>
          <PayCard booking={booking} refresh={refresh} />
        </Suspense>
      )}
      <NextCard {...inUse} />
      {booking.change && (
        <Suspense fallback={<Skeleton className="h-64 rounded-card" />}>
          <ChangeCard booking={booking} />
        </Suspense>
      )}
      {booking.cases.length > 0 && (
        <Suspense fallback={<Skeleton className="h-64 rounded-card" />}>
          <CaseCard booking={{ ...booking, actions: others }} move={move} />
        </Suspense>
      )}
    </>
  )
}

function CareCards({ booking, take, move, refresh, showNews }: BookingInUse) {
  const other = firstName(otherParty(booking).name)
  const written = async (published: boolean) => {
    await refresh()
    showNews(
      published
        ? 'Thank you. Both reviews are public now.'
        : `Thank you. Your review stays hidden until ${other} has written one too.`,
    )
    // The news is at the top, far above the form.
    scrollTo(0, 0)
  }
  return (
    <>
      {booking.reviewable && (
        <ReviewForm booking={booking} name={other} onWritten={(published) => void written(published)} />
      )}
      <LateCancellationCard booking={booking} onReplied={take} />
      {hasReport(booking) && (
        <Suspense fallback={<Skeleton className="h-64 rounded-card" />}>
          <ReportSection booking={booking} move={move} />
        </Suspense>
      )}
      {!booking.datesOpen && <VisitsCard booking={booking} move={move} />}
      {booking.message && (
        <Card as="section" aria-labelledby="message">
          <h2 id="message" className="mb-2 text-xl">
            {booking.role === 'owner' ? 'What you wrote' : `What ${other} wrote`}
          </h2>
          <p className="max-w-measure whitespace-pre-line">{booking.message}</p>
        </Card>
      )}
      <PetsCard booking={booking} />
      <PeopleCard booking={booking} />
      {booking.role === 'owner' && isStay(booking.service) && (
        <Suspense>
          <BackupCard key={booking.status} booking={booking} />
        </Suspense>
      )}
      {hasNews(booking) && (
        <Suspense fallback={<Skeleton className="h-64 rounded-card" />}>
          <RhythmCard booking={booking} />
        </Suspense>
      )}
      {showsHome(booking) && (
        <Suspense fallback={<Skeleton className="h-40 rounded-card" />}>
          <HouseholdCard key={booking.version} booking={booking} />
        </Suspense>
      )}
      {showsReputation(booking) && (
        <Suspense fallback={<Skeleton className="h-32 rounded-card" />}>
          <OwnerReputation bookingId={booking.id} />
        </Suspense>
      )}
    </>
  )
}

function MoneyCards({ booking, move }: BookingInUse) {
  const { datesOpen, circle } = booking
  return (
    <>
      {circle && <BetweenFriends />}
      {!datesOpen && !circle && <PriceCard booking={booking} />}
      {booking.payment.paid > 0 && (
        <Suspense fallback={<Skeleton className="h-64 rounded-card" />}>
          <MoneyCard key={booking.version} booking={booking} />
        </Suspense>
      )}
      <PolicyCard {...{ booking, move }} />
      {!datesOpen && <AddToCalendar booking={booking} />}
    </>
  )
}

function BetweenFriends() {
  return (
    <Card as="section" aria-labelledby="friends" className="grid gap-2">
      <h2 id="friends" className="text-xl">
        Between friends
      </h2>
      <p>
        Nobody pays anything, and there are no reviews. The booking is part of a{' '}
        <Link to={paths.circle()} className="link">
          care circle
        </Link>
        .
      </p>
    </Card>
  )
}

const agreed: readonly Booking['status'][] = ['confirmed', 'in_progress', 'completed', 'closed']

/** Once confirmed, the owner's home details are or were visible. */
const showsHome = ({ status }: Booking): boolean => agreed.includes(status)

/** Statuses in which the sitter is deciding or may still change their mind. */
const deciding = new Set(['inquiry', 'requested', 'offered', 'awaiting_payment', 'confirmed'])

const showsReputation = ({ role, circle, status }: Booking): boolean =>
  role === 'sitter' && !circle && deciding.has(status)

/** The main action, what is shown next to it, and what belongs to them. Their deadline is at the top of the page. */
function NextCard({ booking, move, refresh }: BookingInUse) {
  const { reason, cancelledBy, status, payment } = booking
  const now = useNow()
  const actions = pageActionsOf(booking, now)
  return (
    <Card as="section" aria-label="What is next" className="grid gap-4">
      <PageActionBar {...{ booking, move, actions }} />
      {status === 'confirmed' && Date.parse(booking.startsAt) > now && <Beginning booking={booking} />}
      {isUncharged(booking) && <p className="font-medium">{chargeWords(booking)}</p>}
      {payment.charge?.swappable && <StoredCard booking={booking} refresh={refresh} />}
      {reason && (
        <p className="max-w-measure">
          <span className="font-semibold">
            {cancelledBy === booking.role ? 'Your reason: ' : 'The reason: '}
          </span>
          {reason}
        </p>
      )}
      {booking.offer && (
        <Suspense fallback={<Skeleton className="h-32 rounded-control" />}>
          <OfferCard booking={booking} />
        </Suspense>
      )}
      {isLeftAlone(booking) && (
        <Suspense>
          <AskOthers booking={booking} />
        </Suspense>
      )}
      <MoreActions {...{ booking, move, actions }} />
    </Card>
  )
}

function Beginning({ booking: { service, startsAt, startOn, startTime, timeZone } }: BookingProps) {
  const zone = useShownZone()
  const what = isStay(service) ? 'Drop-off' : 'The first one'
  return (
    <p className="text-sm text-ink-2">
      {zone === timeZone
        ? `${what} is on ${formatDay(startOn, 'long')} at ${startTime}, ${formatZone(zone)} time.`
        : `${what} is on ${formatInstant(startsAt, zone)}, ${formatZone(zone)} time.`}
    </p>
  )
}

const countCardSwaps = ({ timeline }: Booking): number =>
  timeline.filter(({ event }) => event === 'swap_card').length

/** Lets the owner replace the card that will be charged later. */
function StoredCard({ booking, refresh }: Pick<BookingInUse, 'booking' | 'refresh'>) {
  const [cardChange, setCardChange] = useState<'asked' | 'kept' | null>(null)
  const [swapped, setSwapped] = useState(countCardSwaps(booking))
  // The timeline shows the new card a moment after it is accepted, so the booking is polled until then.
  const lookAgain = usePolling(refresh, cardChange === 'kept' && countCardSwaps(booking) === swapped)
  const startCardChange = () => {
    setSwapped(countCardSwaps(booking))
    setCardChange('asked')
  }
  if (cardChange === 'asked')
    return (
      <Suspense fallback={<Skeleton className="h-32 rounded-control" />}>
        <OtherCard
          {...{ booking, refresh }}
          onClose={(isStored) => setCardChange(isStored ? 'kept' : null)}
        />
      </Suspense>
    )
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <Button kind="quiet" className="-ml-3" onClick={startCardChange}>
        Use another card
      </Button>
      {cardChange === 'kept' && (
        <p role="status" className="text-sm text-ink-2">
          Your new card is saved, and the old one is no longer charged for this booking.
          {lookAgain && ' The history does not show it yet.'}
        </p>
      )}
      {lookAgain && (
        <Button size="small" onClick={lookAgain}>
          Look again
        </Button>
      )}
    </div>
  )
}
