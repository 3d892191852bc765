import type { HookedEvent, testEvent } from '#contract/webhooks/codes.ts'
import type { WebhookMessage } from '#contract/webhooks/webhooks.ts'

/** The booking that a message names; its details are read on the API, which shows each person their own view. */
export type NamedBooking = { id: string; number: string; status: string }

export const messageOf = (
  { id, at, bookingsUrl }: { id: string; at: Date; bookingsUrl: string },
  event: HookedEvent | typeof testEvent,
  booking: NamedBooking | null,
): WebhookMessage => ({
  id,
  type: booking ? `booking.${event}` : event,
  timestamp: at.toISOString(),
  version: 1,
  data: {
    bookingId: booking && booking.id,
    bookingNumber: booking && booking.number,
    status: booking && booking.status,
    url: booking && `${bookingsUrl}/${booking.id}`,
  },
})
