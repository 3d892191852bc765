import { randomBytes } from 'node:crypto'
import {
  acceptDispute,
  submitEvidence,
  closeDispute,
  type DisputeTerms,
  escalateDispute,
  openDispute,
  type Verdict,
} from '#test/stripe-disputes.ts'
import {
  authenticate,
  cancel,
  capture,
  challenge,
  confirm,
  newIntent,
  refund,
} from '#test/stripe-payments.ts'
import {
  type Act,
  amountOf,
  create,
  get,
  type Handler,
  requireParams,
  newId,
  type Peer,
  put,
  type RequestParams,
  emitEvent,
  type StripeObject,
  invalidRequest,
} from '#test/stripe-objects.ts'

/** Sets the balance left in the sitter's account, which limits reversals. */
const leaveInAccount = (peer: Peer, id: string, amount: number): void => {
  get(peer, id, 'account')['available'] = amount
}
/** From now on, saved cards behave like this one. */
const turnCards = (peer: Peer, card: string): void => {
  for (const thing of peer.objects.values()) if (thing.object === 'payment_method') thing.card = card
}
/** Completes the sitter's onboarding. */
const finishAccount = (peer: Peer, id: string): void => {
  const account = get(peer, id, 'account')
  Object.assign(account, {
    details_submitted: true,
    payouts_enabled: true,
    capabilities: { transfers: 'active' },
  })
  emitEvent(peer, 'account.updated', account)
}

const transfer: Act = (peer, sent) => {
  requireParams(sent, 'amount', 'currency', 'destination')
  const account = get(peer, sent['destination'], 'account')
  if (!account['payouts_enabled']) throw invalidRequest('insufficient_capabilities_for_transfer')
  const charge = peer.objects.get(sent['source_transaction'] ?? '')
  const amount = amountOf(sent)
  if (charge && Number(charge['transferred']) + amount > Number(charge['amount']))
    throw invalidRequest('transfer_source_too_small')
  if (charge) charge['transferred'] = Number(charge['transferred']) + amount
  const { destination, transfer_group: group = null } = sent
  return create(peer, 'tr', 'transfer', sent, { amount, destination, transfer_group: group })
}
const reverse: Act = (peer, sent, id) => {
  const paid = get(peer, id, 'transfer')
  const amount = amountOf(sent)
  const back = [...peer.objects.values()].filter(
    (thing) => thing.object === 'transfer_reversal' && thing['transfer'] === id,
  )
  const left = Number(paid['amount']) - back.reduce((sum, one) => sum + Number(one['amount']), 0)
  const { available = left } = get(peer, String(paid['destination']), 'account')
  if (amount > left || amount > Number(available)) throw invalidRequest('balance_insufficient')
  return create(peer, 'trr', 'transfer_reversal', sent, { amount, transfer: id })
}
const setUp: Act = (peer, sent) => {
  const setup = create(peer, 'seti', 'setup_intent', sent, {
    customer: sent['customer'],
    status: 'requires_payment_method',
    payment_method: null,
  })
  setup['client_secret'] = `${setup.id}_secret_${randomBytes(6).toString('hex')}`
  return setup
}
const confirmSetup: Act = (peer, sent, id) => {
  const setup = get(peer, id, 'setup_intent')
  const { customer } = setup
  const method = put(peer, {
    id: newId('pm'),
    object: 'payment_method',
    card: sent['payment_method'],
    customer,
  })
  Object.assign(setup, { status: 'succeeded', payment_method: method.id })
  emitEvent(peer, 'setup_intent.succeeded', setup)
  return setup
}
const newAccount: Act = (peer, sent) => {
  requireParams(sent, 'type', 'email')
  return create(peer, 'acct', 'account', sent, {
    email: sent['email'],
    details_submitted: false,
    payouts_enabled: false,
    capabilities: { transfers: 'inactive' },
  })
}
const link: Act = (peer, sent) => {
  requireParams(sent, 'account', 'refresh_url', 'return_url', 'type')
  return {
    object: 'account_link',
    url: `https://connect.example/setup/${get(peer, sent['account'], 'account').id}`,
  }
}

const list =
  (object: string, ...names: string[]): Act =>
  ({ objects: things }, sent) => ({
    object: 'list',
    has_more: false,
    data: [...things.values()]
      .filter(
        (thing) =>
          thing.object === object && names.every((name) => !sent[name] || thing[name] === sent[name]),
      )
      .reverse(),
  })
const show =
  (object: string): Act =>
  (peer, _, id) =>
    get(peer, id, object)

/** Calls by method and path; `:id` is an object's id. */
const acts: Record<string, Act> = {
  'GET balance': () => ({ object: 'balance', livemode: false }),
  'GET webhook_endpoints': () => ({
    object: 'list',
    data: [{ url: 'https://sitwell.example.org/v1/webhooks/stripe', status: 'enabled' }],
  }),
  'POST payment_intents': newIntent,
  'GET payment_intents': list('payment_intent', 'customer'),
  'GET payment_intents/:id': show('payment_intent'),
  'POST payment_intents/:id/confirm': (peer, sent, id) =>
    confirm(peer, get(peer, id, 'payment_intent'), sent['payment_method'], false),
  'POST payment_intents/:id/challenge': challenge,
  'POST payment_intents/:id/capture': capture,
  'POST payment_intents/:id/cancel': cancel,
  'POST setup_intents': setUp,
  'GET setup_intents/:id': show('setup_intent'),
  'POST setup_intents/:id/confirm': confirmSetup,
  'POST customers': (peer, sent) => create(peer, 'cus', 'customer', sent, { email: sent['email'] }),
  'POST refunds': refund,
  'GET refunds': list('refund', 'payment_intent'),
  'GET refunds/:id': show('refund'),
  'POST transfers': transfer,
  'GET transfers': list('transfer', 'transfer_group'),
  'POST transfers/:id/reversals': reverse,
  'GET transfers/:id/reversals': (peer, _, id) =>
    list('transfer_reversal', 'transfer')(peer, { transfer: id }, ''),
  'POST accounts': newAccount,
  'GET accounts/:id': show('account'),
  'POST account_links': link,
  'GET disputes/:id': show('dispute'),
  'POST disputes/:id': submitEvidence,
  'POST disputes/:id/close': acceptDispute,
}

/** Objects of the fake Stripe and their transitions, according to its reference. */
export function stripeState(now: () => Date) {
  const peer: Peer = { objects: new Map(), events: [], now }
  const calls: Record<string, Handler> = Object.fromEntries(
    Object.entries(acts).map(([name, act]): [string, Handler] => [name, (sent, id) => act(peer, sent, id)]),
  )
  return {
    calls,
    events: peer.events,
    all: (object: string): StripeObject[] =>
      [...peer.objects.values()].filter((thing) => thing.object === object),
    authenticate: (id: string, isTrue: boolean) => authenticate(peer, id, isTrue),
    openDispute: (intentId: string, terms?: DisputeTerms) => openDispute(peer, intentId, terms),
    escalateDispute: (id: string) => escalateDispute(peer, id),
    closeDispute: (id: string, status: Verdict, returned?: number) =>
      closeDispute(peer, id, status, returned),
    leaveInAccount: (id: string, amount: number) => leaveInAccount(peer, id, amount),
    turnCards: (card: string) => turnCards(peer, card),
    finishAccount: (id: string) => finishAccount(peer, id),
    confirm: (intent: StripeObject, method: string | undefined, offSession: boolean) =>
      confirm(peer, intent, method, offSession),
    confirmSetup: (sent: RequestParams, id: string) => confirmSetup(peer, sent, id),
  }
}
