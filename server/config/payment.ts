import type { StripeOptions } from '#server/kernel/outside/stripe.ts'

type Values = {
  PAYMENTS: 'manual' | 'stripe'
  STRIPE_SECRET_KEY?: string | undefined
  STRIPE_PUBLISHABLE_KEY?: string | undefined
  STRIPE_WEBHOOK_SECRET?: string | undefined
  STRIPE_API_URL: string
  STRIPE_SCRIPT_URL: string
}

const stripeNeeds = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const

export function paymentMistakes(values: Values): string[] {
  if (values.PAYMENTS === 'manual')
    return stripeNeeds
      .filter((name) => values[name])
      .map((name) => `${name}: Set PAYMENTS=stripe too, or leave it out.`)
  const missing = stripeNeeds
    .filter((name) => !values[name])
    .map((name) => `${name}: Copy it from Stripe’s dashboard.`)
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = values
  const isMixed = secret && publishable && secret.includes('_test_') !== publishable.includes('_test_')
  return isMixed
    ? [...missing, 'STRIPE_PUBLISHABLE_KEY: Take both keys from the same mode, test or live.']
    : missing
}

export const stripeOf = (values: Values): StripeOptions => ({
  secretKey: values.STRIPE_SECRET_KEY!,
  publishableKey: values.STRIPE_PUBLISHABLE_KEY!,
  webhookSecret: values.STRIPE_WEBHOOK_SECRET!,
  apiUrl: values.STRIPE_API_URL,
  scriptUrl: values.STRIPE_SCRIPT_URL,
})
