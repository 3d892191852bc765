import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { SitterCard } from '#contract/search/search.ts'
import { Id } from '#contract/values.ts'
import { Quote } from './bookings.ts'

export const listAlternatives = endpoint({
  method: 'GET',
  path: '/v1/bookings/:bookingId/alternatives',
  access: 'account',
  summary:
    'List up to three available sitters, each with a quote, for your declined, expired or sitter-cancelled booking',
  params: z.object({ bookingId: Id }),
  response: z.object({ items: z.array(z.object({ sitter: SitterCard, quote: Quote })).max(3) }),
  problems: ['booking-not-found'],
})

export type Alternatives = z.infer<(typeof listAlternatives)['response']>
