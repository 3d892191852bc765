import { Link } from 'react-router'
import type { Booking } from '#contract/bookings/bookings.ts'
import { firstName, formatMoney } from '#contract/words.ts'
import { bookingDates, bookingTitle, petNames } from '#web/bookings/life/booking-words.ts'
import { NextStepLine } from '#web/bookings/life/next-step.tsx'
import { StatusBadge } from '#web/bookings/life/status-badge.tsx'
import { paths } from '#web/paths.ts'
import { Card, coverLink } from '#web/ui/card.tsx'
import { Portrait } from '#web/ui/portrait/portrait.tsx'

/** A booking in a list: title, status and next step. */
export function BookingCard({ booking, level = 3 }: { booking: Booking; level?: 2 | 3 }) {
  const { id, role, quote, pets, owner } = booking
  const Heading = `h${level}` as const
  const amount = role === 'owner' ? quote.total : (quote.sitterPayout ?? quote.total)
  return (
    <Card
      as="li"
      interactive
      padding="none"
      className="flex flex-wrap gap-4 p-3.5 sm:flex-nowrap sm:gap-5 sm:p-4"
    >
      <div className="relative hidden h-24 w-28 shrink-0 overflow-hidden rounded-control sm:block">
        {pets.slice(0, 1).map(({ id: petId, species, coat }) => (
          <Portrait
            key={petId}
            seed={{ id: petId, species, coat: coat ?? undefined }}
            fit="fill"
            className="size-full"
          />
        ))}
      </div>
      <div className="grid min-w-0 flex-1 basis-44 grid-cols-1 content-start gap-1.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Heading className="heading text-lg">
            <Link to={paths.booking(id)} className={coverLink}>
              {bookingTitle(booking)}
            </Link>
          </Heading>
          <StatusBadge booking={booking} />
        </div>
        <p className="dots text-[0.9375rem] text-ink-2">
          <span>{bookingDates(booking)}</span>
          <span>{role === 'owner' ? petNames(booking) : firstName(owner.name)}</span>
        </p>
        <NextStepLine booking={booking} />
      </div>
      {!booking.datesOpen && (
        <p className="figures ml-auto shrink-0 self-start text-right font-semibold">
          {booking.circle ? 'Between friends' : formatMoney(amount, quote.currency)}
          <span className="block text-xs font-normal text-ink-2">
            {booking.circle ? 'nothing to pay' : role === 'owner' ? 'you pay' : 'you receive'}
          </span>
        </p>
      )}
    </Card>
  )
}
