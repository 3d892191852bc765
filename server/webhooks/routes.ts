import * as contract from '#contract/webhooks/webhooks.ts'
import { route } from '#server/kernel/http/http.ts'
import {
  addWebhook,
  changeWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  renewSecret,
  replayDelivery,
  sendTest,
} from '#server/webhooks/commands.ts'

export const webhookRoutes = [
  route(contract.listWebhooks, ({ deps, viewer }) => listWebhooks(deps, viewer)),
  route(contract.addWebhook, ({ deps, viewer, body }) => addWebhook(deps, viewer, body)),
  route(contract.changeWebhook, ({ deps, viewer, params, body }) =>
    changeWebhook(deps, viewer, params.webhookId, body),
  ),
  route(contract.renewWebhookSecret, ({ deps, viewer, params }) =>
    renewSecret(deps, viewer, params.webhookId),
  ),
  route(contract.removeWebhook, ({ deps, viewer, params }) => removeWebhook(deps, viewer, params.webhookId)),
  route(contract.testWebhook, ({ deps, viewer, params }) => sendTest(deps, viewer, params.webhookId)),
  route(contract.listWebhookDeliveries, ({ deps, viewer, params, query }) =>
    listDeliveries(deps, viewer, params.webhookId, query),
  ),
  route(contract.replayWebhookDelivery, ({ deps, viewer, params }) => replayDelivery(deps, viewer, params)),
]
