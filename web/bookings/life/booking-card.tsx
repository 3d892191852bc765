import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Booking } from '#contract/bookings/bookings.ts'
import { firstName } from '#contract/words.ts'
import { BookingAmount } from '#web/bookings/life/booking-amount.tsx'
import { bookingDates, bookingTitle, petNames } from '#web/bookings/life/booking-words.ts'
import { NextStepLine } from '#web/bookings/life/next-step.tsx'
import { StatusBadge } from '#web/bookings/life/status-badge.tsx'
import { FirstPet } from '#web/pets/first-pet.tsx'
import { paths } from '#web/paths.ts'
import { Card, coverLink } from '#web/ui/card.tsx'

type BookingCardProps = {
  booking: Booking
  level?: 2 | 3
  /** A link of its own above the link that covers the card. */
  action?: ReactNode
}

/** A booking in a list: title and status, then the next step, then what it is about. */
export function BookingCard({ booking, level = 3, action }: BookingCardProps) {
  const { id, role, pets, owner } = booking
  const Heading = `h${level}` as const
  return (
    <Card as="li" interactive padding="none" className="flex p-3.5 sm:gap-5 sm:p-4">
      <div className="relative hidden h-24 w-28 shrink-0 overflow-hidden rounded-control sm:block">
        <FirstPet pets={pets} className="size-full" />
      </div>
      <div className="grid min-w-0 flex-1 grid-cols-1 content-start gap-1.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 max-sm:pr-28">
          <Heading className="heading text-lg">
            <Link to={paths.booking(id)} className={coverLink}>
              {bookingTitle(booking)}
            </Link>
          </Heading>
          <StatusBadge booking={booking} />
        </div>
        <NextStepLine booking={booking} />
        <p className="dots text-[0.9375rem] text-ink-2">
          <span>{bookingDates(booking)}</span>
          <span>{role === 'owner' ? petNames(booking) : firstName(owner.name)}</span>
        </p>
        {action && <div className="relative z-1 mt-1 w-fit">{action}</div>}
      </div>
      <BookingAmount
        booking={booking}
        className="text-right max-sm:absolute max-sm:right-3.5 max-sm:max-w-26"
      />
    </Card>
  )
}
