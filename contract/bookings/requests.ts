import { z } from 'zod'
import { obstacles } from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Day, Id } from '#contract/values.ts'
import { Booking } from './bookings.ts'

/** What accepting a request does to one day of its service. */
export const RequestDay = z.object({
  on: Day,
  /** Places of the service on this day: pets, visits, or one house. */
  capacity: z.int(),
  /** Places that other bookings have taken. */
  taken: z.int(),
  /** Places that this request would take. */
  wanted: z.int(),
  /** Why the request does not fit on this day; null if it fits. */
  obstacle: z.enum(obstacles).nullable(),
})

export const listRequests = endpoint({
  method: 'GET',
  path: '/v1/accounts/:accountId/requests',
  access: 'account',
  summary:
    'List your open requests and questions as a sitter, soonest deadline first, at most 100, with the places of each day',
  params: z.object({ accountId: Id }),
  response: z.object({
    items: z.array(
      z.object({
        booking: Booking,
        /** Empty for a question without dates, for care by a friend, and for a request whose places are reserved already. */
        days: z.array(RequestDay),
      }),
    ),
  }),
  problems: ['account-not-found'],
})

export type RequestDay = z.infer<typeof RequestDay>
export type SitterRequest = z.infer<(typeof listRequests)['response']>['items'][number]
