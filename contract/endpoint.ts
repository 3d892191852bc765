import type { z } from 'zod'
import type { ProblemCode } from './problem.ts'
import type { Permission } from './staff/codes.ts'

/**
 * Who may call: `public` anybody (a token is used if present), `token` a signed-in person even without an account,
 * `account` a signed-in person with an account, a permission an account with a role that gives it.
 */
export type Access = 'public' | 'token' | 'account' | Permission

/** One operation of the public API as data, used by the server's router, the client and the documentation. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/v1/${string}`
  access: Access
  summary: string
  status?: 200 | 201 | 204
  params?: z.ZodType<Record<string, string>>
  query?: z.ZodType
  body?: z.ZodType
  /** Maximum size of a body sent as `application/octet-stream` instead of JSON. */
  bytes?: number
  response: z.ZodType
  /** Content type of the response if it is not JSON. */
  contentType?:
    | 'application/pdf'
    | 'text/event-stream'
    | 'text/calendar; charset=utf-8'
    | 'text/csv; charset=utf-8'
  problems: readonly ProblemCode[]
  /**
   * Requires a sign-in within the last ten minutes. Set for operations that move money, change settings, affect another
   * person, or export or delete all of a person's own data.
   */
  freshSignIn?: 'required'
  /** A POST that moves money or makes a booking must carry an Idempotency-Key. */
  idempotencyKey?: 'required'
  /** A POST that only calculates and changes nothing; its input is too long for an address. */
  calculates?: true
  /** On the desk: the audit record leaves the body out, because it is stored, and can be deleted, elsewhere. */
  actWithoutBody?: true
  /**
   * On the desk: saves work in progress that only staff see. It is repeated at every pause in writing, so it needs no
   * recent sign-in and is not written down as an act; publishing it is.
   */
  draft?: true
  /**
   * A read that is refused to staff who see the site as this person: it shows sign-ins, codes of homes, or addresses that
   * work without a sign-in.
   */
  hiddenFromStaff?: true
  /** The answer has an ETag made from its content, so that programs that ask again and again load it once. */
  contentTag?: true
  /** The answer contains a secret that is stored nowhere, so it is not kept for an Idempotency-Key. */
  answersSecret?: true
  /** Forbids caching the response although the endpoint is public. */
  noStore?: true
  /** Admission lane: requests that load the account are never shed or rate-limited (see docs/decisions). */
  lane?: 'account-load'
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type Part = 'params' | 'query' | 'body'
type PartsOf<E> = { [K in Part]: E extends Record<K, z.ZodType> ? K : never }[Part]

/** Input that a caller must send. */
export type RequestInput<E extends Endpoint> = { [K in PartsOf<E>]: z.input<NonNullable<E[K]>> }
/** Input that a handler receives after validation. */
export type HandlerInput<E extends Endpoint> = { [K in PartsOf<E>]: z.output<NonNullable<E[K]>> }
export type EndpointResponse<E extends Endpoint> = z.output<E['response']>
