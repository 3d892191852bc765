import { z } from 'zod'
import { bookingStatuses } from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { bookingSorts } from '#contract/staff/codes.ts'
import { Amount, Day, Instant, line, page, PageQuery } from '#contract/values.ts'
import { BookingLine } from './case-desk.ts'

export const AdminBookingSummary = BookingLine.extend({ total: Amount, createdAt: Instant })

const filter = {
  /** The number or id of a booking, or part of the name or e-mail address of one of its people. */
  q: line(100).optional(),
  status: z.enum(bookingStatuses).optional(),
  /** Bookings with a day in this range, both ends included. */
  from: Day.optional(),
  to: Day.optional(),
  sort: z.enum(bookingSorts).default('-createdAt'),
}

function daysInOrder(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  issues: z.RefinementCtx,
) {
  if (from && to && to < from)
    issues.addIssue({ code: 'custom', path: ['to'], message: 'The last day comes before the first' })
}

export const listAdminBookings = endpoint({
  method: 'GET',
  path: '/v1/admin/bookings',
  access: 'bookings.read',
  summary: 'List all bookings, filtered by number, person, status or days (operators)',
  query: PageQuery.extend(filter).superRefine(daysInOrder),
  response: page(AdminBookingSummary),
  problems: ['cursor-invalid'],
})

export const exportAdminBookings = endpoint({
  method: 'GET',
  path: '/v1/admin/bookings.csv',
  access: 'bookings.read',
  summary: 'Export bookings as CSV, at most 10,000 (operators)',
  query: z.object(filter).superRefine(daysInOrder),
  response: z.string(),
  contentType: 'text/csv; charset=utf-8',
  problems: [],
})

export type AdminBookingSummary = z.infer<typeof AdminBookingSummary>
