import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Booking } from '#contract/bookings/bookings.ts'
import type { BookingEvent } from '#contract/codes.ts'
import { formatMoney, serviceNames } from '#contract/words.ts'
import { api, ignoreRequestError } from '#web/api.ts'
import { BookingActions } from '#web/bookings/booking-actions.tsx'
import { bookingDates, petNames } from '#web/bookings/life/booking-words.ts'
import { NextStepLine } from '#web/bookings/life/next-step.tsx'
import { StatusBadge } from '#web/bookings/life/status-badge.tsx'
import { useBooking } from '#web/bookings/life/use-booking.ts'
import { paths } from '#web/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Events that can be sent from the thread; all others are on the booking's own page. */
const answered: readonly BookingEvent[] = [
  'accept',
  'decline',
  'accept_offer',
  'request',
  'instant_book',
  'withdraw',
  'accept_change',
  'decline_change',
  'check_in',
  'check_out',
]

/** The conversation's current bookings, each with the viewer's actions. */
export function ThreadBookings({ ids }: { ids: readonly string[] }) {
  const [first, ...others] = ids
  const [isWhole, setWhole] = useState(false)
  if (!first) return null
  return (
    <div className="min-h-28 shrink not-low:max-h-[45%] not-low:overflow-y-auto border-b border-line bg-paper px-4 py-3">
      <ul aria-label="Bookings" className="grid gap-3">
        <ReadBooking key={first} id={first} />
        {isWhole && others.map((id) => <ReadBooking key={id} id={id} />)}
      </ul>
      {others.length > 0 && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          className="link mt-2 min-h-8 text-sm"
        >
          {isWhole
            ? 'Show only the latest'
            : others.length === 1
              ? 'One more booking'
              : `${others.length} more bookings`}
        </button>
      )}
    </div>
  )
}

function ReadBooking({ id }: { id: string }) {
  const [booking, setBooking] = useState<Booking | null>(null)
  useEffect(() => {
    let isWanted = true
    api('GET /v1/bookings/:bookingId', { params: { bookingId: id } }).then(
      (read) => isWanted && setBooking(read),
      // The thread works without it and also links to the booking.
      ignoreRequestError,
    )
    return () => {
      isWanted = false
    }
  }, [id])
  return booking && <BookingStrip loaded={booking} />
}

function BookingStrip({ loaded }: { loaded: Booking }) {
  const { booking, move, news } = useBooking(loaded)
  const { id, role, payment, quote, datesOpen, service } = booking
  const mustPay = role === 'owner' && (payment.due !== null || payment.extra !== null)
  const actions = booking.actions.filter(({ event }) => answered.includes(event))
  const amount = role === 'owner' ? quote.total : (quote.sitterPayout ?? quote.total)
  return (
    <li className="grid gap-2.5 rounded-card border border-line bg-card p-3.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="text-base">
          <Link to={paths.booking(id)} className="link">
            {serviceNames[service]} for {petNames(booking)}
          </Link>
        </h2>
        <StatusBadge booking={booking} />
      </div>
      <p className="dots text-sm text-ink-2">
        <span>{bookingDates(booking)}</span>
        {!datesOpen && <span className="figures">{formatMoney(amount, quote.currency)}</span>}
      </p>
      {news && (
        <Notice kind="info" announced>
          {news}
        </Notice>
      )}
      <NextStepLine booking={booking} />
      {mustPay && (
        <Link to={paths.booking(id)} className={buttonStyle({ kind: 'primary', className: 'w-fit' })}>
          {payment.due?.now ? 'Pay' : 'Add a card'}
        </Link>
      )}
      <BookingActions booking={{ ...booking, actions }} move={move} />
    </li>
  )
}
