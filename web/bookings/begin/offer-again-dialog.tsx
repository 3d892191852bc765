import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Booking } from '#contract/bookings/bookings.ts'
import { firstName } from '#contract/words.ts'
import { api } from '#web/api.ts'
import { isFinal } from '#web/bookings/begin/attempt.ts'
import { OfferDialog } from '#web/bookings/begin/offer-dialog.tsx'
import type { BookingStep, Moved } from '#web/bookings/life/use-booking.ts'
import { paths } from '#web/paths.ts'
import { loadToast } from '#web/ui/overlay/toast.ts'

/** Lets the sitter offer other dates for the same pets without a request. The offer becomes a booking of its own. */
export default function OfferAgainDialog({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const navigate = useNavigate()
  // An offer repeated because its response was lost keeps its idempotency key.
  const [keys] = useState(() => new Map<string, string>())
  const send = async (step: BookingStep): Promise<Moved> => {
    if (step.event !== 'offer') throw new Error(`${step.event} is not an offer`)
    const { event: _event, ...body } = step
    const meaning = JSON.stringify(body)
    const idempotencyKey = keys.get(meaning) ?? crypto.randomUUID()
    keys.set(meaning, idempotencyKey)
    try {
      const made = await api(
        'POST /v1/bookings/:bookingId/offers',
        { params: { bookingId: booking.id }, body },
        { idempotencyKey },
      )
      const toast = await loadToast()
      toast.success(`Your offer is with ${firstName(booking.owner.name)}`)
      await navigate(paths.booking(made.id))
      return 'done'
    } catch (error) {
      if (isFinal(error)) keys.delete(meaning)
      throw error
    }
  }
  return <OfferDialog again booking={booking} move={send} onClose={onClose} />
}
