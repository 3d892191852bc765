import type { DeliveryState, HookedEvent, testEvent } from '#contract/webhooks/codes.ts'
import type { WebhookDelivery } from '#contract/webhooks/webhooks.ts'

export const eventWords: Record<HookedEvent | typeof testEvent, string> = {
  inquire: 'A question is asked',
  request: 'A booking is requested',
  instant_book: 'A booking is made at once',
  offer: 'The sitter offers something else',
  accept: 'The sitter accepts',
  accept_offer: 'The owner accepts the offer',
  decline: 'The sitter declines',
  withdraw: 'The owner withdraws the request',
  expire: 'A request expires',
  pay: 'The booking is paid',
  payment_expired: 'The time to pay runs out',
  cancel: 'The owner cancels',
  end_early: 'A stay ends early',
  cancel_by_sitter: 'The sitter cancels',
  cancel_by_operator: 'The site cancels',
  propose_change: 'A change is proposed',
  accept_change: 'A change is accepted',
  decline_change: 'A change is declined',
  withdraw_change: 'A change is withdrawn',
  expire_change: 'A change expires',
  check_in: 'The sitter checks in',
  auto_start: 'A booking begins without a check-in',
  check_out: 'The sitter checks out',
  auto_complete: 'A booking ends without a check-out',
  close: 'A booking is closed',
  test: 'Test message',
}

export const stateWords: Record<DeliveryState, { label: string; tone: 'gold' | 'green' | 'rust' }> = {
  waiting: { label: 'On its way', tone: 'gold' },
  delivered: { label: 'Delivered', tone: 'green' },
  failed: { label: 'Failed', tone: 'rust' },
}

const failures: Record<string, string> = {
  address: 'The address does not lead to a public server.',
  secret: 'The secret cannot be read any more. Make a new one.',
  time: 'It took longer than ten seconds.',
  unreachable: 'The server could not be reached.',
}

/** What came of the last attempt, in a sentence. */
export function outcomeWords({ status, tookMs, failure }: WebhookDelivery): string {
  if (status !== null) return `It answered ${status} after ${tookMs ?? 0} ms.`
  return failure === null ? 'It has not been sent yet.' : (failures[failure] ?? 'It could not be sent.')
}
