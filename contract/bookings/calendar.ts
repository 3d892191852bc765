import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Instant } from '#contract/values.ts'

/** The secret address at which an external calendar reads the account's bookings; null if there is none. */
export const CalendarAddress = z.object({
  address: z.string().nullable(),
  madeAt: Instant.nullable(),
  /** Time of the last read, rounded to the hour. */
  readAt: Instant.nullable(),
})

const ofAccount = {
  path: '/v1/accounts/:accountId/calendar-address',
  access: 'account',
  params: z.object({ accountId: Id }),
  response: CalendarAddress,
  problems: ['account-not-found'],
} as const

export const showCalendarAddress = endpoint({
  ...ofAccount,
  method: 'GET',
  summary: 'Get the secret address of your bookings calendar (iCal); null if there is none',
  hiddenFromStaff: true,
})

export const makeCalendarAddress = endpoint({
  ...ofAccount,
  method: 'POST',
  summary: 'Create a new secret address for your bookings calendar (iCal); the previous one stops working',
  body: z.strictObject({}),
})

export const revokeCalendarAddress = endpoint({
  ...ofAccount,
  method: 'DELETE',
  summary:
    'Revoke the secret address of your bookings calendar, which stops working at once; succeeds if there is none',
})

export const downloadBookingCalendar = endpoint({
  method: 'GET',
  path: '/v1/bookings/:bookingId/calendar.ics',
  access: 'account',
  summary: 'Download a booking as a calendar file (iCal), without the home address (owner or sitter)',
  params: z.object({ bookingId: Id }),
  contentType: 'text/calendar; charset=utf-8',
  response: z.string(),
  problems: ['booking-not-found'],
})

export type CalendarAddress = z.infer<typeof CalendarAddress>
