import * as desk from '#contract/webhooks/desk.ts'
import * as contract from '#contract/webhooks/webhooks.ts'
import { route } from '#server/kernel/http/http.ts'
import {
  addWebhook,
  changeWebhook,
  listDeliveries,
  listWebhooks,
  ofSite,
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
  route(desk.listSiteWebhooks, ({ deps }) => listWebhooks(deps, ofSite)),
  route(desk.addSiteWebhook, async ({ deps, body, concern }) => {
    const added = await addWebhook(deps, ofSite, body)
    concern(added.webhook.id)
    return added
  }),
  route(desk.changeSiteWebhook, ({ deps, params, body }) =>
    changeWebhook(deps, ofSite, params.webhookId, body),
  ),
  route(desk.renewSiteWebhookSecret, ({ deps, params }) => renewSecret(deps, ofSite, params.webhookId)),
  route(desk.removeSiteWebhook, ({ deps, params }) => removeWebhook(deps, ofSite, params.webhookId)),
  route(desk.testSiteWebhook, ({ deps, params }) => sendTest(deps, ofSite, params.webhookId)),
  route(desk.listSiteWebhookDeliveries, ({ deps, params, query }) =>
    listDeliveries(deps, ofSite, params.webhookId, query),
  ),
  route(desk.replaySiteWebhookDelivery, ({ deps, params }) => replayDelivery(deps, ofSite, params)),
]
