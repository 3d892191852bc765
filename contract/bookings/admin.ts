import { z } from 'zod'
import { bookingStatuses } from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Amount, Day, Instant, line, page, PageQuery } from '#contract/values.ts'
import { BookingLine } from './case-desk.ts'

export const AdminBookingSummary = BookingLine.extend({ total: Amount, createdAt: Instant })

export const listAdminBookings = endpoint({
  method: 'GET',
  path: '/v1/admin/bookings',
  access: 'bookings.read',
  summary: 'List all bookings, newest first, filtered by number, person, status or days (operators)',
  query: PageQuery.extend({
    /** The number or id of a booking, or part of the name or e-mail address of one of its people. */
    q: line(100).optional(),
    status: z.enum(bookingStatuses).optional(),
    /** Bookings with a day in this range, both ends included. */
    from: Day.optional(),
    to: Day.optional(),
  }).superRefine(({ from, to }, issues) => {
    if (from && to && to < from)
      issues.addIssue({ code: 'custom', path: ['to'], message: 'The last day comes before the first' })
  }),
  response: page(AdminBookingSummary),
  problems: ['cursor-invalid'],
})

export type AdminBookingSummary = z.infer<typeof AdminBookingSummary>
