import { randomBytes } from 'node:crypto'
import { peerDisputes } from '#test/stripe-disputes.ts'
import {
  type Handle,
  newId,
  PeerError,
  type PeerEvent,
  type Sent,
  type Thing,
  wrong,
} from '#test/stripe-things.ts'

/** The relevant published test cards, with the outcome of a payment by each. */
const cards: Record<string, 'works' | 'declines' | 'asks'> = {
  pm_card_visa: 'works',
  pm_card_chargeDeclined: 'declines',
  pm_card_authenticationRequired: 'asks',
}

/** Objects of the fake Stripe and their transitions, according to its reference. */
export function stripeState(now: () => Date) {
  const things = new Map<string, Thing>()
  const events: PeerEvent[] = []

  const tell = (type: string, thing: Thing) =>
    void events.push({ id: newId('evt'), object: 'event', type, data: { object: structuredClone(thing) } })
  const put = (thing: Thing): Thing => {
    thing['created'] ??= Math.floor(now().getTime() / 1000)
    things.set(thing.id, thing)
    return thing
  }
  const get = (id: string | undefined, object: string): Thing => {
    const thing = things.get(id ?? '')
    if (thing?.object === object) return thing
    throw new PeerError(404, { type: 'invalid_request_error', code: 'resource_missing' })
  }
  const metadataOf = (sent: Sent) =>
    Object.fromEntries(
      Object.entries(sent).flatMap(([name, value]) => {
        const inner = /^metadata\[(\w+)\]$/.exec(name)?.[1]
        return inner ? [[inner, value]] : []
      }),
    )
  const needs = (sent: Sent, ...names: string[]) => {
    const missing = names.find((name) => !sent[name])
    if (missing) throw wrong('parameter_missing', { param: missing })
  }
  const amountOf = (sent: Sent, name = 'amount'): number => {
    const amount = Number(sent[name])
    if (!Number.isSafeInteger(amount) || amount < 1) throw wrong('parameter_invalid_integer', { param: name })
    return amount
  }
  const unexpected = (intent: Thing) =>
    wrong('payment_intent_unexpected_state', { payment_intent: structuredClone(intent) })

  /** The published test card behind a saved payment method. */
  const cardOf = (method: unknown): string => things.get(String(method))?.card ?? String(method)
  /** Saves a card that will be charged again with the customer at the first payment. */
  const keep = (intent: Thing): void => {
    if (intent['setup_future_usage'] !== 'off_session' || things.has(String(intent['payment_method']))) return
    const { customer, payment_method: card } = intent
    const method = put({ id: newId('pm'), object: 'payment_method', card: String(card), customer })
    intent['payment_method'] = method.id
  }

  const succeed = (intent: Thing, amount: number) => {
    const charge = put({
      id: newId('ch'),
      object: 'charge',
      amount,
      refunded: 0,
      transferred: 0,
      intent: intent.id,
    })
    Object.assign(intent, { status: 'succeeded', amount_received: amount, latest_charge: charge.id })
    tell('payment_intent.succeeded', intent)
    if (cardOf(intent['payment_method']) === 'pm_card_createDispute') disputes.openDispute(intent.id)
  }
  /** The bank has authorised the payment. */
  const authorise = (intent: Thing) => {
    intent['last_payment_error'] = null
    keep(intent)
    if (intent['capture_method'] !== 'manual') return succeed(intent, Number(intent['amount']))
    intent.status = 'requires_capture'
    tell('payment_intent.amount_capturable_updated', intent)
  }
  const decline = (intent: Thing, code: string): never => {
    const declined = code === 'card_declined' ? { decline_code: 'generic_decline' } : {}
    Object.assign(intent, { status: 'requires_payment_method', last_payment_error: { code, ...declined } })
    tell('payment_intent.payment_failed', intent)
    throw new PeerError(402, {
      type: 'card_error',
      code,
      ...declined,
      payment_intent: structuredClone(intent),
    })
  }
  const confirm = (intent: Thing, method: string | undefined, offSession: boolean): Thing => {
    if (!['requires_payment_method', 'requires_action'].includes(intent.status ?? ''))
      throw unexpected(intent)
    if (offSession && things.get(method ?? '')?.['customer'] !== intent['customer'])
      throw wrong('payment_method_unexpected_state')
    intent['payment_method'] = method
    const card = cards[cardOf(method)] ?? 'works'
    if (card === 'declines') decline(intent, 'card_declined')
    if (card === 'asks' && offSession) decline(intent, 'authentication_required')
    if (card === 'asks') {
      intent.status = 'requires_action'
      tell('payment_intent.requires_action', intent)
    } else authorise(intent)
    return intent
  }
  /** The person has answered the bank's challenge. */
  const authenticate = (id: string, isTrue: boolean): void => {
    const intent = get(id, 'payment_intent')
    if (intent.status !== 'requires_action') throw unexpected(intent)
    if (isTrue) return authorise(intent)
    Object.assign(intent, {
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    })
    tell('payment_intent.payment_failed', intent)
  }
  /** Sent by the bank's page when the challenge is answered in a browser. */
  const challenge: Handle = (sent, id) => {
    authenticate(id, sent['passed'] === 'true')
    return get(id, 'payment_intent')
  }
  const disputes = peerDisputes({ things, put, get, tell, needs })
  /** Sets the balance left in the sitter's account, which limits reversals. */
  const leaveInAccount = (id: string, amount: number): void => {
    get(id, 'account')['available'] = amount
  }
  /** From now on, saved cards behave like this one. */
  const turnCards = (card: string): void => {
    for (const thing of things.values()) if (thing.object === 'payment_method') thing.card = card
  }
  /** Completes the sitter's onboarding. */
  const finishAccount = (id: string): void => {
    const account = get(id, 'account')
    Object.assign(account, {
      details_submitted: true,
      payouts_enabled: true,
      capabilities: { transfers: 'active' },
    })
    tell('account.updated', account)
  }

  const created = (prefix: string, object: string, sent: Sent, more: object): Thing =>
    put({ id: newId(prefix), object, metadata: metadataOf(sent), ...more })
  const list =
    (object: string, ...names: string[]): Handle =>
    (sent) => ({
      object: 'list',
      has_more: false,
      data: [...things.values()]
        .filter(
          (thing) =>
            thing.object === object && names.every((name) => !sent[name] || thing[name] === sent[name]),
        )
        .reverse(),
    })

  const newIntent: Handle = (sent) => {
    needs(sent, 'amount', 'currency')
    const intent = created('pi', 'payment_intent', sent, {
      amount: amountOf(sent),
      currency: sent['currency'],
      capture_method: sent['capture_method'] ?? 'automatic',
      customer: sent['customer'] ? get(sent['customer'], 'customer').id : null,
      setup_future_usage: sent['setup_future_usage'] ?? null,
      payment_method: null,
      transfer_group: sent['transfer_group'] ?? null,
      status: 'requires_payment_method',
      last_payment_error: null,
      latest_charge: null,
    })
    intent['client_secret'] = `${intent.id}_secret_${randomBytes(6).toString('hex')}`
    tell('payment_intent.created', intent)
    return sent['confirm'] === 'true'
      ? confirm(intent, sent['payment_method'], sent['off_session'] === 'true')
      : intent
  }
  const capture: Handle = (sent, id) => {
    const intent = get(id, 'payment_intent')
    if (intent.status !== 'requires_capture') throw unexpected(intent)
    succeed(
      intent,
      sent['amount_to_capture'] ? amountOf(sent, 'amount_to_capture') : Number(intent['amount']),
    )
    return intent
  }
  const cancel: Handle = (_, id) => {
    const intent = get(id, 'payment_intent')
    if (['succeeded', 'canceled'].includes(intent.status ?? '')) throw unexpected(intent)
    intent.status = 'canceled'
    tell('payment_intent.canceled', intent)
    return intent
  }
  const refund: Handle = (sent) => {
    const intent = get(sent['payment_intent'], 'payment_intent')
    const charge = things.get(intent.latest_charge ?? '')
    if (!charge) throw wrong('payment_intent_unexpected_state')
    if (disputes.isDisputed(intent.id)) throw wrong('charge_disputed')
    const amount = amountOf(sent)
    if (Number(charge['refunded']) + disputes.lostOf(intent.id) + amount > Number(charge['amount']))
      throw wrong('charge_already_refunded')
    charge['refunded'] = Number(charge['refunded']) + amount
    const made = created('re', 'refund', sent, { amount, payment_intent: intent.id, status: 'succeeded' })
    tell('refund.created', made)
    return made
  }
  const transfer: Handle = (sent) => {
    needs(sent, 'amount', 'currency', 'destination')
    const account = get(sent['destination'], 'account')
    if (!account['payouts_enabled']) throw wrong('insufficient_capabilities_for_transfer')
    const charge = things.get(sent['source_transaction'] ?? '')
    const amount = amountOf(sent)
    if (charge && Number(charge['transferred']) + amount > Number(charge['amount']))
      throw wrong('transfer_source_too_small')
    if (charge) charge['transferred'] = Number(charge['transferred']) + amount
    const { destination, transfer_group: group = null } = sent
    return created('tr', 'transfer', sent, { amount, destination, transfer_group: group })
  }
  const reverse: Handle = (sent, id) => {
    const paid = get(id, 'transfer')
    const amount = amountOf(sent)
    const back = [...things.values()].filter(
      (thing) => thing.object === 'transfer_reversal' && thing['transfer'] === id,
    )
    const left = Number(paid['amount']) - back.reduce((sum, one) => sum + Number(one['amount']), 0)
    const { available = left } = get(String(paid['destination']), 'account')
    if (amount > left || amount > Number(available)) throw wrong('balance_insufficient')
    return created('trr', 'transfer_reversal', sent, { amount, transfer: id })
  }
  const setUp: Handle = (sent) => {
    const setup = created('seti', 'setup_intent', sent, {
      customer: sent['customer'],
      status: 'requires_payment_method',
      payment_method: null,
    })
    setup['client_secret'] = `${setup.id}_secret_${randomBytes(6).toString('hex')}`
    return setup
  }
  const confirmSetup: Handle = (sent, id) => {
    const setup = get(id, 'setup_intent')
    const { customer } = setup
    const method = put({ id: newId('pm'), object: 'payment_method', card: sent['payment_method'], customer })
    Object.assign(setup, { status: 'succeeded', payment_method: method.id })
    tell('setup_intent.succeeded', setup)
    return setup
  }
  const newAccount: Handle = (sent) => {
    needs(sent, 'type', 'email')
    return created('acct', 'account', sent, {
      email: sent['email'],
      details_submitted: false,
      payouts_enabled: false,
      capabilities: { transfers: 'inactive' },
    })
  }
  const link: Handle = (sent) => {
    needs(sent, 'account', 'refresh_url', 'return_url', 'type')
    return {
      object: 'account_link',
      url: `https://connect.example/setup/${get(sent['account'], 'account').id}`,
    }
  }

  /** Handlers by method and path; `:id` is an object's id. */
  const calls: Record<string, Handle> = {
    'POST payment_intents': newIntent,
    'GET payment_intents': list('payment_intent', 'customer'),
    'GET payment_intents/:id': (_, id) => get(id, 'payment_intent'),
    'POST payment_intents/:id/confirm': (sent, id) =>
      confirm(get(id, 'payment_intent'), sent['payment_method'], false),
    'POST payment_intents/:id/challenge': challenge,
    'POST payment_intents/:id/capture': capture,
    'POST payment_intents/:id/cancel': cancel,
    'POST setup_intents': setUp,
    'GET setup_intents/:id': (_, id) => get(id, 'setup_intent'),
    'POST setup_intents/:id/confirm': confirmSetup,
    'POST customers': (sent) => created('cus', 'customer', sent, { email: sent['email'] }),
    'POST refunds': refund,
    'GET refunds': list('refund', 'payment_intent'),
    'GET refunds/:id': (_, id) => get(id, 'refund'),
    'POST transfers': transfer,
    'GET transfers': list('transfer', 'transfer_group'),
    'POST transfers/:id/reversals': reverse,
    'GET transfers/:id/reversals': (_, id) => list('transfer_reversal', 'transfer')({ transfer: id }, ''),
    'POST accounts': newAccount,
    'GET accounts/:id': (_, id) => get(id, 'account'),
    'POST account_links': link,
    'GET disputes/:id': (_, id) => get(id, 'dispute'),
    'POST disputes/:id': disputes.answerDispute,
    'POST disputes/:id/close': disputes.acceptDispute,
  }
  const all = (object: string): Thing[] => [...things.values()].filter((thing) => thing.object === object)
  return {
    calls,
    events,
    all,
    authenticate,
    openDispute: disputes.openDispute,
    escalateDispute: disputes.escalateDispute,
    closeDispute: disputes.closeDispute,
    leaveInAccount,
    turnCards,
    finishAccount,
    confirm,
    confirmSetup,
  }
}
