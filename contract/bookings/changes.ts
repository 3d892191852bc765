import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/values.ts'
import { ChangePreview } from './bookings.ts'
import { changeRuleProblems, changeShape } from './parts.ts'

export const calculateChange = endpoint({
  method: 'POST',
  path: '/v1/bookings/:bookingId/changes/calculate-cost',
  access: 'account',
  summary: 'Preview a change to a booking, priced at the agreed rates and policy (owner or sitter)',
  params: z.object({ bookingId: Id }),
  body: z.strictObject(changeShape),
  response: ChangePreview,
  problems: [
    'booking-not-found',
    'booking-action-not-allowed',
    'change-refused',
    'capacity-full',
    ...changeRuleProblems,
  ],
})
