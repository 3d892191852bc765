import { ReadBooking } from '#web/bookings/booking-strip.tsx'

export type AnswerPanelProps = {
  /** Of the booking or conversation. */
  id: string
  onAnswered: () => void
}

/** The booking of a notice, with the viewer's actions. */
export default function AnswerBooking({ id, onAnswered }: AnswerPanelProps) {
  return <ReadBooking id={id} onMoved={onAnswered} />
}
