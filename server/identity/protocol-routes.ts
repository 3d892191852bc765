import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, IdentityDeps } from '#server/identity/deps.ts'
import { type Fields, readFields } from '#server/identity/fields.ts'
import { callerOf, keepDevice } from '#server/identity/tokens/caller.ts'

export type Handle = (deps: IdentityDeps, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
export type IdentityRoute = {
  method: 'GET' | 'POST'
  url: string
  /** Needs no API key. */
  open?: true
  /** Asked by every page load of a signed-in person. */
  quiet?: true
  handle: Handle
}

const kind = (name: string) => `identitytoolkit#${name}`
/** A call of the client library: fields in, an answer with its kind out. */
export const call =
  (
    name: string,
    work: (deps: IdentityDeps, fields: Fields, caller: Caller, request: FastifyRequest) => Promise<object>,
  ): Handle =>
  async (deps, request) => ({
    kind: kind(name),
    ...(await work(deps, readFields(request.body), callerOf(request, deps.options), request)),
  })

/** A call that opens a session; the browser gets its device cookie with it. */
export const signInCall =
  (name: string, work: (deps: IdentityDeps, fields: Fields, caller: Caller) => Promise<object>): Handle =>
  async (deps, request, reply) => {
    const caller = callerOf(request, deps.options)
    const answer = await work(deps, readFields(request.body), caller)
    if ('refreshToken' in answer) keepDevice(reply, caller, deps.options)
    return { kind: kind(name), ...answer }
  }
