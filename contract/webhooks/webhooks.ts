import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Instant, line, page, PageQuery } from '#contract/values.ts'
import { deliveryStates, hookedEvents, testEvent } from './codes.ts'

const isUnique = (all: readonly string[]) => new Set(all).size === all.length
const Events = z
  .array(z.enum(hookedEvents))
  .min(1, 'Choose at least one event')
  .refine(isUnique, 'Name each event once')

/** An address that is told of the events of a person's bookings. Its secret is shown once. */
export const Webhook = z.object({
  id: Id,
  address: z.string(),
  events: z.array(z.enum(hookedEvents)),
  isPaused: z.boolean(),
  /** The first of the failures since the last success. */
  failingSince: Instant.nullable(),
  createdAt: Instant,
})

/** A message to a webhook. Its id is the header `webhook-id`, and stays the same however often it is sent. */
export const WebhookDelivery = z.object({
  id: Id,
  event: z.enum([...hookedEvents, testEvent]),
  bookingNumber: z.string().nullable(),
  body: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  createdAt: Instant,
  triedAt: Instant.nullable(),
  nextAt: Instant.nullable(),
  /** What the address answered last: the HTTP status, how long it took, and the beginning of the response. */
  status: z.int().nullable(),
  tookMs: z.int().nullable(),
  response: z.string().nullable(),
  /** Why no response arrived. */
  failure: z.string().nullable(),
})

/** What a webhook receives. It names the booking; who wants more asks the API with a key. */
export const WebhookMessage = z.object({
  id: Id,
  type: z.string(),
  timestamp: Instant,
  version: z.literal(1),
  data: z.object({
    bookingId: Id.nullable(),
    bookingNumber: z.string().nullable(),
    status: z.string().nullable(),
    /** The address of the booking on the API. */
    url: z.string().nullable(),
  }),
})

const ofAll = { path: '/v1/webhooks', access: 'account' } as const
const ofOne = {
  path: '/v1/webhooks/:webhookId',
  access: 'account',
  params: z.object({ webhookId: Id }),
} as const
const ofDelivery = {
  path: '/v1/webhooks/:webhookId/deliveries/:deliveryId/replay',
  access: 'account',
  params: z.object({ webhookId: Id, deliveryId: Id }),
} as const
const WithSecret = z.object({ webhook: Webhook, secret: z.string() })

export const listWebhooks = endpoint({
  ...ofAll,
  method: 'GET',
  summary: 'List your webhooks, the newest first',
  hiddenFromStaff: true,
  response: z.object({ items: z.array(Webhook) }),
  problems: [],
})

export const addWebhook = endpoint({
  ...ofAll,
  method: 'POST',
  summary: 'Have an address told of the events of your bookings; the secret is in this answer only',
  status: 201,
  freshSignIn: 'required',
  answersSecret: true,
  body: z.strictObject({ address: line(2000, 1), events: Events }),
  response: WithSecret,
  problems: ['webhook-refused', 'webhooks-too-many'],
})

export const changeWebhook = endpoint({
  ...ofOne,
  method: 'PUT',
  summary:
    'Choose the events of your webhook, and pause or resume it; what happens meanwhile is not sent later',
  body: z.strictObject({ events: Events, isPaused: z.boolean() }),
  response: Webhook,
  problems: ['webhook-not-found'],
})

export const renewWebhookSecret = endpoint({
  ...ofOne,
  path: '/v1/webhooks/:webhookId/secret',
  method: 'POST',
  summary: 'Give your webhook a new secret; the old one ends at once',
  freshSignIn: 'required',
  answersSecret: true,
  body: z.strictObject({}),
  response: WithSecret,
  problems: ['webhook-not-found'],
})

export const removeWebhook = endpoint({
  ...ofOne,
  method: 'DELETE',
  summary: 'Delete your webhook with its log',
  response: z.object({ items: z.array(Webhook) }),
  problems: ['webhook-not-found'],
})

export const testWebhook = endpoint({
  ...ofOne,
  path: '/v1/webhooks/:webhookId/test',
  method: 'POST',
  summary: 'Send a test message to your webhook',
  status: 201,
  body: z.strictObject({}),
  response: WebhookDelivery,
  problems: ['webhook-not-found', 'webhook-refused'],
})

export const listWebhookDeliveries = endpoint({
  ...ofOne,
  path: '/v1/webhooks/:webhookId/deliveries',
  method: 'GET',
  summary: 'List the messages of the last 30 days to your webhook, the newest first',
  hiddenFromStaff: true,
  query: PageQuery,
  response: page(WebhookDelivery),
  problems: ['webhook-not-found', 'cursor-invalid'],
})

export const replayWebhookDelivery = endpoint({
  ...ofDelivery,
  method: 'POST',
  summary: 'Send a message to your webhook again, with the same id',
  body: z.strictObject({}),
  response: WebhookDelivery,
  problems: ['webhook-not-found', 'webhook-refused'],
})

export type Webhook = z.infer<typeof Webhook>
export type WebhookDelivery = z.infer<typeof WebhookDelivery>
export type WebhookMessage = z.infer<typeof WebhookMessage>
