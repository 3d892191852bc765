import { lazy, type ReactNode, Suspense, useCallback } from 'react'
import {
  Link,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigate,
  useSearchParams,
} from 'react-router'
import { species as allSpecies } from '#contract/codes.ts'
import { serviceNames } from '#contract/words.ts'
import { apiOf } from '#web/api.ts'
import { todayIn } from '#web/clock.ts'
import { formatMinutes, plural } from '#web/format.ts'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { checkId, orNotFound } from '#web/layout/page-check.ts'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { FaceButton } from '#web/files/face-button.tsx'
import { ShareButton } from '#web/share/share-button.tsx'
import { sitterPicture } from '#web/share/page-picture.ts'
import { Availability, nextFree } from '#web/sitters/public/availability.tsx'
import { bookedDays, draftOf, parseBooking } from '#web/sitters/public/booking-state.ts'
import { BackToResults, useFromSearch, WhyShown } from '#web/sitters/public/search-origin.tsx'
import { Cancellation } from '#web/sitters/public/cancellation.tsx'
import { OwnPets } from '#web/sitters/public/own-pets.tsx'
import { PageSection } from '#web/sitters/public/page-section.tsx'
import { picturesOf, transitionName } from '#web/sitters/public/pictures.ts'
import { ServicesList } from '#web/sitters/public/services-list.tsx'
import { sitterStructuredData } from '#web/sitters/public/structured-data.ts'
import { type BookingFormState, useBooking } from '#web/sitters/public/use-booking.ts'
import { type Priced, problemOf } from '#web/sitters/public/use-quote.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { buttonStyle } from '#web/ui/button.tsx'
import { addDays } from '#web/ui/dates/days.ts'
import { lazyOnInteraction, whenWanted } from '#web/ui/lazy-on-interaction.tsx'
import { onPress } from '#web/ui/on-press.tsx'
import { PhotoGrid } from '#web/ui/photo-grid.tsx'
import type { Picture } from '#web/ui/photo.tsx'
import { Rating } from '#web/ui/rating.tsx'
import type { Route } from './+types/sitter-page.ts'

const loadParts = () => import('#web/sitters/public/lazy-parts.ts')
// Loads at once, together with the page's data, if the page was opened by a link.
whenWanted()
  .then(loadParts)
  .catch((error: unknown) => console.info('Parts of the page are not here yet.', error))

const BookingBox = lazyOnInteraction(
  async () => ({ default: (await loadParts()).BookingBox }),
  <div className="h-160 rounded-card border border-line bg-card" />,
)
const ActionBar = lazyOnInteraction(async () => ({ default: (await loadParts()).ActionBar }))
const Facts = lazyOnInteraction(async () => ({ default: (await loadParts()).Facts }))
const Reviews = lazyOnInteraction(async () => ({ default: (await loadParts()).Reviews }))
const LateCancellations = lazyOnInteraction(() => import('#web/sitters/public/late-cancellations.tsx'))
const ReportPhoto = lazy(() => import('#web/reports/report-photo.tsx'))
const CheckRequest = onPress(() => import('#web/bookings/begin/check-request.tsx'))
const daysAtFirst = 92
const reviewsAtFirst = 6

const starsIn = (address: URLSearchParams) =>
  [1, 2, 3, 4, 5].find((stars) => `${stars}` === address.get('stars')) ?? null

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const sitterId = checkId(params.sitterId, request)
  const api = apiOf(context)
  const address = new URL(request.url).searchParams
  const sitter = await orNotFound(request, api('GET /v1/sitters/by-id/:sitterId', { params: { sitterId } }))
  const offered = sitter.services.filter(({ active }) => active)
  const state = parseBooking(address, offered)
  // Saved pets need a sign-in, and this page's HTML is the same for every visitor.
  const draft = state.petIds.length > 0 || offered.length === 0 ? null : draftOf(sitterId, state)
  const today = todayIn(sitter.timeZone)
  const reviewsFor = allSpecies.find((code) => code === address.get('reviews')) ?? null
  const stars = starsIn(address)
  const [calendar, reviews, { settings }, { weights }, priced] = await Promise.all([
    api('GET /v1/sitters/:sitterId/calendar', {
      params: { sitterId },
      query: { service: state.service, to: addDays(today, daysAtFirst) },
    }),
    api('GET /v1/sitters/:sitterId/reviews', {
      params: { sitterId },
      query: { limit: reviewsAtFirst, ...(reviewsFor && { species: reviewsFor }), ...(stars && { stars }) },
    }),
    api('GET /v1/settings', {}),
    api('GET /v1/ranking', {}),
    draft &&
      api('POST /v1/bookings/calculate-cost', { body: draft }).then(
        (quote): Priced => ({ quote, problem: null }),
        (error: unknown): Priced => problemOf(error),
      ),
  ])
  return {
    sitter,
    picture: sitterPicture(sitter).picture,
    calendar: calendar.items,
    today: calendar.today,
    reviews,
    reviewsFor,
    stars,
    settings,
    weights,
    priced,
  }
}

