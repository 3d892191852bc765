import type { FastifyInstance, FastifyRequest } from 'fastify'
import { IdentityError } from '#server/identity/error.ts'
import { hasKey, isOwner } from '#test/conformance/addresses.ts'
import { deviations, plain } from '#test/conformance/deviations.ts'
import { signInWithCustomToken } from '#test/conformance/custom-token.ts'
import type { Answer, Body, Call, Entry } from '#test/conformance/entry.ts'
import { newestLink } from '#test/conformance/owner-codes.ts'
import { ownerCalls } from '#test/conformance/owner.ts'
import { handleErrors, Refusal } from '#test/conformance/refusal.ts'

const openCalls: Record<string, Call> = { signInWithCustomToken }

/**
 * Calls made with service account credentials even if they have an ID token; other calls with an ID token or a code are
 * the user's own.
 */
const alwaysOwned = new Set(['delete', 'createSessionCookie'])
const isOwned = (name: string, body: Body) =>
  Object.hasOwn(ownerCalls, name) &&
  (alwaysOwned.has(name) || (body['idToken'] === undefined && body['oobCode'] === undefined))

/** Refuses a call without a key or without the owner's credentials, as far as it needs them. */
function requireCredentials(request: FastifyRequest, body: Body, owner: boolean, needsOwner: boolean): void {
  if (needsOwner ? !owner : !owner && !hasKey(request))
    throw new IdentityError('PERMISSION_DENIED', 'The request is missing a valid API key.')
  if (!owner && body['targetProjectId'] !== undefined)
    throw new Refusal('INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id.')
}

/** Routes each call to the owner's handlers, or to the service with the emulator's deviations. */
export function mountCalls(scope: FastifyInstance, entry: Entry, apiKey: string): void {
  handleErrors(scope)
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, text, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(text)))),
  )
  const callService = async (request: FastifyRequest, name: string, body: Body): Promise<Answer> => {
    const moment = request.headers['x-test-now-ms']
    const response = await scope.inject({
      method: 'POST',
      url: `/identity/v1/${name === 'token' ? name : `accounts:${name}`}?key=${apiKey}`,
      headers: moment === undefined ? {} : { 'x-test-now-ms': moment },
      payload: body,
    })
    return { status: response.statusCode, body: response.json<Body>() }
  }
  const callWithDeviations = async (request: FastifyRequest, name: string, body: Body): Promise<Answer> => {
    const next = (changed: Body) => callService(request, name, changed)
    return deviations[name]?.(entry, body, next) ?? next(body)
  }
  const answer = async (
    request: FastifyRequest,
    name: string,
    body: Body,
    needsOwner: boolean,
  ): Promise<Answer> => {
    const owner = isOwner(request.headers.authorization)
    requireCredentials(request, body, owner, needsOwner)
    if (Object.hasOwn(openCalls, name))
      return { status: 200, body: { ...(await openCalls[name]!(entry, body)) } }
    if (owner && isOwned(name, body))
      return { status: 200, body: { ...(await ownerCalls[name]!(entry, body)) } }
    const result = await callWithDeviations(request, name, body)
    const isLinkWanted = name === 'sendOobCode' && owner && result.status === 200 && body['returnOobLink']
    return isLinkWanted
      ? { ...result, body: { ...result.body, ...(await newestLink(entry, String(body['requestType']))) } }
      : result
  }
  for (const [prefix, needsOwner] of [
    ['calls', false],
    ['owned', true],
  ] as const)
    scope.post<{ Params: { name: string }; Body: Body | null | undefined }>(
      `/conformance/${prefix}/:name`,
      async (request, reply) => {
        const sent = plain(request.body ?? {})
        const { status, body } = await answer(request, request.params.name, sent, needsOwner)
        return reply.status(status).send(body)
      },
    )
}
