import { Link } from 'react-router'
import type { SitterRequest } from '#contract/bookings/requests.ts'
import { firstName } from '#contract/words.ts'
import { effectsOf } from '#web/bookings/begin/request-days.ts'
import { BookingActions } from '#web/bookings/booking-actions.tsx'
import { BookingAmount } from '#web/bookings/life/booking-amount.tsx'
import { bookingDates, bookingTitle } from '#web/bookings/life/booking-words.ts'
import { NextStepLine } from '#web/bookings/life/next-step.tsx'
import { StatusBadge } from '#web/bookings/life/status-badge.tsx'
import type { BookingInUse } from '#web/bookings/life/use-booking.ts'
import { FirstPet } from '#web/pets/first-pet.tsx'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'

const mostEffects = 4

/** A request to a sitter, with what accepting it does to the days, and its answers. */
export function RequestCard({ request, move }: { request: SitterRequest; move: BookingInUse['move'] }) {
  const { booking, days } = request
  const { id, pets, owner, message } = booking
  return (
    <Card as="li" className="grid gap-4">
      <div className="flex flex-wrap gap-4 sm:flex-nowrap">
        <FirstPet pets={pets} className="hidden size-18 sm:block" />
        <div className="grid min-w-0 flex-1 basis-44 content-start gap-1.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h3 className="heading text-lg">
              <Link to={paths.booking(id)} className="link">
                {bookingTitle(booking)}
              </Link>
            </h3>
            <StatusBadge booking={booking} />
          </div>
          <p className="dots text-[0.9375rem] text-ink-2">
            <span>{bookingDates(booking)}</span>
            <span>{firstName(owner.name)}</span>
          </p>
          <NextStepLine booking={booking} />
        </div>
        <BookingAmount booking={booking} className="sm:ml-auto sm:text-right" />
      </div>
      {message && (
        <blockquote className="max-w-measure border-l-2 border-line pl-4 whitespace-pre-line wrap-anywhere">
          {message}
        </blockquote>
      )}
      <Effects request={{ booking, days }} />
      <BookingActions booking={booking} move={move} />
    </Card>
  )
}

function Effects({ request: { booking, days } }: { request: SitterRequest }) {
  const effects = effectsOf(days, booking.service)
  if (effects.length === 0) return null
  const more = effects.length - mostEffects
  return (
    <ul className="figures grid gap-1.5 text-[0.9375rem]">
      {effects.slice(0, mostEffects).map(({ words, fits }) => (
        <li key={words} className="flex items-start gap-2">
          <Icon
            name={fits ? 'calendar-check' : 'triangle-exclamation-point'}
            size={18}
            className={fits ? 'mt-0.5 shrink-0 text-green' : 'mt-0.5 shrink-0 text-rust'}
          />
          {words}
        </li>
      ))}
      {more > 0 && (
        <li>
          <Link to={paths.calendar()} className="link">
            {more === 1 ? 'One more period' : `${more} more periods`} in your calendar
          </Link>
        </li>
      )}
    </ul>
  )
}