/** The form updates the URL itself; data is read again only for another sitter or other review filters. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname === nextUrl.pathname &&
  ['reviews', 'stars'].every((name) => currentUrl.searchParams.get(name) === nextUrl.searchParams.get(name))
    ? false
    : defaultShouldRevalidate

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { sitter, picture } = loaderData
  const config = configOf(matches)
  const where = sitter.place ? ` in ${sitter.place.name}` : ''
  const care = sitter.services.filter(({ active }) => active).map(({ service }) => serviceNames[service])
  return pageMeta(config, {
    title: `${sitter.name}, pet sitter${where}`,
    description: `${sitter.headline}. ${care.join(', ')}${where}: free days, reviews and the full price with all fees.`,
    path: paths.sitter(sitter.id),
    type: 'profile',
    picture,
    things: sitterStructuredData(sitter, config?.site.url ?? ''),
  })
}

export default function SitterPage({ loaderData }: Route.ComponentProps) {
  return <Profile key={loaderData.sitter.id} {...loaderData} />
}

type ProfileProps = Route.ComponentProps['loaderData']

function Profile(props: ProfileProps) {
  const { sitter, calendar, today, settings, priced } = props
  const booking = useBooking({
    sitter,
    calendar,
    priced,
    mostVisits: settings.visit.maxPerBooking,
  })
  const from = useFromSearch()
  const check = useCheckStep(booking.addressOf, booking.state)
  const { name } = sitter
  const pictures = picturesOf(sitter)
  // In the column and not over the full width, which would push the booking action out of sight.
  const gallery = pictures.length > 0 && (
    <div className="mb-3">
      <PhotoGrid
        pictures={pictures}
        label={`Pictures of ${name}’s home and pets`}
        action={reportOf}
        transitionName={transitionName(sitter)}
      />
    </div>
  )
  return (
    <main className="page grid gap-6 pt-2 max-lg:pb-20">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {from ? <BackToResults from={from} /> : <Crumbs sitter={sitter} />}
        <div data-heart={sitter.id} className="flex min-h-11 items-center gap-1">
          <Link to={paths.contact({ sitter: sitter.id })} className={buttonStyle({ kind: 'quiet' })}>
            Contact
          </Link>
          <ShareButton path={paths.sitter(sitter.id)} />
        </div>
      </div>
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]">
        <Header sitter={sitter}>{gallery}</Header>
        <aside aria-label="Price and request" className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <div className="scroll-mt-6 lg:not-low:sticky lg:top-6">
            <BookingBox booking={booking} today={today} onCheck={check.open} />
          </div>
        </aside>
        <Sections {...props} {...{ booking, from }} />
      </div>
      <ActionBar booking={booking} onCheck={check.open} />
      {check.isOpen && booking.saved.status !== 'signed-out' && (
        <CheckRequest booking={booking} settings={settings} onClose={check.close} />
      )}
    </main>
  )
}

type HeaderProps = { sitter: ProfileProps['sitter']; children: ReactNode }

function Header({ sitter, children }: HeaderProps) {
  const { name, face, place, rating, responseMinutes, repeatClients, badges, bio, headline } = sitter
  return (
    <header className="grid content-start gap-3">
      {children}
      <p className="flex flex-wrap gap-2">
        {badges.includes('trusted') && <Badge tone="green">Trusted sitter</Badge>}
        {sitter.instantBooking === 'everyone' && <Badge tone="green">Books at once</Badge>}
        {badges.includes('newcomer') && <Badge tone="gold">New here</Badge>}
        {repeatClients > 0 && <Badge tone="gold">{plural(repeatClients, 'repeat client')}</Badge>}
      </p>
      <div className="flex items-center gap-4">
        <FaceButton {...{ name, face }} size="large" />
        <h1 className="min-w-0 text-4xl wrap-anywhere">{name}</h1>
      </div>
      <p className="dots text-[1.0625rem] text-ink-2">
        {place && <span>{place.neighbourhood ? `${place.neighbourhood}, ${place.name}` : place.name}</span>}
        <a href="#reviews" className="no-underline hover:underline">
          <Rating value={rating.average} count={rating.count} long />
        </a>
        {responseMinutes !== null && (
          <span>{`usually answers within ${formatMinutes(responseMinutes)}`}</span>
        )}
      </p>
      <p className="heading mt-2 max-w-measure text-xl">{headline}</p>
      {bio && <p className="max-w-measure text-lg whitespace-pre-line">{bio}</p>}
    </header>
  )
}

type SectionsProps = ProfileProps & {
  booking: BookingFormState
  from: ReturnType<typeof useFromSearch>
}

const scrollToBox = () =>
  document.getElementById('book')?.scrollIntoView({ block: 'start', behavior: 'smooth' })

function Sections({ booking, from, ...page }: SectionsProps) {
  const { sitter, today, settings } = page
  const first = sitter.name.split(' ')[0] ?? sitter.name
  const serviceName = serviceNames[booking.state.service]
  const free = nextFree(booking.days, booking.needed)
  return (
    <div className="grid content-start gap-12">
      <PageSection id="day" title={`A day with ${first}`}>
        <Facts sitter={sitter} />
      </PageSection>
      {from && <WhyShown from={from} weights={page.weights} name={first} />}
      <PageSection id="services" title="Services and rates">
        <ServicesList booking={booking} settings={settings} onChosen={scrollToBox} />
      </PageSection>
      <PageSection
        id="calendar"
        title="Free days"
        note={`${serviceName}${free ? `, next free on ${free}` : ''}`}
      >
        <Availability
          {...{ today, serviceName }}
          days={booking.days}
          needed={booking.needed}
          name={first}
          chosen={bookedDays(booking.state)}
          onMore={booking.loadDays}
        />
      </PageSection>
      <PageSection id="cancellation" title="If plans change" note={serviceName}>
        <Cancellation booking={booking} settings={settings} />
      </PageSection>
      <PageSection id="reviews" title="Reviews">
        <Reviews sitter={sitter} first={page.reviews} filter={page.reviewsFor} stars={page.stars} />
      </PageSection>
      {sitter.lateCancellations.length > 0 && <LateCancellations sitter={sitter} />}
      {sitter.pets.length > 0 && (
        <PageSection id="pets" title={`${first}’s own pets`}>
          <OwnPets pets={sitter.pets} />
        </PageSection>
      )}
    </div>
  )
}

const reportOf = (picture: Picture) =>
  'src' in picture &&
  picture.id && (
    <Suspense>
      <ReportPhoto id={picture.id} />
    </Suspense>
  )

/** The check step has its own URL, so that going back closes it. */
function useCheckStep(
  addressOf: ReturnType<typeof useBooking>['addressOf'],
  state: ReturnType<typeof useBooking>['state'],
) {
  const [params] = useSearchParams()
  const { state: locationState } = useLocation()
  const navigate = useNavigate()
  const go = useCallback(
    (step: string) =>
      void navigate(addressOf(state, { step }), {
        preventScrollReset: true,
        replace: step === '',
        state: locationState as unknown,
      }),
    [navigate, addressOf, state, locationState],
  )
  return { isOpen: params.get('step') === 'check', open: () => go('check'), close: () => go('') }
}

function Crumbs({ sitter: { name, place } }: Pick<ProfileProps, 'sitter'>) {
  return (
    <Breadcrumbs
      renderLink={routerLink}
      crumbs={[
        { label: 'Find a sitter', href: paths.sitters() },
        ...(place ? [{ label: place.name, href: paths.sitters({ place: place.id }) }] : []),
        { label: name },
      ]}
    />
  )
}
