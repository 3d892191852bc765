import type { showPolicyExample } from '#contract/bookings/policies.ts'
import { policies, type Policy } from '#contract/codes.ts'
import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import type { Settings } from '#contract/settings.ts'
import { Rates } from '#contract/sitters/sitters.ts'
import { type Plan, planBooking } from '#server/bookings/money/plan.ts'
import { nightsOf, priceBooking } from '#server/bookings/money/price.ts'
import { refundableOf, refundSchedule } from '#server/bookings/money/refund.ts'
import { problemOf } from '#server/bookings/quote/draft-commands.ts'
import { daysFrom } from '#server/kernel/day.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { pricingSettings } from '#server/settings/commands.ts'

type Example = HandlerInput<typeof showPolicyExample>['query']

const rates = Rates.parse({ base: 100_00 })
const pet = { id: 'pet-1', species: 'dog', birthOn: null } as const

/**
 * Computes an example for each policy with the code that refunds bookings. The policy per unit shows one visit a day
 * instead of the nights.
 */
export async function showPolicies(
  deps: Deps,
  example: Example,
): Promise<EndpointResponse<typeof showPolicyExample>> {
  const { settings } = await pricingSettings(deps)
  refuseUnknownZone(example.timeZone)
  const items = policyExamples(example, settings, deps.now())
  return { currency: settings.currency, timeZone: example.timeZone, items }
}

/** The example under each policy with these settings, which need not be in force. */
export function policyExamples(
  example: Example,
  settings: Settings,
  now: Date,
): EndpointResponse<typeof showPolicyExample>['items'] {
  const itemOf = (policy: Policy) => {
    const plan = planOf(example, policy, settings, now)
    const price = priceBooking({
      service: plan.service,
      rates,
      pets: [pet],
      units: plan.units,
      addOns: [],
      holidays: [],
      pair: { repeat: false, invited: false },
      settings,
    })
    const refundable = refundableOf(plan, price, {
      policy,
      terms: settings.policy,
      confirmedAt: null,
      checkedInAt: null,
    })
    return { policy, total: price.total, steps: refundSchedule(refundable, now) }
  }
  return policies.map(itemOf)
}

function planOf({ startOn, endOn, timeZone }: Example, policy: Policy, settings: Settings, now: Date): Plan {
  const nights = Math.min(Math.max(nightsOf(startOn, endOn), 0), settings.visit.maxPerBooking)
  const draft =
    policy === 'per_unit_24h'
      ? { service: 'drop_in' as const, visits: daysFrom(startOn, nights).map((on) => ({ on })) }
      : { service: 'boarding' as const, startOn, endOn }
  const planned = planBooking(draft, { timeZone, now, noticeHours: 0, rates, settings })
  if ('plan' in planned) return planned.plan
  throw problemOf({ ...planned.refusal, problem: 'dates-refused' })
}

function refuseUnknownZone(timeZone: string): void {
  try {
    Intl.DateTimeFormat('en-GB', { timeZone })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new Problem('request-invalid', {
      detail: 'Correct the fields named in "errors" and send it again.',
      errors: [{ path: 'timeZone', message: 'Write a time zone like Europe/Lisbon' }],
    })
  }
}
