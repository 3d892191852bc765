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

export type Thing = {
  id: string
  object: string
  status?: string
  card?: string | undefined
  latest_charge?: string | null
  [field: string]: unknown
}
export type PeerEvent = { id: string; object: 'event'; type: string; data: { object: Thing } }
export type Sent = Record<string, string>
export type Handle = (sent: Sent, id: string) => Thing | { object: string; [field: string]: unknown }
export const newId = (prefix: string) => `${prefix}_${randomBytes(9).toString('hex')}`
export const wrong = (code: string, more: object = {}) =>
  new PeerError(400, { type: 'invalid_request_error', code, ...more })
