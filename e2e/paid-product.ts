import { test as base } from '@playwright/test'
import { startStripePeer, type StripePeer, stripeKeys } from '#test/stripe-peer.ts'
import { openProduct } from './product.ts'

/** Tests with their own product that takes cards, with fakes for Stripe and Stripe.js. */
export const test = base.extend<object, { site: { url: string; peer: StripePeer } }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const peer = await startStripePeer()
      const product = await openProduct({
        DEMO: 'off',
        PAYMENTS: 'stripe',
        STRIPE_SECRET_KEY: stripeKeys.secretKey,
        STRIPE_PUBLISHABLE_KEY: stripeKeys.publishableKey,
        STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
        STRIPE_API_URL: peer.url,
        STRIPE_SCRIPT_URL: peer.options.scriptUrl,
      })
      const { BASE_URL, DATABASE_URL } = process.env
      Object.assign(process.env, { BASE_URL: product.url, DATABASE_URL: product.databaseUrl })
      await use({ url: product.url, peer })
      Object.assign(process.env, { BASE_URL, DATABASE_URL })
      await product.close()
      await peer.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: ({ site }, use) => use(site.url),
})
