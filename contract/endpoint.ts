import type { z } from 'zod'
import type { ProblemCode } from './problem.ts'

/**
 * Who may call: `public` anybody (a token is used when present), `token` a signed-in person even without an account,
 * `account` a signed-in account, `operator` an account with that role.
 */
export type Access = 'public' | 'token' | 'account' | 'operator'

/** One operation of the public API, as data: the server mounts it, the client calls it, the docs print it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/v1/${string}`
  access: Access
  summary: string
  status?: 200 | 201 | 204
  params?: z.ZodType<Record<string, string>>
  query?: z.ZodType
  body?: z.ZodType
  /** The body is at most so many bytes, as `application/octet-stream`, instead of JSON. */
  bytes?: number
  response: z.ZodType
  /** Bytes of this kind instead of JSON. */
  contentType?: 'application/pdf' | 'text/event-stream' | 'text/calendar; charset=utf-8'
  problems: readonly ProblemCode[]
  /** Moves money, changes settings, touches another person, or hands out or deletes all of one's own data: asks for a sign-in of the last ten minutes. */
  freshSignIn?: 'required'
  /** A POST that moves money or makes a booking must carry an Idempotency-Key. */
  idempotencyKey?: 'required'
  /** No cache may keep the answer, though anybody may ask for it. */
  unkept?: true
  /** Admission lane: the account load is never shed or rate-limited (see docs/decisions). */
  lane?: 'account-load'
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type Part = 'params' | 'query' | 'body'
type PartsOf<E> = { [K in Part]: E extends Record<K, z.ZodType> ? K : never }[Part]

/** What a caller must send. */
export type Sent<E extends Endpoint> = { [K in PartsOf<E>]: z.input<NonNullable<E[K]>> }
/** What a handler receives, after validation. */
export type Received<E extends Endpoint> = { [K in PartsOf<E>]: z.output<NonNullable<E[K]>> }
export type Answer<E extends Endpoint> = z.output<E['response']>
