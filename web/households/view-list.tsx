import { Link } from 'react-router'
import type { HouseholdView } from '#contract/households/households.ts'
import { formatZone } from '#contract/words.ts'
import { useShownZone } from '#web/bookings/life/shown-zone.ts'
import { formatInstant } from '#web/format.ts'
import { fieldsInWords } from '#web/households/household-words.ts'
import { paths } from '#web/paths.ts'

/** Who viewed which details, and when. */
export function ViewList({ views }: { views: readonly HouseholdView[] }) {
  const zone = useShownZone()
  if (views.length === 0) return <p className="text-ink-2">Nobody has looked yet.</p>
  return (
    <>
      <ul aria-label="Views" className="grid gap-3">
        {views.map(({ id, viewerName, at, fields, bookingId, bookingNumber }) => (
          <li key={id} className="grid gap-0.5">
            <p>
              <span className="font-semibold">{viewerName}</span> looked on {formatInstant(at, zone)}
            </p>
            <p className="text-sm text-ink-2">
              {fieldsInWords(fields)} ·{' '}
              <Link to={paths.booking(bookingId)} className="link">
                Booking {bookingNumber}
              </Link>
            </p>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink-2">Times are {formatZone(zone)} time.</p>
    </>
  )
}
