import type { FastifyPluginCallback } from 'fastify'
import type { Deps } from '#server/kernel/deps.ts'
import type { Stripe } from '#server/kernel/outside/stripe.ts'
import { receiveEvent } from '#server/payments/event-commands.ts'

/** Receives Stripe's webhooks. The signature covers the raw bytes, so the body must not be parsed as JSON first. */
export const webhookPlugin =
  (deps: Deps, stripe: Stripe): FastifyPluginCallback =>
  (app, _, done) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body))
    app.post('/v1/webhooks/stripe', { config: { lane: 'writes' } }, async (request, reply) => {
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      await receiveEvent(deps, stripe, bytes, String(request.headers['stripe-signature'] ?? ''))
      return reply.header('cache-control', 'no-store').send({ received: true })
    })
    done()
  }
