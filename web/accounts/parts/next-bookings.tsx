import { Link } from 'react-router'
import type { Booking } from '#contract/bookings/bookings.ts'
import { BookingCard } from '#web/bookings/life/booking-card.tsx'
import { nextStepOf } from '#web/bookings/life/booking-words.ts'
import { paths } from '#web/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

const shown = 3

/** Sorts bookings that need the viewer's action first, then by the nearest deadline or start. */
export function inOrderOfUrgency(bookings: readonly Booking[]): Booking[] {
  const rank = (booking: Booking) => (nextStepOf(booking)?.urgent ? 0 : 1)
  const when = (booking: Booking) => nextStepOf(booking)?.deadlineAt ?? booking.startsAt
  return bookings.toSorted((a, b) => rank(a) - rank(b) || when(a).localeCompare(when(b)))
}

export function NextBookings({ bookings }: { bookings: readonly Booking[] }) {
  const next = inOrderOfUrgency(bookings).slice(0, shown)
  return (
    <section aria-labelledby="next" className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="next">Next</h2>
        <Link to={paths.bookings()} className="link inline-flex min-h-8 items-center">
          All your bookings
        </Link>
      </div>
      {next.length > 0 ? (
        <ul className="grid gap-4">
          {next.map((booking) => (
            <BookingCard key={booking.id} booking={booking} />
          ))}
        </ul>
      ) : (
        <EmptyState
          className="rounded-card border border-line bg-card"
          action={
            <Link to={paths.sitters()} className={buttonStyle({ kind: 'primary' })}>
              Find a sitter
            </Link>
          }
        >
          Nothing planned yet. When you go away, somebody nearby will be glad to help.
        </EmptyState>
      )}
    </section>
  )
}
