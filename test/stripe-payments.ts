import { randomBytes } from 'node:crypto'
import { isDisputed, lostOf, openDispute } from '#test/stripe-disputes.ts'
import {
  type Act,
  amountOf,
  create,
  get,
  requireParams,
  newId,
  type Peer,
  PeerError,
  put,
  emitEvent,
  type StripeObject,
  invalidRequest,
} from '#test/stripe-objects.ts'

/** The relevant published test cards, with the outcome of a payment by each. */
const cards: Record<string, 'works' | 'declines' | 'asks'> = {
  pm_card_visa: 'works',
  pm_card_chargeDeclined: 'declines',
  pm_card_authenticationRequired: 'asks',
}

const unexpected = (intent: StripeObject) =>
  invalidRequest('payment_intent_unexpected_state', { payment_intent: structuredClone(intent) })

/** The published test card behind a saved payment method. */
const cardOf = (peer: Peer, method: unknown): string =>
  peer.objects.get(String(method))?.card ?? String(method)
/** At the first payment, attaches a card that will be charged again to the customer. */
const savePaymentMethod = (peer: Peer, intent: StripeObject): void => {
  if (intent['setup_future_usage'] !== 'off_session' || peer.objects.has(String(intent['payment_method'])))
    return
  const { customer, payment_method: card } = intent
  const method = put(peer, { id: newId('pm'), object: 'payment_method', card: String(card), customer })
  intent['payment_method'] = method.id
}

const succeed = (peer: Peer, intent: StripeObject, amount: number) => {
  const charge = put(peer, {
    id: newId('ch'),
    object: 'charge',
    amount,
    refunded: 0,
    transferred: 0,
    intent: intent.id,
  })
  Object.assign(intent, { status: 'succeeded', amount_received: amount, latest_charge: charge.id })
  emitEvent(peer, 'payment_intent.succeeded', intent)
  if (cardOf(peer, intent['payment_method']) === 'pm_card_createDispute') openDispute(peer, intent.id)
}
/** The bank has authorised the payment. */
const authorise = (peer: Peer, intent: StripeObject) => {
  intent['last_payment_error'] = null
  savePaymentMethod(peer, intent)
  if (intent['capture_method'] !== 'manual') return succeed(peer, intent, Number(intent['amount']))
  intent.status = 'requires_capture'
  emitEvent(peer, 'payment_intent.amount_capturable_updated', intent)
}
const decline = (peer: Peer, intent: StripeObject, code: string): never => {
  const declined = code === 'card_declined' ? { decline_code: 'generic_decline' } : {}
  Object.assign(intent, { status: 'requires_payment_method', last_payment_error: { code, ...declined } })
  emitEvent(peer, 'payment_intent.payment_failed', intent)
  throw new PeerError(402, {
    type: 'card_error',
    code,
    ...declined,
    payment_intent: structuredClone(intent),
  })
}
export const confirm = (
  peer: Peer,
  intent: StripeObject,
  method: string | undefined,
  offSession: boolean,
): StripeObject => {
  if (!['requires_payment_method', 'requires_action'].includes(intent.status ?? '')) throw unexpected(intent)
  if (offSession && peer.objects.get(method ?? '')?.['customer'] !== intent['customer'])
    throw invalidRequest('payment_method_unexpected_state')
  intent['payment_method'] = method
  const card = cards[cardOf(peer, method)] ?? 'works'
  if (card === 'declines') decline(peer, intent, 'card_declined')
  if (card === 'asks' && offSession) decline(peer, intent, 'authentication_required')
  if (card === 'asks') {
    intent.status = 'requires_action'
    emitEvent(peer, 'payment_intent.requires_action', intent)
  } else authorise(peer, intent)
  return intent
}
/** The person has answered the bank's challenge. */
export const authenticate = (peer: Peer, id: string, isTrue: boolean): void => {
  const intent = get(peer, id, 'payment_intent')
  if (intent.status !== 'requires_action') throw unexpected(intent)
  if (isTrue) return authorise(peer, intent)
  Object.assign(intent, {
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_intent_authentication_failure' },
  })
  emitEvent(peer, 'payment_intent.payment_failed', intent)
}
/** Sent by the bank's page when the challenge is answered in a browser. */
export const challenge: Act = (peer, sent, id) => {
  authenticate(peer, id, sent['passed'] === 'true')
  return get(peer, id, 'payment_intent')
}
export const newIntent: Act = (peer, sent) => {
  requireParams(sent, 'amount', 'currency')
  const intent = create(peer, 'pi', 'payment_intent', sent, {
    amount: amountOf(sent),
    currency: sent['currency'],
    capture_method: sent['capture_method'] ?? 'automatic',
    customer: sent['customer'] ? get(peer, sent['customer'], 'customer').id : null,
    setup_future_usage: sent['setup_future_usage'] ?? null,
    payment_method: null,
    transfer_group: sent['transfer_group'] ?? null,
    status: 'requires_payment_method',
    last_payment_error: null,
    latest_charge: null,
  })
  intent['client_secret'] = `${intent.id}_secret_${randomBytes(6).toString('hex')}`
  emitEvent(peer, 'payment_intent.created', intent)
  return sent['confirm'] === 'true'
    ? confirm(peer, intent, sent['payment_method'], sent['off_session'] === 'true')
    : intent
}
export const capture: Act = (peer, sent, id) => {
  const intent = get(peer, id, 'payment_intent')
  if (intent.status !== 'requires_capture') throw unexpected(intent)
  succeed(
    peer,
    intent,
    sent['amount_to_capture'] ? amountOf(sent, 'amount_to_capture') : Number(intent['amount']),
  )
  return intent
}
export const cancel: Act = (peer, _, id) => {
  const intent = get(peer, id, 'payment_intent')
  if (['succeeded', 'canceled'].includes(intent.status ?? '')) throw unexpected(intent)
  intent.status = 'canceled'
  emitEvent(peer, 'payment_intent.canceled', intent)
  return intent
}
export const refund: Act = (peer, sent) => {
  const intent = get(peer, sent['payment_intent'], 'payment_intent')
  const charge = peer.objects.get(intent.latest_charge ?? '')
  if (!charge) throw invalidRequest('payment_intent_unexpected_state')
  if (isDisputed(peer, intent.id)) throw invalidRequest('charge_disputed')
  const amount = amountOf(sent)
  if (Number(charge['refunded']) + lostOf(peer, intent.id) + amount > Number(charge['amount']))
    throw invalidRequest('charge_already_refunded')
  charge['refunded'] = Number(charge['refunded']) + amount
  const made = create(peer, 're', 'refund', sent, { amount, payment_intent: intent.id, status: 'succeeded' })
  emitEvent(peer, 'refund.created', made)
  return made
}
