import { type ReactNode, useEffect } from 'react'
import { Link, useRevalidator } from 'react-router'
import { firstName, formatMoney, formatZone } from '#contract/words.ts'
import { useToday, useViewerZone } from '#web/accounts/own-account.ts'
import { loadInBrowser, loadOnServer, type Own, OwnData } from '#web/accounts/own-data.tsx'
import { useNow } from '#web/accounts/use-now.ts'
import { bookingDates, bookingTitle, nextStepOf } from '#web/bookings/life/booking-words.ts'
import { NextStepLine } from '#web/bookings/life/next-step.tsx'
import { bookingDaysOf, dutyTitle } from '#web/care/duty-words.ts'
import { StopCard } from '#web/care/parts/stop-card.tsx'
import { startCare } from '#web/care/start-care.ts'
import { dayOf, type DayDuty, type Stop } from '#web/care/stops.ts'
import { formatDay, formatDayRange, formatInstant, plural } from '#web/format.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { useLive } from '#web/live/use-live.ts'
import { paths } from '#web/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Card, coverLink } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { Route } from './+types/today-page.ts'

async function load({ accountId, api, readAccount }: Own) {
  const params = { accountId }
  const [account, duties, requests, unread, earnings] = await Promise.all([
    readAccount(),
    api('GET /v1/accounts/:accountId/on-duty', { params }),
    api('GET /v1/accounts/:accountId/requests', { params }),
    api('GET /v1/conversations/unread', {}),
    api('GET /v1/accounts/:accountId/earnings', { params, query: { limit: 1 } }),
  ])
  return {
    isSitter: account.sitterId !== null,
    // Without the care sheets and emergency cards, which are on the booking's own page.
    duties: duties.items.map(({ booking, report }): DayDuty => ({ booking, report })),
    waiting: requests.items
      .map(({ booking }) => booking)
      .filter((booking) => nextStepOf(booking)?.urgent === true),
    unread: unread.conversations,
    due: earnings.due,
  }
}

export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

export const meta: Route.MetaFunction = ownMeta({
  title: 'Today',
  description: 'Who comes and goes today, your visits, and what waits for your answer.',
  path: paths.today(),
})

export default function TodayPage({ loaderData }: Route.ComponentProps) {
  return (
    <OwnData
      loaded={loaderData}
      loading={<OwnPageLoading label="Loading your day" blocks={['h-40', 'h-44', 'h-48']} />}
    >
      {(data) => <Today {...data} />}
    </OwnData>
  )
}

type TodayData = Awaited<ReturnType<typeof load>>

function Today({ isSitter, duties, waiting, unread, due }: TodayData) {
  const today = useToday()
  const day = dayOf(duties, useNow())
  // Otherwise the header has the link, on every page.
  const isOnDuty = duties.some(({ booking }) => booking.status === 'in_progress')
  useUpToDate()
  return (
    <main className="page grid gap-6 py-8">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid gap-1">
          <h1>Today</h1>
          <p className="text-ink-2">{formatDay(today, 'long')}</p>
        </div>
        {duties.length > 0 && !isOnDuty && (
          <Link to={paths.onDuty()} className={buttonStyle()}>
            <Icon name="clipboard-list" size={18} />
            On duty
          </Link>
        )}
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-8">
          <Stops id="stops" title="Your day" stops={day.today}>
            <FreeDay isSitter={isSitter} />
          </Stops>
          {day.staying.length > 0 && <Staying duties={day.staying} />}
          {day.tomorrow.length > 0 && <Stops id="tomorrow" title="Tomorrow" stops={day.tomorrow} />}
        </div>
        <div className="grid gap-6">
          <Waiting bookings={waiting} />
          <Unread count={unread} />
          <PayToCome due={due} />
        </div>
      </div>
    </main>
  )
}

function FreeDay({ isSitter }: { isSitter: boolean }) {
  const [words, to, label] = isSitter
    ? ['Nobody arrives or leaves today, and you have no visits.', paths.calendar(), 'Open your calendar']
    : [
        'This page is for sitters: it shows who arrives and leaves today.',
        paths.bookings(),
        'See your bookings',
      ]
  return (
    <Card className="grid justify-items-start gap-3">
      <p>{words}</p>
      <Link to={to} className={buttonStyle()}>
        {label}
      </Link>
    </Card>
  )
}

/** Loads the day again when something in it changes. */
function useUpToDate(): void {
  const { revalidate } = useRevalidator()
  const reload = () => void revalidate()
  useLive('booking', (event) => event && reload())
  useLive('report-card', (event) => event && reload())
  useLive('message', (event) => event && reload())
  useEffect(() => void startCare(), [])
}

