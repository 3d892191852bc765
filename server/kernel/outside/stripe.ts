import StripeLibrary from 'stripe'
import type { z } from 'zod'

export type StripeOptions = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Stripe's API; tests use another address. */
  apiUrl: string
  /** Address from which the browser loads Stripe.js. */
  scriptUrl: string
}

type Value = string | number | boolean | undefined
type Query = { readonly [name: string]: Value }
export type Params = { readonly [name: string]: Value | Query }

/** A final refusal by Stripe: the request is invalid, or a card was declined. */
export class StripeRefusal extends Error {
  readonly code: string
  /** The current payment, if the refusal is about one. */
  readonly intent: unknown
  constructor(code: string, intent: unknown) {
    super(`Stripe refused: ${code}`)
    this.code = code
    this.intent = intent
  }
}

/**
 * The outcome of the request is unknown. `isStored`: Stripe has stored the failure for the idempotency key, so a retry
 * with it would only repeat the failure.
 */
export class StripeOutcomeUnknown extends Error {
  readonly isStored: boolean
  constructor(reason: string, isStored: boolean) {
    super(`No answer from Stripe: ${reason}`)
    this.isStored = isStored
  }
}

const timeoutMs = 15_000
const toleranceSeconds = 300

/** Opens Stripe's own library. Each request is sent once; callers decide about retries. */
export function openStripe(options: StripeOptions) {
  const { protocol, hostname, port } = new URL(options.apiUrl)
  const library = new StripeLibrary(options.secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port && { port }),
    timeout: timeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
    // The default client retries automatically if a connection is cut.
    httpClient: StripeLibrary.createFetchHttpClient(),
  })

  const call = async <T>(
    schema: z.ZodType<T>,
    ...request: Parameters<typeof library.rawRequest>
  ): Promise<T> => {
    const answer: unknown = await library.rawRequest(...request).catch((error: unknown) => {
      throw failureOf(error)
    })
    return schema.parse(answer)
  }

  return {
    publishableKey: options.publishableKey,
    scriptUrl: options.scriptUrl,
    read: <T>(schema: z.ZodType<T>, path: string, params: Query = {}): Promise<T> =>
      call(schema, 'GET', `/v1/${path}?${queryOf(params)}`),
    /** Idempotent by key, for at least a day. */
    send: <T>(schema: z.ZodType<T>, path: string, params: Params, key: string): Promise<T> =>
      call(schema, 'POST', `/v1/${path}`, params, { idempotencyKey: key }),
    /** Returns true if Stripe signed these bytes within the last five minutes. */
    isSigned(bytes: Buffer, header: string, now: Date): boolean {
      try {
        const { signature } = library.webhooks
        const { webhookSecret } = options
        return signature!.verifyHeader(
          bytes,
          header,
          webhookSecret,
          toleranceSeconds,
          undefined,
          now.getTime(),
        )
      } catch (error) {
        if (error instanceof StripeLibrary.errors.StripeSignatureVerificationError) return false
        throw error
      }
    },
  }
}

export type Stripe = ReturnType<typeof openStripe>

function failureOf(error: unknown): unknown {
  if (!(error instanceof StripeLibrary.errors.StripeError)) return error
  const { statusCode: status, decline_code: declined, code, rawType, message } = error
  const reason = declined ?? code ?? rawType ?? message
  // In these cases Stripe stores nothing: there was no response, the key is in use, or the rate limit was exceeded.
  if (status === undefined || status === 409 || status === 429) return new StripeOutcomeUnknown(reason, false)
  if (status < 500) return new StripeRefusal(reason, error.payment_intent)
  return new StripeOutcomeUnknown(reason, true)
}

const queryOf = (params: Query) =>
  new URLSearchParams(
    Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
