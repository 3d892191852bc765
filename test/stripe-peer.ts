import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { stripeState } from '#test/stripe-state.ts'
import { type Handler, PeerError, type PeerEvent, type RequestParams } from '#test/stripe-objects.ts'
import { listenLocally } from '#test/listen.ts'

/** Injected failures; each value is the number of next writes affected. */
export type StripeSwitches = {
  /** The call takes effect, but its response is lost. */
  lose: number
  /** A server error before any effect, stored for its idempotency key. */
  fail: number
  /** The call takes effect, but the response is a server error, stored for its idempotency key. */
  failAfter: number
  /** Too many requests: no effect, and nothing is stored. */
  limit: number
}

export const stripeKeys = {
  secretKey: 'sk_test_peer',
  publishableKey: 'pk_test_peer',
  webhookSecret: 'whsec_peer',
}

type StoredResponse = { request: string; answer?: ApiResponse }
type ApiResponse = { status: number; body: object }
const unauthorized: ApiResponse = { status: 401, body: { error: { type: 'invalid_request_error' } } }
const serverError: ApiResponse = { status: 500, body: { error: { type: 'api_error' } } }
const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }

/** Answers requests, with injected failures and answers stored by idempotency key. */
function openApi(calls: Record<string, Handler>) {
  const switches: StripeSwitches = { lose: 0, fail: 0, failAfter: 0, limit: 0 }
  const keys = new Map<string, StoredResponse>()
  /** All writes received, in order. */
  const asked: string[] = []
  const consumeSwitch = (name: keyof StripeSwitches): boolean => switches[name] > 0 && switches[name]-- > 0

  function run(method: string, path: string, sent: RequestParams): ApiResponse {
    const [name, id = '', action] = path.split('/')
    const call = calls[`${method} ${[name, id && ':id', action].filter(Boolean).join('/')}`]
    if (!call) return { status: 404, body: { error: { type: 'invalid_request_error' } } }
    try {
      return { status: 200, body: structuredClone(call(sent, id)) }
    } catch (error) {
      if (!(error instanceof PeerError)) throw error
      return { status: error.status, body: error.body }
    }
  }

  function write(path: string, sent: RequestParams, key: string): ApiResponse | 'lost' {
    const stored = keys.get(key)
    const fingerprint = `${path} ${JSON.stringify(sent)}`
    if (stored && stored.request !== fingerprint)
      return { status: 400, body: { error: { type: 'idempotency_error', code: 'idempotency_error' } } }
    if (consumeSwitch('limit'))
      return { status: 429, body: { error: { type: 'rate_limit_error', code: 'rate_limit' } } }
    const answer = stored?.answer ?? (consumeSwitch('fail') ? serverError : run('POST', path, sent))
    const response = !stored && consumeSwitch('failAfter') ? serverError : answer
    if (key) keys.set(key, { request: fingerprint, answer: response })
    return consumeSwitch('lose') ? 'lost' : response
  }

  async function answer(
    request: IncomingMessage,
    { pathname, searchParams }: URL,
  ): Promise<ApiResponse | 'lost'> {
    const content = await text(request)
    const path = pathname.replace(/^\/v1\//, '')
    const isWrite = request.method === 'POST'
    if (isWrite) asked.push(path)
    if (!isAllowed(request, path)) return unauthorized
    return isWrite
      ? write(
          path,
          Object.fromEntries(new URLSearchParams(content)),
          String(request.headers['idempotency-key'] ?? ''),
        )
      : run('GET', path, Object.fromEntries(searchParams))
  }
  return { switches, keys, asked, answer }
}

/** The server may do everything; the browser may only confirm intents whose secret it has. */
function isAllowed({ headers }: IncomingMessage, path: string): boolean {
  const token = headers.authorization?.replace('Bearer ', '')
  const isBrowser = token === stripeKeys.publishableKey && /\/(confirm|challenge)$/.test(path)
  return token === stripeKeys.secretKey || isBrowser
}

/** A small, correct Stripe API over HTTP, on its own port. */
export async function startStripePeer(now: () => Date = () => new Date()) {
  const state = stripeState(now)
  const { switches, keys, asked, answer } = openApi(state.calls)

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://peer')
    if (request.method === 'OPTIONS') return void response.writeHead(204, cors).end()
    if (url.pathname === '/v3') {
      response.writeHead(200, { ...cors, 'content-type': 'text/javascript' })
      return void response.end(stripeJs(`http://${request.headers.host}`))
    }
    const result = await answer(request, url)
    if (result === 'lost') return void request.socket.destroy()
    response.writeHead(result.status, { ...cors, 'content-type': 'application/json' })
    response.end(JSON.stringify(result.body))
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    )
  })
  const port = await listenLocally(server)
  const url = `http://127.0.0.1:${port}`
  return {
    ...state,
    url,
    switches,
    asked,
    options: { ...stripeKeys, apiUrl: url, scriptUrl: `${url}/v3` },
    /** Serialises and signs an event as it arrives at the webhook. */
    sign: (
      event: Omit<PeerEvent, 'object'> & { object: string },
      at: Date,
      secret = stripeKeys.webhookSecret,
    ) => {
      const bytes = Buffer.from(JSON.stringify(event))
      const time = Math.floor(at.getTime() / 1000)
      const signature = createHmac('sha256', secret).update(`${time}.`).update(bytes).digest('hex')
      return { bytes, signature: `t=${time},v1=${signature}` }
    },
    /** Stripe deletes idempotency keys after a day. */
    forgetKeys: () => keys.clear(),
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export type StripePeer = Awaited<ReturnType<typeof startStripePeer>>

/** Replaces Stripe.js: a select of test cards instead of the form, and the bank's challenge as a browser dialog. */
const stripeJs = (origin: string) => `
window.Stripe = function (key) {
  let select
  const send = async (kind, secret, step, sent) => {
    const id = secret.split('_secret_')[0]
    const response = await fetch('${origin}/v1/' + kind + 's/' + id + '/' + step, {
      method: 'POST',
      headers: { authorization: 'Bearer ' + key, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(sent),
    })
    return { ok: response.ok, body: await response.json() }
  }
  const askBank = () => new Promise((resolve) => {
    const bank = document.createElement('dialog')
    bank.setAttribute('aria-label', 'Your bank asks')
    for (const [words, passed] of [['Yes, it is me', true], ['No, stop', false]]) {
      const button = document.createElement('button')
      button.textContent = words
      button.onclick = () => { bank.remove(); resolve(passed) }
      bank.append(button)
    }
    document.body.append(bank)
    bank.showModal()
  })
  const confirm = async (kind, secret) => {
    const { ok, body } = await send(kind, secret, 'confirm', { payment_method: select.value })
    if (!ok) return { error: { ...body.error, message: 'Your card was declined.' } }
    if (body.status !== 'requires_action') return { [kind === 'setup_intent' ? 'setupIntent' : 'paymentIntent']: body }
    const answer = await send(kind, secret, 'challenge', { passed: await askBank() })
    return answer.body.status === 'requires_payment_method'
      ? { error: { message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.' } }
      : { paymentIntent: answer.body }
  }
  let clientSecret
  return {
    elements: (options) => {
      clientSecret = options.clientSecret
      return {
        submit: async () => ({}),
        create: () => ({
          on: (name, tell) => { if (name === 'ready') queueMicrotask(tell) },
          unmount: () => select && select.parentNode.remove(),
          mount: (place) => {
            const label = document.createElement('label')
            label.textContent = 'Test card '
            select = document.createElement('select')
            for (const name of ['pm_card_visa', 'pm_card_chargeDeclined', 'pm_card_authenticationRequired'])
              select.add(new Option(name, name))
            label.append(select)
            place.append(label)
          },
        }),
      }
    },
    confirmPayment: () => confirm('payment_intent', clientSecret),
    confirmSetup: () => confirm('setup_intent', clientSecret),
  }
}
`
