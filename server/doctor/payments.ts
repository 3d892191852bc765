import { z } from 'zod'
import type { WithSettings } from '#server/doctor/check.ts'
import { fault, type Finding, notConfigured, ok, warning } from '#server/doctor/finding.ts'
import { messageOf } from '#server/kernel/error-facts.ts'
import { openStripe, type StripeOptions, StripeRefusal } from '#server/kernel/outside/stripe.ts'

const none = notConfigured('PAYMENTS=manual: owners pay sitters directly.')
const isTest = ({ secretKey }: StripeOptions) => secretKey.includes('_test_')

const Balance = z.object({ object: z.literal('balance') })

/** Asks Stripe for something that every key may read, and no money moves. */
export async function payments({ config: { stripe, production } }: WithSettings): Promise<Finding> {
  if (!stripe) return none
  try {
    await openStripe(stripe).read(Balance, 'balance')
  } catch (error) {
    return error instanceof StripeRefusal
      ? fault(`${messageOf(error)}.`, 'Copy STRIPE_SECRET_KEY again from Stripe’s dashboard.')
      : fault(`${messageOf(error)}.`, 'Let this machine reach STRIPE_API_URL on port 443.')
  }
  return isTest(stripe) && production
    ? warning(
        'Stripe accepts the key, in test mode: no money moves.',
        'Use live keys before you open the site.',
      )
    : ok(`Stripe accepts the key, in ${isTest(stripe) ? 'test' : 'live'} mode.`)
}

const Endpoints = z.object({
  data: z.array(z.object({ url: z.string(), status: z.string() })),
})

/** Whether Stripe sends its events here. The secret of the webhook cannot be read, so only an event proves it. */
export async function webhook({ config: { stripe, site } }: WithSettings): Promise<Finding> {
  if (!stripe) return none
  const url = `${site.url}/v1/webhooks/stripe`
  const advice = `Add a webhook for ${url} in Stripe’s dashboard, and copy its secret into STRIPE_WEBHOOK_SECRET.`
  try {
    const { data } = await openStripe(stripe).read(Endpoints, 'webhook_endpoints', { limit: 100 })
    const own = data.filter((one) => one.url === url)
    if (own.length === 0) return fault(`Stripe sends its events to no address like ${url}.`, advice)
    if (!own.some(({ status }) => status === 'enabled'))
      return fault(`The webhook at Stripe is switched off.`, 'Switch it on in Stripe’s dashboard.')
    return ok(`Stripe sends its events to ${url}; send a test event from the dashboard to prove the secret.`)
  } catch (error) {
    return warning(
      `The webhooks could not be listed: ${messageOf(error)}.`,
      'If the key may not list them, look at them in Stripe’s dashboard.',
    )
  }
}
