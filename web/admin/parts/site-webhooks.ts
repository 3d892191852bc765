import { api } from '#web/api.ts'
import type { WebhookCalls } from '#web/webhooks/webhook-calls.ts'

export const siteWebhooks: WebhookCalls = {
  add: (body) => api('POST /v1/admin/webhooks', { body }),
  change: (webhookId, body) => api('PUT /v1/admin/webhooks/:webhookId', { params: { webhookId }, body }),
  renew: (webhookId) => api('POST /v1/admin/webhooks/:webhookId/secret', { params: { webhookId }, body: {} }),
  remove: (webhookId) => api('DELETE /v1/admin/webhooks/:webhookId', { params: { webhookId } }),
  test: (webhookId) => api('POST /v1/admin/webhooks/:webhookId/test', { params: { webhookId }, body: {} }),
  deliveries: (webhookId, limit) =>
    api('GET /v1/admin/webhooks/:webhookId/deliveries', { params: { webhookId }, query: { limit } }),
  replay: (webhookId, deliveryId) =>
    api('POST /v1/admin/webhooks/:webhookId/deliveries/:deliveryId/replay', {
      params: { webhookId, deliveryId },
      body: {},
    }),
}
