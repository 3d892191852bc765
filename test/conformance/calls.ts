import type { FastifyInstance } from 'fastify'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { conformanceApp } from '#test/conformance/app.ts'
import { createTestDb } from '#test/db.ts'
import { z } from 'zod'
import { errorOf } from '#test/identity.ts'

export type Body = Record<string, unknown>
export type Answer = { status: number; body: Body; error: string | undefined }
/** What a sign-up answers. */
const Person = z.looseObject({ localId: z.string(), idToken: z.string(), refreshToken: z.string() })
export type Person = z.infer<typeof Person>
const Codes = z.object({ oobCodes: z.array(z.record(z.string(), z.string())) })
const People = z.object({ users: z.array(z.record(z.string(), z.unknown())).optional() })
const Link = z.object({ oobCode: z.string() })

export const [email, password] = ['olga@example.com', 'password']
export const owner = { authorization: 'Bearer owner' }

export let app: FastifyInstance

/** Opens the entry on its own database; returns a function that closes it. */
export async function openEntry(): Promise<() => Promise<void>> {
  const created = await createTestDb()
  app = await conformanceApp({ db: created.db, origin: 'http://127.0.0.1:9099', projectId: 'example' })
  return async () => {
    await app.close()
    await created.drop()
  }
}
export const reset = () => send('POST', '/emulator/v1/reset')

export async function send(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: Body | string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await app.inject({
    method,
    url,
    headers,
    ...(payload === undefined ? {} : { payload }),
  })
  const body = response.headers['content-type']?.includes('json') ? response.json<Body>() : {}
  return { status: response.statusCode, body, error: errorOf({ body }) }
}

export const call = (name: string, body: Body, headers?: Record<string, string>) =>
  send('POST', `/identitytoolkit.googleapis.com/v1/accounts:${name}?key=any`, body, headers)
export const token = (body: Record<string, string>, headers: Record<string, string> = {}) =>
  send('POST', '/securetoken.googleapis.com/v1/token?key=any', new URLSearchParams(body).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    ...headers,
  })
export const signUp = async (to = email, headers?: Record<string, string>) =>
  Person.parse((await call('signUp', { email: to, password, returnSecureToken: true }, headers)).body)
export const asOwner = (name: string, body: Body) => call(name, body, owner)
export const codes = async () =>
  Codes.parse((await send('GET', '/emulator/v1/projects/example/oobCodes')).body).oobCodes
export const codeFor = async (requestType: string, body: Body) => {
  await call('sendOobCode', { requestType, ...body })
  return (await codes()).at(-1)!['oobCode']!
}
export const idp = (claims: Body | string, rest: Body = {}, providerId = 'google.com') =>
  call('signInWithIdp', {
    requestUri: 'http://localhost',
    postBody: `&providerId=${providerId}&id_token=${encodeURIComponent(typeof claims === 'string' ? claims : JSON.stringify(claims))}`,
    returnSecureToken: true,
    returnIdpCredential: true,
    ...rest,
  })
/** Replaces the body with the decoded ID token. */
export const claimsOf = async (answer: Promise<Answer>): Promise<Answer> => {
  const result = await answer
  const idToken = String(result.body['idToken'] ?? result.body['id_token'])
  return { ...result, body: { ...decodeProtectedHeader(idToken), ...decodeJwt(idToken) } }
}
/** Replaces the body with the first user of a look-up. */
export const personOf = async (answer: Promise<Answer>): Promise<Answer> => {
  const result = await answer
  return { ...result, body: People.parse(result.body).users?.[0] ?? {} }
}
export const lookup = (idToken: unknown, headers?: Record<string, string>) =>
  personOf(call('lookup', { idToken }, headers))
export const methods = (identifier: string) =>
  call('createAuthUri', { identifier, continueUri: 'http://example.com/' })
export const anonymous = async () => Person.parse((await call('signUp', { returnSecureToken: true })).body)
export const linkFor = async (to: string) =>
  Link.parse(
    (await asOwner('sendOobCode', { requestType: 'EMAIL_SIGNIN', email: to, returnOobLink: true })).body,
  ).oobCode
export const throughLink = async (to: string, rest: Body = {}) =>
  call('signInWithEmailLink', { email: to, oobCode: await linkFor(to), ...rest })
export const protect = () =>
  send(
    'PATCH',
    '/identitytoolkit.googleapis.com/v2/projects/example/config?updateMask=emailPrivacyConfig',
    { emailPrivacyConfig: { enableImprovedEmailPrivacy: true } },
    owner,
  )
export const allowRepeatedAddresses = () =>
  send('PATCH', '/emulator/v1/projects/example/config', { signIn: { allowDuplicateEmails: true } }, owner)
export const at = (milliseconds: number) => ({ 'x-test-now-ms': String(milliseconds) })
export const gina = { sub: 'g-1', email: 'gina@example.com', email_verified: true, name: 'Gina' }
