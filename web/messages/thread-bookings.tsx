import { useState } from 'react'
import type { Booking } from '#contract/bookings/bookings.ts'
import { BookingStrip, ReadBooking } from '#web/bookings/booking-strip.tsx'

type ThreadBookingsProps = {
  ids: readonly string[]
  /** The latest, as read with the conversation. */
  loaded: Booking | null
}

/** The conversation's current bookings, each with the viewer's actions. */
export function ThreadBookings({ ids, loaded }: ThreadBookingsProps) {
  const [first, ...others] = ids
  const [isWhole, setWhole] = useState(false)
  if (!first) return null
  return (
    <div className="min-h-28 shrink not-low:max-h-[45%] not-low:overflow-y-auto border-b border-line bg-paper px-4 py-3">
      <ul aria-label="Bookings" className="grid gap-3">
        {(isWhole ? ids : [first]).map((id) => (
          <li key={id}>{loaded?.id === id ? <BookingStrip loaded={loaded} /> : <ReadBooking id={id} />}</li>
        ))}
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
