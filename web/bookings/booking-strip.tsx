import { useEffect } from 'react'
import { Link } from 'react-router'
import type { Booking } from '#contract/bookings/bookings.ts'
import type { BookingEvent } from '#contract/codes.ts'
import { formatMoney, serviceNames } from '#contract/words.ts'
import { LoadedHere } from '#web/accounts/loaded-here.tsx'
import { api } from '#web/api.ts'
import { BookingActions } from '#web/bookings/booking-actions.tsx'
import { bookingDates, petNames } from '#web/bookings/life/booking-words.ts'
import { NextStepLine } from '#web/bookings/life/next-step.tsx'
import { StatusBadge } from '#web/bookings/life/status-badge.tsx'
import { useBooking } from '#web/bookings/life/use-booking.ts'
import { paths } from '#web/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Events that can be sent from here; all others are on the booking's own page. */
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

type BookingStripProps = {
  loaded: Booking
  /** Called once the booking has changed, here or elsewhere. */
  onMoved?: (() => void) | undefined
}

/** A booking in brief, with the viewer's next step, for pages about something else. */
export function BookingStrip({ loaded, onMoved }: BookingStripProps) {
  const { booking, move, news } = useBooking(loaded)
  const isMoved = booking.version > loaded.version
  useEffect(() => {
    if (isMoved) onMoved?.()
  }, [isMoved, onMoved])
  const { id, role, payment, quote, datesOpen, service } = booking
  const mustPay = role === 'owner' && (payment.due !== null || payment.extra !== null)
  const actions = booking.actions.filter(({ event }) => answered.includes(event))
  const amount = role === 'owner' ? quote.total : (quote.sitterPayout ?? quote.total)
  return (
    <div className="grid gap-2.5 rounded-card border border-line bg-card p-3.5">
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
    </div>
  )
}

const read = (id: string) => api('GET /v1/bookings/:bookingId', { params: { bookingId: id } })

/** The same for a booking that is not loaded yet. */
export const ReadBooking = ({ id, onMoved }: { id: string } & Pick<BookingStripProps, 'onMoved'>) => (
  <LoadedHere id={id} load={read}>
    {(loaded) => <BookingStrip {...{ loaded, onMoved }} />}
  </LoadedHere>
)
