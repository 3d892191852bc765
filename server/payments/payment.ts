import type { Account, Intent, Refund, SetupIntent } from '#server/payments/stripe-shapes.ts'

export type PaymentState = 'open' | 'action' | 'failed' | 'stored' | 'authorised' | 'captured' | 'voided'
export type TaskKind =
  | 'capture'
  | 'charge'
  | 'cancel'
  | 'refund'
  | 'transfer'
  | 'reverse'
  | 'answer'
  | 'accept'
export type PaymentWay = 'hold' | 'store'

/** Progress of a payment: it only ever increases, because events may arrive out of order. */
const ranks: Record<PaymentState, number> = {
  open: 0,
  action: 0,
  failed: 0,
  stored: 1,
  authorised: 2,
  voided: 3,
  captured: 4,
}

/** True if the received state differs from the known one and is not older. */
export const isNewerState = (known: PaymentState, received: PaymentState): boolean =>
  known !== received && ranks[received] >= ranks[known]

const intentStates: Record<Exclude<Intent['status'], 'requires_payment_method'>, PaymentState> = {
  requires_confirmation: 'open',
  processing: 'open',
  requires_action: 'action',
  requires_capture: 'authorised',
  succeeded: 'captured',
  canceled: 'voided',
}

export const stateOfIntent = ({ status, last_payment_error: error }: Intent): PaymentState =>
  status === 'requires_payment_method' ? (error ? 'failed' : 'open') : intentStates[status]

/** Returns the card if it may be charged again off-session. */
export const methodOf = ({
  customer,
  payment_method: method,
  setup_future_usage: usage,
}: Intent): string | null => (customer && usage === 'off_session' ? (method ?? null) : null)

/** Returns the code for why a card was declined; null if it was not. */
export const failureOf = ({ last_payment_error: error }: Intent): string | null =>
  error?.decline_code ?? error?.code ?? null

const setupStates: Record<SetupIntent['status'], PaymentState> = {
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  processing: 'open',
  requires_action: 'action',
  succeeded: 'stored',
  canceled: 'voided',
}
export const stateOfSetup = ({ status }: SetupIntent): PaymentState => setupStates[status]

/** Payouts are possible only after Stripe has verified the person and the bank account. */
export const stateOfAccount = (account: Account): 'started' | 'checking' | 'ready' =>
  account.payouts_enabled && account.capabilities?.transfers === 'active'
    ? 'ready'
    : account.details_submitted
      ? 'checking'
      : 'started'

export type TaskOutcome = 'done' | 'pending' | 'refused'
export const outcomeOfRefund = ({ status }: Refund): TaskOutcome =>
  status === 'succeeded' ? 'done' : status === 'failed' || status === 'canceled' ? 'refused' : 'pending'

const authorisedDays = 6

/**
 * A hold on a card lasts about a week. If the sitter's answer may come later, or the money is not taken before a later
 * day, the card is stored and charged then.
 */
export const wayOf = (now: Date, answerUntil: Date | null, chargeAt: Date | null = null): PaymentWay =>
  chargeAt !== null ||
  (answerUntil !== null && answerUntil.getTime() - now.getTime() > authorisedDays * 86_400_000)
    ? 'store'
    : 'hold'

const keyHours = 23

/** Stripe forgets an idempotency key after a day; from then on a retry must use a new one. */
export const isKeyOld = (sentAt: Date | null, now: Date): boolean =>
  sentAt !== null && now.getTime() - sentAt.getTime() > keyHours * 3_600_000
