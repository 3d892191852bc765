import { z } from 'zod'
import { policies } from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Amount, Currency, Day } from '#contract/values.ts'
import { RefundStep } from './bookings.ts'

/** The three stay policies (or the rule per unit) applied to an example stay, for the legal page. */
export const showPolicyExample = endpoint({
  method: 'GET',
  path: '/v1/policies/example',
  access: 'public',
  summary:
    'Calculate what each cancellation policy refunds, and until when, at 100.00 per night or visit in the site currency',
  query: z.object({ startOn: Day, endOn: Day, timeZone: z.string().max(60).default('Europe/Lisbon') }),
  response: z.object({
    currency: Currency,
    timeZone: z.string(),
    items: z.array(z.object({ policy: z.enum(policies), total: Amount, steps: z.array(RefundStep) })),
  }),
  problems: ['dates-refused'],
})
