import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/values.ts'
import * as own from './webhooks.ts'

const change = { access: 'integrations.change', freshSignIn: 'required' } as const
const params = z.object({ webhookId: Id })
const empty = z.strictObject({})

export const listSiteWebhooks = endpoint({
  method: 'GET',
  path: '/v1/admin/webhooks',
  access: 'integrations.read',
  summary: 'List the webhooks of the site, the newest first (staff)',
  response: own.listWebhooks.response,
  problems: [],
})

export const addSiteWebhook = endpoint({
  ...change,
  method: 'POST',
  path: '/v1/admin/webhooks',
  summary: 'Have an address told of the events of all bookings; the secret is in this answer only (staff)',
  status: 201,
  answersSecret: true,
  body: own.addWebhook.body,
  response: own.addWebhook.response,
  problems: ['webhook-refused', 'webhooks-too-many'],
})

export const changeSiteWebhook = endpoint({
  ...change,
  method: 'PUT',
  path: '/v1/admin/webhooks/:webhookId',
  summary:
    'Choose the events of a webhook of the site, and pause or resume it; what happens meanwhile is not sent later (staff)',
  params,
  body: own.changeWebhook.body,
  response: own.Webhook,
  problems: ['webhook-not-found'],
})

export const renewSiteWebhookSecret = endpoint({
  ...change,
  method: 'POST',
  path: '/v1/admin/webhooks/:webhookId/secret',
  summary: 'Give a webhook of the site a new secret; the old one ends at once (staff)',
  answersSecret: true,
  params,
  body: empty,
  response: own.renewWebhookSecret.response,
  problems: ['webhook-not-found'],
})

export const removeSiteWebhook = endpoint({
  ...change,
  method: 'DELETE',
  path: '/v1/admin/webhooks/:webhookId',
  summary: 'Delete a webhook of the site with its log (staff)',
  params,
  response: own.listWebhooks.response,
  problems: ['webhook-not-found'],
})

export const testSiteWebhook = endpoint({
  ...change,
  method: 'POST',
  path: '/v1/admin/webhooks/:webhookId/test',
  summary: 'Send a test message to a webhook of the site (staff)',
  status: 201,
  params,
  body: empty,
  response: own.WebhookDelivery,
  problems: ['webhook-not-found', 'webhook-refused'],
})

export const listSiteWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/v1/admin/webhooks/:webhookId/deliveries',
  access: 'integrations.read',
  summary: 'List the messages of the last 30 days to a webhook of the site, the newest first (staff)',
  params,
  query: own.listWebhookDeliveries.query,
  response: own.listWebhookDeliveries.response,
  problems: ['webhook-not-found', 'cursor-invalid'],
})

export const replaySiteWebhookDelivery = endpoint({
  ...change,
  method: 'POST',
  path: '/v1/admin/webhooks/:webhookId/deliveries/:deliveryId/replay',
  summary: 'Send a message to a webhook of the site again, with the same id (staff)',
  params: own.replayWebhookDelivery.params,
  body: empty,
  response: own.WebhookDelivery,
  problems: ['webhook-not-found', 'webhook-refused'],
})
