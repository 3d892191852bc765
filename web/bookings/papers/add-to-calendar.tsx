import { Icon } from '#web/ui/icon.tsx'
import type { Booking } from '#contract/bookings/bookings.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { saveFile } from '#web/bookings/papers/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'

/** Downloads the booking as an iCalendar file. */
export function AddToCalendar({ booking }: { booking: Booking }) {
  const { pending, errors, attempt, run } = useSaving()
  const read = () => api('GET /v1/bookings/:bookingId/calendar.ics', { params: { bookingId: booking.id } })
  return (
    <div className="grid gap-3 print:hidden">
      <Button
        kind="quiet"
        icon={<Icon name="calendar-plus" size={18} />}
        className="justify-self-start"
        pending={pending && 'Making the file…'}
        onClick={() => void run(() => saveFile(read, `booking-${booking.number}.ics`, 'text/calendar'))}
      >
        Add to calendar
      </Button>
      <ErrorSummary errors={errors} attempt={attempt} title="The file could not be created" />
    </div>
  )
}
