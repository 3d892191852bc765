import { deliveryStates, hookedEvents, testEvent } from '#contract/webhooks/codes.ts'
import type { Webhook, WebhookDelivery } from '#contract/webhooks/webhooks.ts'
import type { DeliveryRow, WebhookRow } from '#server/webhooks/store.ts'

export const viewWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  address: row.address,
  // An event that a later release has dropped is not shown.
  events: hookedEvents.filter((event) => row.events.includes(event)),
  isPaused: row.is_paused,
  failingSince: row.failing_since?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
})

export const viewDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  event: hookedEvents.find((event) => event === row.event) ?? testEvent,
  bookingNumber: row.booking_number,
  body: row.body,
  state: deliveryStates.find((state) => state === row.state)!,
  attempts: row.attempts,
  createdAt: row.created_at.toISOString(),
  triedAt: row.tried_at?.toISOString() ?? null,
  nextAt: row.next_at?.toISOString() ?? null,
  status: row.status,
  tookMs: row.took_ms,
  response: row.response,
  failure: row.failure,
})
