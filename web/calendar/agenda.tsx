import { Link, useLocation } from 'react-router'
import type { Booking } from '#contract/bookings/bookings.ts'
import { firstName, formatZone, listWords, serviceNames } from '#contract/words.ts'
import { petNames, bookingDates } from '#web/bookings/life/booking-words.ts'
import { StatusBadge } from '#web/bookings/life/status-badge.tsx'
import { type AgendaDay, type AgendaStop, agendaOf, isAgreed } from '#web/calendar/booked-days.ts'
import { stopTitle } from '#web/care/stop-words.ts'
import { formatDay } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { addDays, addMonths, type Day, monthTitle } from '#web/ui/dates/days.ts'
import { MonthHeader } from '#web/ui/dates/month-header.tsx'
import { firstOfMonth } from '#web/ui/dates/whole-weeks.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

type AgendaProps = {
  month: Day
  today: Day
  /** The first and the last day that can be looked at. */
  first: Day
  last: Day
  onMonth: (month: Day) => void
  timeZone: string
  /** Null while they load. */
  bookings: readonly Booking[] | null
}

/** Who comes, goes and is visited on each day of a month. The days of this month before today are folded. */
export function Agenda({ month, today, first, last, onMonth, timeZone, bookings }: AgendaProps) {
  const days = bookings && agendaOf(bookings, month, addDays(addMonths(month, 1), -1))
  return (
    <section aria-label="Agenda" className="grid gap-5">
      <MonthHeader {...{ month, onMonth }} min={first} max={last} />
      {days ? (
        <AgendaDays key={month} {...{ month, today, days }} />
      ) : (
        <Loading label="Loading your bookings" className="grid gap-4">
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
        </Loading>
      )}
      {!!days?.length && <p className="text-sm text-ink-2">Times are {formatZone(timeZone)} time.</p>}
    </section>
  )
}

type AgendaDaysProps = Pick<AgendaProps, 'month' | 'today'> & { days: readonly AgendaDay[] }

function AgendaDays({ month, today, days }: AgendaDaysProps) {
  const { hash } = useLocation()
  const isOver = ({ on }: AgendaDay) => on < today && month === firstOfMonth(today)
  const over = days.filter(isOver)
  const shown = days.filter((day) => !isOver(day))
  return (
    <>
      {over.length > 0 && (
        <details open={over.some(({ on }) => hash === `#${on}`)}>
          <summary className="link w-fit py-2">Earlier in {monthTitle(month)}</summary>
          <DayRows days={over} today={today} />
        </details>
      )}
      {shown.length > 0 ? (
        <DayRows days={shown} today={today} />
      ) : (
        <EmptyState>{emptyWords(month, today)}</EmptyState>
      )}
    </>
  )
}

function emptyWords(month: Day, today: Day): string {
  const [name, current] = [monthTitle(month), firstOfMonth(today)]
  if (month < current) return `Nobody came or went in ${name}.`
  const when = month === current ? `the rest of ${name}` : name
  return `Nobody comes or goes in ${when}. Requests and bookings are listed here as soon as you have some.`
}

const DayRows = ({ days, today }: { days: readonly AgendaDay[]; today: Day }) => (
  <ol className="grid">
    {days.map((day) => (
      <AgendaDayRow key={day.on} day={day} isToday={day.on === today} />
    ))}
  </ol>
)

function AgendaDayRow({ day: { on, stops, staying }, isToday }: { day: AgendaDay; isToday: boolean }) {
  return (
    <li
      id={on}
      className="grid scroll-mt-24 gap-x-6 gap-y-3 border-t py-5 first:border-t-0 first:pt-0 sm:grid-cols-[9rem_minmax(0,1fr)]"
    >
      <h3 className="text-base">
        {formatDay(on)}
        {isToday && <span className="font-normal text-ink-2"> (today)</span>}
      </h3>
      <div className="grid gap-3">
        <ul className="grid gap-3">
          {stops.map((stop) => (
            <StopRow key={`${stop.booking.id} ${stop.kind} ${stop.time}`} stop={stop} />
          ))}
        </ul>
        {staying.length > 0 && (
          <p className="text-sm text-ink-2">Staying: {listWords(staying.map(petNames))}</p>
        )}
      </div>
    </li>
  )
}

function StopRow({ stop: { booking, kind, time, until } }: { stop: AgendaStop }) {
  const details = [
    ...(kind === 'visit' ? [] : [serviceNames[booking.service], bookingDates(booking)]),
    firstName(booking.owner.name),
  ]
  return (
    <li
      className={cx(
        'grid grid-cols-[3.25rem_minmax(0,1fr)] gap-x-3 border-l-4 pl-3',
        isAgreed(booking) ? 'border-green' : 'border-dashed border-gold-ink',
      )}
    >
      <p className="figures font-semibold">{time}</p>
      <div className="grid gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link to={paths.booking(booking.id)} className="link font-semibold">
            {stopTitle(kind, booking)}
          </Link>
          {!isAgreed(booking) && <StatusBadge booking={booking} />}
        </p>
        <p className="dots text-sm text-ink-2">
          {until && <span>until {until}</span>}
          {details.map((words) => (
            <span key={words}>{words}</span>
          ))}
        </p>
      </div>
    </li>
  )
}