type StopsProps = { id: string; title: string; stops: readonly Stop[]; children?: ReactNode }

function Stops({ id, title, stops, children }: StopsProps) {
  const zones = [...new Set(stops.map(({ duty }) => duty.booking.timeZone))]
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={id}>{title}</h2>
        {zones.length > 0 && (
          <p className="text-sm text-ink-2">{zones.map((zone) => `${formatZone(zone)} time`).join(', ')}</p>
        )}
      </div>
      {stops.length > 0 ? (
        <ol className="grid gap-4">
          {stops.map((stop) => (
            <StopCard key={`${stop.duty.booking.id} ${stop.kind} ${stop.card.unit}`} stop={stop} />
          ))}
        </ol>
      ) : (
        children
      )}
    </section>
  )
}

function Staying({ duties }: { duties: readonly DayDuty[] }) {
  return (
    <section aria-labelledby="staying" className="grid gap-4">
      <h2 id="staying">With you now</h2>
      <ul className="grid gap-3">
        {duties.map(({ booking }) => (
          <Card key={booking.id} as="li" interactive padding="small" className="grid gap-1">
            <h3 className="heading text-lg">
              <Link to={paths.care(booking.id)} className={coverLink}>
                {dutyTitle({ booking })}
              </Link>
            </h3>
            <p className="text-[0.9375rem] text-ink-2">
              {bookingDaysOf({ booking })}, for {booking.owner.name}
            </p>
          </Card>
        ))}
      </ul>
    </section>
  )
}

const mostWaiting = 3

function Waiting({ bookings }: { bookings: TodayData['waiting'] }) {
  return (
    <section aria-labelledby="waiting" className="grid gap-3">
      <h2 id="waiting" className="text-xl">
        Waiting for your answer
      </h2>
      {bookings.length === 0 ? (
        <p className="text-ink-2">No request is waiting for you.</p>
      ) : (
        <>
          <ul className="grid gap-3">
            {bookings.slice(0, mostWaiting).map((booking) => (
              <Card key={booking.id} as="li" interactive padding="small" className="grid gap-1">
                <h3 className="heading text-lg">
                  <Link to={paths.booking(booking.id)} className={coverLink}>
                    {bookingTitle(booking)}
                  </Link>
                </h3>
                <p className="dots text-[0.9375rem] text-ink-2">
                  <span>{bookingDates(booking)}</span>
                  <span>{firstName(booking.owner.name)}</span>
                </p>
                <NextStepLine booking={booking} />
              </Card>
            ))}
          </ul>
          <Link to={paths.requests()} className={buttonStyle({ kind: 'primary', className: 'w-fit' })}>
            {bookings.length === 1 ? 'Answer the request' : `Answer ${plural(bookings.length, 'request')}`}
          </Link>
        </>
      )}
    </section>
  )
}

function Unread({ count }: { count: number }) {
  return (
    <Card as="section" aria-labelledby="unread" interactive padding="small" className="grid gap-1">
      <h2 id="unread" className="text-xl">
        <Link to={paths.messages()} className={coverLink}>
          Messages
        </Link>
      </h2>
      <p className="text-ink-2">
        {count === 0 ? 'You have read everything.' : `${plural(count, 'conversation')} with unread messages`}
      </p>
    </Card>
  )
}

/** What is still to be paid out, for each currency, and the next of it. */
function PayToCome({ due }: Pick<TodayData, 'due'>) {
  const zone = useViewerZone()
  const sums = new Map<string, number>()
  for (const { currency, amount } of due) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  const [next] = due
  return (
    <Card as="section" aria-labelledby="pay" interactive padding="small" className="grid gap-1">
      <h2 id="pay" className="text-xl">
        <Link to={paths.earnings()} className={coverLink}>
          Pay to come
        </Link>
      </h2>
      {next ? (
        <>
          <p className="figures text-lg font-semibold">
            {[...sums].map(([currency, amount]) => formatMoney(amount, currency)).join(' + ')}
          </p>
          <p className="text-sm text-ink-2">
            Next: {formatMoney(next.amount, next.currency)} on {formatInstant(next.at, zone)} (
            {formatZone(zone)} time), {formatDayRange(next.startOn, next.endOn)} for{' '}
            {next.ownerName.split(' ')[0]}
          </p>
        </>
      ) : (
        <p className="text-ink-2">Nothing is due at the moment.</p>
      )}
    </Card>
  )
}
