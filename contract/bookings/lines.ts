import { z } from 'zod'
import { bookingStatuses, parties, services } from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Day, Id, line } from '#contract/values.ts'

/** One of the viewer's bookings in short, to be found by name. */
export const OwnBookingLine = z.object({
  id: Id,
  number: z.string(),
  /** The viewer's side. */
  role: z.enum(parties),
  service: z.enum(services),
  status: z.enum(bookingStatuses),
  startOn: Day,
  endOn: Day,
  /** A question without dates: the days above are only those of its example price. */
  datesOpen: z.boolean(),
  other: z.object({ accountId: Id, name: z.string() }),
  petNames: z.array(z.string()),
})

export const listBookingLines = endpoint({
  method: 'GET',
  path: '/v1/accounts/:accountId/booking-lines',
  access: 'account',
  summary: 'List your bookings in short as owner or sitter, latest days first, at most 100',
  params: z.object({ accountId: Id }),
  query: z.object({
    /** Words that all occur in the name of the other person, the names of the pets or the number, without accents. */
    q: line(100).optional(),
  }),
  response: z.object({
    items: z.array(OwnBookingLine),
    /** False if there are more bookings than these. */
    isComplete: z.boolean(),
  }),
  problems: ['account-not-found'],
})

export type OwnBookingLine = z.infer<typeof OwnBookingLine>
