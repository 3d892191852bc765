import type { Booking } from '#contract/bookings/bookings.ts'
import type { BookingInUse } from '#web/bookings/life/use-booking.ts'

export type StartDialogProps = { booking: Booking; move: BookingInUse['move']; onClose: () => void }
