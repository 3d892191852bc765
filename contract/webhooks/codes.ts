/** Codes of webhooks, without zod so that the browser may import them. */
import type { BookingBeginning, BookingEvent, OperatorEvent, SystemEvent } from '#contract/codes.ts'

/** The events of a booking that a webhook can be told of; each is in the booking's history, too. */
export const hookedEvents = [
  'inquire',
  'request',
  'instant_book',
  'offer',
  'accept',
  'accept_offer',
  'decline',
  'withdraw',
  'expire',
  'pay',
  'payment_expired',
  'cancel',
  'end_early',
  'cancel_by_sitter',
  'cancel_by_operator',
  'propose_change',
  'accept_change',
  'decline_change',
  'withdraw_change',
  'expire_change',
  'check_in',
  'auto_start',
  'check_out',
  'auto_complete',
  'close',
] as const satisfies readonly (BookingBeginning | BookingEvent | OperatorEvent | SystemEvent)[]
export type HookedEvent = (typeof hookedEvents)[number]

/** Sent by a button, to try an address. */
export const testEvent = 'test'
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const maxWebhooks = 5
/** Messages that a person may have sent by hand to one webhook within an hour: tests and replays. */
export const maxByHand = 20
/** Days after which a message is deleted from the log. */
export const deliveryDays = 30
/** Days without a success after which a webhook is paused. */
export const failingDays = 5
/** The first bytes of a response that are stored. */
export const responseBytes = 1024
