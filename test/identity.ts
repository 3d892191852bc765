import fastify, { type FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { defaultLimits, type IdentityOptions, identityOptions } from '#server/identity/options.ts'
import { identityPlugin } from '#server/identity/plugin.ts'
import { createIdTokenVerifier } from '#server/identity/tokens/verifier.ts'
import { testDeps } from '#test/build.ts'
import { testDb } from '#test/db.ts'
import { keysOf, recordOf } from '#contract/entries.ts'
import { z } from 'zod'

export const apiKey = 'a-key-of-the-tests'
export const password = 'a fine long password'

/** Limits so wide that they have no effect; a test that is about limits sets its own. */
export const openLimits = recordOf(keysOf(defaultLimits), () => ({ points: 100_000, seconds: 1 }))

export type Answer = {
  status: number
  body: Record<string, unknown>
  text: string
  type: string
  headers: Record<string, unknown>
}

const Form = z.record(z.string(), z.string())
const SignedUp = z.object({ localId: z.string(), idToken: z.string(), refreshToken: z.string() })

/** The calls of a client over HTTP. */
function callsOf(app: FastifyInstance) {
  async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const form = url === '/v1/token'
    const response = await app.inject({
      method: 'POST',
      url: `/identity${url}${url.includes('?') ? '&' : '?'}key=${apiKey}`,
      headers: {
        'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
        ...headers,
      },
      payload: form
        ? new URLSearchParams(Form.parse(body)).toString()
        : typeof body === 'string'
          ? body
          : JSON.stringify(body),
    })
    const type = response.headers['content-type'] ?? ''
    return {
      status: response.statusCode,
      body: type.includes('json') ? response.json<Record<string, unknown>>() : {},
      text: response.body,
      type,
      headers: response.headers,
    }
  }
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const response = await app.inject({ method: 'GET', url: `/identity${url}`, headers })
    return {
      status: response.statusCode,
      body: response.json<Record<string, unknown>>(),
      headers: response.headers,
    }
  }
  const account = (call: string, body: object, headers?: Record<string, string>) =>
    post(`/v1/accounts:${call}`, body, headers)
  const refresh = (refreshToken: unknown, headers?: Record<string, string>) =>
    post('/v1/token', { grant_type: 'refresh_token', refresh_token: String(refreshToken) }, headers)
  const signUp = async (email: string, headers?: Record<string, string>) => {
    const answer = await account('signUp', { email, password, returnSecureToken: true }, headers)
    return { ...SignedUp.parse(answer.body), answer }
  }
  return { post, get, account, refresh, signUp }
}

/** The sign-in service in process, with its own database. */
export async function testIdentity({
  patient = true,
  ...chosen
}: Partial<IdentityOptions> & { patient?: boolean } = {}) {
  const db = await testDb({ patient })
  const deps = testDeps(db)
  const options = identityOptions(
    {
      site: deps.site,
      identity: {
        projectId: 'sitwell',
        apiKey,
        keyEncryptionKey: 'an encryption key of the tests',
        passwordPepper: undefined,
      },
    },
    {
      hash: { memoryCost: 64, timeCost: 1, parallelism: 1, concurrency: 2, queue: 256 },
      limits: openLimits,
      answerStepMilliseconds: 0,
      ...chosen,
    },
  )
  const app: FastifyInstance = fastify({ trustProxy: true, forceCloseConnections: true })
  await app.register(identityPlugin(deps, options))
  onTestFinished(() => app.close())
  return { db, deps, options, app, ...callsOf(app), verifier: createIdTokenVerifier(deps, options) }
}

const Refused = z.object({ error: z.object({ message: z.string() }) })

/** Returns the code of an error response, as the client library parses it. */
export const errorOf = ({ body }: { body: Record<string, unknown> }): string | undefined =>
  Refused.safeParse(body).data?.error.message.split(' : ')[0]

/** Advances the test clock. */
export const later = (deps: { clock: { set: (at: Date) => void }; now: () => Date }, seconds: number): void =>
  deps.clock.set(new Date(deps.now().getTime() + seconds * 1000))
