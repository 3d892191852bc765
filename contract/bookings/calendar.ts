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
  summary: 'The secret address of one’s bookings for calendars elsewhere',
})

export const makeCalendarAddress = endpoint({
  ...ofAccount,
  method: 'POST',
  summary: 'A new secret address; the one before stops working',
  body: z.strictObject({}),
})

export const revokeCalendarAddress = endpoint({
  ...ofAccount,
  method: 'DELETE',
  summary: 'Take the secret address back; whoever reads it gets nothing from then on',
})

export const downloadBookingCalendar = endpoint({
  method: 'GET',
  path: '/v1/bookings/:bookingId/calendar.ics',
  access: 'account',
  summary: 'The booking as a file for a calendar; without the address',
  params: z.object({ bookingId: Id }),
  contentType: 'text/calendar; charset=utf-8',
  response: z.string(),
  problems: ['booking-not-found'],
})

export type CalendarAddress = z.infer<typeof CalendarAddress>
