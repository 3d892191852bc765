import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { createApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { testDeps } from '#test/build.ts'
import { testDb } from '#test/db.ts'

export type TestApp = {
  app: FastifyInstance
  db: Db
  deps: ReturnType<typeof testDeps>
  config: Config
}

/** Environment variables, and options that have no variable. */
type Chosen = { environment?: Record<string, string>; hostedAddresses?: Config['hostedAddresses'] }

/** The whole API as one application, called in process without a port. */
export async function testApp(chosen: Chosen = {}): Promise<TestApp> {
  const tested = await openApp(await testDb(), chosen)
  onTestFinished(() => tested.app.close())
  return tested
}

/** Like `testApp`, but on the given database; the caller closes it. */
export async function openApp(db: Db, { environment = {}, hostedAddresses }: Chosen = {}): Promise<TestApp> {
  const deps = testDeps(db)
  const standard = {
    SECRET: 's'.repeat(32),
    LOG_LEVEL: 'silent',
    NODE_ENV: 'test',
    SITE_URL: deps.site.url,
  }
  const config = {
    ...readConfig({ ...standard, ...environment }, '/nowhere'),
    ...(hostedAddresses ? { hostedAddresses } : {}),
  }
  const app = await createApp({ config, deps, accountLoadDeps: deps, healthDb: db, isStopping: () => false })
  return { app, db, deps, config }
}

export type TestPerson = { uid: string; accountId: string; headers: { authorization: string } }

/** Signs up and creates the account, as the browser does. */
export async function signUp(app: FastifyInstance, name: string): Promise<TestPerson> {
  const email = `${name.toLowerCase()}@example.org`
  const signedUp = await app.inject({
    method: 'POST',
    url: '/identity/v1/accounts:signUp?key=sitwell-public-key',
    payload: { email, password: `a-${name}-password-1`, returnSecureToken: true },
  })
  const { idToken, localId } = signedUp.json<{ idToken: string; localId: string }>()
  const headers = { authorization: `Bearer ${idToken}` }
  const account = await app.inject({
    method: 'POST',
    url: '/v1/accounts',
    headers,
    payload: { name, email, phoneNumber: null, location: null, externalUserId: localId },
  })
  return { uid: localId, accountId: account.json<{ id: string }>().id, headers }
}
