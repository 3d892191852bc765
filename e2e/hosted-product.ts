import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { test as base } from '@playwright/test'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { readConfig } from '#server/config/config.ts'
import { freePort } from '#server/kernel/postgres/postgres.ts'
import { startServer } from '#server/main.ts'
import { openWorkFolder } from '#test/work-folder.ts'
import { listenLocally } from '#test/listen.ts'
import { ownDatabase } from './product.ts'

export const hosted = {
  apiKey: 'a-public-key-of-the-tests',
  projectId: 'sitwell-hosted',
  authDomain: 'sitwell-hosted.firebaseapp.com',
}

type Site = {
  url: string
  /** Signs an ID token as the hosted service would. */ sign: (email: string) => Promise<string>
}

/** Publishes the hosted service's keys on a local port. */
async function publishKeys() {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const kid = randomUUID()
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }] })
  const server = createServer((_, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'max-age=3600' })
      .end(keys),
  )
  const port = await listenLocally(server)
  const sign = (email: string) => {
    const iat = Math.floor(Date.now() / 1000)
    const claims = { email, email_verified: true, user_id: email, auth_time: iat }
    return new SignJWT({
      ...claims,
      firebase: { identities: { email: [email] }, sign_in_provider: 'password' },
    })
      .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
      .setIssuer(`https://securetoken.google.com/${hosted.projectId}`)
      .setAudience(hosted.projectId)
      .setSubject(email)
      .setIssuedAt(iat)
      .setExpirationTime(iat + 3600)
      .sign(privateKey)
  }
  const url = `http://127.0.0.1:${port}/keys`
  return { url, sign, close: () => new Promise((resolve) => server.close(resolve)) }
}

/** The product configured for the hosted service; only the address of the keys differs. */
async function openSite(): Promise<Site & { databaseUrl: string; close: () => Promise<void> }> {
  const { folder, remove } = await openWorkFolder()
  const database = await ownDatabase()
  const keys = await publishKeys()
  const environment = {
    PORT: `${await freePort()}`,
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    IDENTITY: 'hosted',
    IDENTITY_API_KEY: hosted.apiKey,
    IDENTITY_PROJECT_ID: hosted.projectId,
    IDENTITY_AUTH_DOMAIN: hosted.authDomain,
    IDENTITY_PROVIDERS: 'google.com',
  }
  const config = { ...readConfig(environment, folder), hostedAddresses: { keys: keys.url, lookup: keys.url } }
  const server = await startServer(config, database.url)
  const close = async () => {
    await server.stop()
    await keys.close()
    await database.drop()
    await remove()
  }
  return { url: server.url, sign: keys.sign, databaseUrl: database.url, close }
}

export const test = base.extend<object, { site: Site }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const { close, databaseUrl, ...site } = await openSite()
      const { BASE_URL, DATABASE_URL } = process.env
      Object.assign(process.env, { BASE_URL: site.url, DATABASE_URL: databaseUrl })
      await use(site)
      Object.assign(process.env, { BASE_URL, DATABASE_URL })
      await close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: ({ site }, use) => use(site.url),
})
