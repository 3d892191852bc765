import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, IdentityDeps } from '#server/identity/deps.ts'
import { type Fields, readFields } from '#server/identity/fields.ts'
import { callerOf, setDeviceCookie } from '#server/identity/tokens/caller.ts'

export type Handle = (deps: IdentityDeps, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
export type IdentityRoute = {
  method: 'GET' | 'POST'
  url: string
  /** Needs no API key. */
  open?: true
  /** Requested on every page load of a signed-in user. */
  quiet?: true
  handle: Handle
}

const kind = (name: string) => `identitytoolkit#${name}`
/** Wraps a call of the client library: reads the fields, and adds the kind to the answer. */
export const call =
  (
    name: string,
    work: (deps: IdentityDeps, fields: Fields, caller: Caller, request: FastifyRequest) => Promise<object>,
  ): Handle =>
  async (deps, request) => ({
    kind: kind(name),
    ...(await work(deps, readFields(request.body), callerOf(request, deps.options), request)),
  })

/** Wraps a call that opens a session, and sets the browser's device cookie. */
export const signInCall =
  (name: string, work: (deps: IdentityDeps, fields: Fields, caller: Caller) => Promise<object>): Handle =>
  async (deps, request, reply) => {
    const caller = callerOf(request, deps.options)
    const answer = await work(deps, readFields(request.body), caller)
    if ('refreshToken' in answer) setDeviceCookie(reply, caller, deps.options)
    return { kind: kind(name), ...answer }
  }
