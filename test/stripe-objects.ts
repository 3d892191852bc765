import { randomBytes } from 'node:crypto'

/** An error response in Stripe's format. */
export class PeerError extends Error {
  readonly status: number
  readonly body: object
  constructor(status: number, error: Record<string, unknown>) {
    super(String(error['code'] ?? error['type']))
    this.status = status
    this.body = { error }
  }
}

export type StripeObject = {
  id: string
  object: string
  status?: string
  card?: string | undefined
  latest_charge?: string | null
  [field: string]: unknown
}
export type PeerEvent = { id: string; object: 'event'; type: string; data: { object: StripeObject } }
export type RequestParams = Record<string, string>
export type Handler = (
  sent: RequestParams,
  id: string,
) => StripeObject | { object: string; [field: string]: unknown }
export const newId = (prefix: string) => `${prefix}_${randomBytes(9).toString('hex')}`
export const invalidRequest = (code: string, more: object = {}) =>
  new PeerError(400, { type: 'invalid_request_error', code, ...more })

/** The objects of the fake Stripe, and the events about them that are not delivered yet. */
export type Peer = { objects: Map<string, StripeObject>; events: PeerEvent[]; now: () => Date }
/** One call of the API. */
export type Act = (peer: Peer, sent: RequestParams, id: string) => ReturnType<Handler>

export const emitEvent = ({ events }: Peer, type: string, thing: StripeObject) =>
  void events.push({ id: newId('evt'), object: 'event', type, data: { object: structuredClone(thing) } })

export function put({ objects: things, now }: Peer, thing: StripeObject): StripeObject {
  thing['created'] ??= Math.floor(now().getTime() / 1000)
  things.set(thing.id, thing)
  return thing
}

export function get({ objects: things }: Peer, id: string | undefined, object: string): StripeObject {
  const thing = things.get(id ?? '')
  if (thing?.object === object) return thing
  throw new PeerError(404, { type: 'invalid_request_error', code: 'resource_missing' })
}

export const create = (
  peer: Peer,
  prefix: string,
  object: string,
  sent: RequestParams,
  more: object,
): StripeObject => put(peer, { id: newId(prefix), object, metadata: metadataOf(sent), ...more })

const metadataOf = (sent: RequestParams) =>
  Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) => {
      const inner = /^metadata\[(\w+)\]$/.exec(name)?.[1]
      return inner ? [[inner, value]] : []
    }),
  )

export function requireParams(sent: RequestParams, ...names: string[]): void {
  const missing = names.find((name) => !sent[name])
  if (missing) throw invalidRequest('parameter_missing', { param: missing })
}

export function amountOf(sent: RequestParams, name = 'amount'): number {
  const amount = Number(sent[name])
  if (!Number.isSafeInteger(amount) || amount < 1)
    throw invalidRequest('parameter_invalid_integer', { param: name })
  return amount
}
