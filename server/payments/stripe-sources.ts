import type { StripeOptions } from '#server/kernel/outside/stripe.ts'

const originOf = (url: string) => new URL(url).origin

/** Returns the CSP sources for pages that take cards: Stripe.js, its frames and its API. */
export function stripeSources({
  scriptUrl,
  apiUrl,
}: Pick<StripeOptions, 'scriptUrl' | 'apiUrl'>): Record<string, string[]> {
  const script = originOf(scriptUrl)
  return {
    'script-src': [script, 'https://*.js.stripe.com'],
    'connect-src': [originOf(apiUrl)],
    'frame-src': [script, 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  }
}
