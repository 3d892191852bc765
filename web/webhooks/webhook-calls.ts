import type { HookedEvent } from '#contract/webhooks/codes.ts'
import type { Webhook, WebhookDelivery } from '#contract/webhooks/webhooks.ts'
import { api } from '#web/api.ts'

type WithSecret = { webhook: Webhook; secret: string }

/** The calls about the webhooks of a list, which are those of a person or those of the site. */
export type WebhookCalls = {
  add: (body: { address: string; events: HookedEvent[] }) => Promise<WithSecret>
  change: (webhookId: string, body: { events: HookedEvent[]; isPaused: boolean }) => Promise<Webhook>
  renew: (webhookId: string) => Promise<WithSecret>
  remove: (webhookId: string) => Promise<{ items: Webhook[] }>
  test: (webhookId: string) => Promise<unknown>
  deliveries: (webhookId: string, limit: number) => Promise<{ items: WebhookDelivery[] }>
  replay: (webhookId: string, deliveryId: string) => Promise<unknown>
}

export const ownWebhooks: WebhookCalls = {
  add: (body) => api('POST /v1/webhooks', { body }),
  change: (webhookId, body) => api('PUT /v1/webhooks/:webhookId', { params: { webhookId }, body }),
  renew: (webhookId) => api('POST /v1/webhooks/:webhookId/secret', { params: { webhookId }, body: {} }),
  remove: (webhookId) => api('DELETE /v1/webhooks/:webhookId', { params: { webhookId } }),
  test: (webhookId) => api('POST /v1/webhooks/:webhookId/test', { params: { webhookId }, body: {} }),
  deliveries: (webhookId, limit) =>
    api('GET /v1/webhooks/:webhookId/deliveries', { params: { webhookId }, query: { limit } }),
  replay: (webhookId, deliveryId) =>
    api('POST /v1/webhooks/:webhookId/deliveries/:deliveryId/replay', {
      params: { webhookId, deliveryId },
      body: {},
    }),
}
