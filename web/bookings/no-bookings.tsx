import { Link } from 'react-router'
import type { BookingScope, Party } from '#contract/codes.ts'
import { paths } from '#web/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

const emptyWords: Record<BookingScope, Record<Party, string>> = {
  requests: {
    owner: 'No request is waiting for an answer. Find somebody you like and ask for your dates.',
    sitter: 'No request is waiting for you. An up-to-date calendar brings more of them.',
  },
  upcoming: {
    owner: 'Nothing is booked yet. Sitters near you are only a search away.',
    sitter: 'Nothing is booked yet. Once you accept a request, you see it here.',
  },
  past: {
    owner: 'Past bookings are listed here, with their prices and reviews.',
    sitter: 'Past bookings are listed here, with what you received.',
  },
}

type NoBookingsProps = { role: Party | undefined; scope: BookingScope; sitterId: string | null }

/** Stands in place of an empty list of bookings. */
export default function NoBookings({ role, scope, sitterId }: NoBookingsProps) {
  const toCalendar = role === 'sitter' && sitterId
  return (
    <EmptyState
      action={
        <Link
          to={toCalendar ? paths.ownSitter(sitterId, 'calendar') : paths.sitters()}
          className={buttonStyle({ kind: 'primary' })}
        >
          {toCalendar ? 'Look at your calendar' : 'Find a sitter'}
        </Link>
      }
    >
      {emptyWords[scope][role ?? 'owner']}
    </EmptyState>
  )
}
