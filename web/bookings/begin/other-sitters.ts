import type { Booking } from '#contract/bookings/bookings.ts'
import { isStay } from '#contract/codes.ts'
import { paths } from '#web/paths.ts'

/** A search for the same care, place and pets, and for the same days if the booking's are given. */
export function otherSittersPath(booking: Booking, withDays: boolean): string {
  const { service, placeId, startOn, endOn, visits, pets } = booking
  const days = isStay(service)
    ? { start: startOn, end: endOn }
    : { days: [...new Set(visits.map(({ on }) => on))].join(',') }
  return paths.sitters({
    service,
    place: placeId ?? undefined,
    ...(withDays && days),
    pets: pets.map(({ species, weightKg }) => [species, weightKg].filter(Boolean).join(':')).join(','),
  })
}

/** The same sitter with the same care and pets; the days are to be chosen. A friend is asked in the circle. */
export const bookAgainPath = ({ sitter, service, pets, circle }: Booking): string =>
  circle ? paths.circle() : paths.sitter(sitter.id, { service, petIds: pets.map(({ id }) => id).join(',') })

/** True for an owner who was left without a sitter: free sitters can be asked from the booking's page. */
export const isLeftAlone = ({ role, status, cancelledBy, datesOpen }: Booking): boolean =>
  role === 'owner' &&
  !datesOpen &&
  (status === 'declined' || status === 'expired' || cancelledBy === 'sitter')
