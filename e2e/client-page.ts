import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { test as base, type BrowserContext } from '@playwright/test'
import { SDK_VERSION } from 'firebase/app'
import type * as Client from 'firebase/auth'
import { freePort } from '#server/kernel/postgres/postgres.ts'
import { clockEnvironment } from '#test/clock-environment.ts'
import { listenLocally } from '#test/listen.ts'
import { frames } from './frames-library.ts'

declare global {
  interface Window {
    client: typeof Client
    auth: Client.Auth
    /** Outcome of the last call that opened a window. */
    result?: unknown
  }
}

const library = `https://www.gstatic.com/firebasejs/${SDK_VERSION}`
const text = (path: string) => readFile(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8')

/** A third-party page that uses the published client library according to its documentation. */
const clientPage = (entry: string) => `<!doctype html><title>A page with the client library</title>
<script type="module">
import { initializeApp } from '${library}/firebase-app.js'
import * as client from '${library}/firebase-auth.js'
const app = initializeApp({ apiKey: 'any key', projectId: 'example', authDomain: '127.0.0.1/emulator' })
const auth = client.getAuth(app)
client.connectAuthEmulator(auth, '${entry}', { disableWarnings: true })
await auth.authStateReady()
Object.assign(window, { client, auth })
</script>`

/** Starts the conformance entry in its own process. */
async function openEntry(): Promise<{ url: string; close: () => Promise<void> }> {
  const port = await freePort()
  const child = spawn(process.execPath, ['test/conformance/main.ts', '--port', `${port}`], {
    env: { PATH: process.env['PATH'], ...clockEnvironment() },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const ready = new Promise<boolean>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('Ready at') && resolve(true))
    void ended.then(() => resolve(false))
  })
  if (!(await ready)) throw new Error('The conformance entry did not start.')
  const close = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { url: `http://127.0.0.1:${port}`, close }
}

/** A real origin for the page, because browsers restrict fulfilled requests. */
async function openPage(entry: string): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end(clientPage(entry)),
  )
  const port = await listenLocally(server)
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}`, close }
}

/** Serves the third-party scripts locally, so that no request leaves the machine. */
async function serveScripts(context: BrowserContext): Promise<void> {
  await context.route(`${library}/*.js`, async (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1)!
    await route.fulfill({
      contentType: 'text/javascript',
      body: await text(`node_modules/firebase/${name}`),
      headers: { 'access-control-allow-origin': '*' },
    })
  })
  await context.addInitScript(frames)
}

/** Tests on a page with the published client library, connected to the conformance entry as if it were the emulator. */
export const test = base.extend<{ pageUrl: string }, { entry: string }>({
  entry: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const { url, close } = await openEntry()
      await use(url)
      await close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  pageUrl: async ({ context, entry, page }, use) => {
    const { url, close } = await openPage(entry)
    await serveScripts(context)
    await fetch(`${entry}/emulator/v1/reset`, { method: 'POST' })
    await page.goto(`${url}/`)
    await page.waitForFunction(() => window.auth)
    await use(url)
    await close()
  },
})
