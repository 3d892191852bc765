import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import type { Booking } from '#contract/bookings/bookings.ts'
import { isStay } from '#contract/codes.ts'
import { paths } from '#web/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'

const AskOthers = lazy(() => import('#web/bookings/begin/ask-others.tsx'))

/** Alternatives for an owner whose booking fell through: a search with the same days, place and pets. */
export function OtherSitters({ booking }: { booking: Booking }) {
  const { role, status, cancelledBy, service, placeId, startOn, endOn, visits, pets, datesOpen } = booking
  const leftAlone = status === 'declined' || status === 'expired' || cancelledBy === 'sitter'
  if (role !== 'owner' || !leftAlone || datesOpen) return null
  const to = paths.sitters({
    service,
    place: placeId ?? undefined,
    ...(isStay(service)
      ? { start: startOn, end: endOn }
      : { days: [...new Set(visits.map(({ on }) => on))].join(',') }),
    pets: pets.map(({ species, weightKg }) => [species, weightKg].filter(Boolean).join(':')).join(','),
  })
  return (
    <>
      <Link
        to={to}
        className={buttonStyle({ kind: 'secondary', className: 'justify-self-start print:hidden' })}
      >
        See who else is free on these days
      </Link>
      {/* Loads after the link and is placed below it, so that the link does not move. */}
      <Suspense>
        <AskOthers booking={booking} />
      </Suspense>
    </>
  )
}
