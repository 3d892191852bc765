import { api } from '#web/api.ts'
import { BookingStrip } from '#web/bookings/booking-strip.tsx'
import { LoadedHere } from '#web/notices/parts/loaded-here.tsx'

const load = (id: string) => api('GET /v1/bookings/:bookingId', { params: { bookingId: id } })

export type AnswerPanelProps = {
  /** Of the booking or conversation. */
  id: string
  onAnswered: () => void
}

/** The booking of a notice, with the viewer's actions. */
export default function AnswerBooking({ id, onAnswered }: AnswerPanelProps) {
  return (
    <LoadedHere {...{ id, load }}>
      {(loaded) => <BookingStrip loaded={loaded} onMoved={onAnswered} />}
    </LoadedHere>
  )
}
