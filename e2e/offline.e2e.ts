import { createServer } from 'node:http'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { listenLocally } from '#test/listen.ts'
import { isComplete, signInHere, signUp, unique } from './people.ts'
import { accept, main, twoPeople } from './stay.ts'
import { beginInHours } from './time.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const noConnection = (page: Page) => expect(heading(page)).toHaveText('No connection')

/** Touches the page, and waits until this browser has the worker with the offline page. */
async function untilInstalled(page: Page): Promise<void> {
  await page.mouse.move(200, 200)
  await page.mouse.move(210, 210)
  const state = () =>
    page.evaluate(async () => {
      const all = await navigator.serviceWorker.getRegistrations()
      return all.find(({ scope }) => new URL(scope).pathname === '/')?.active?.state
    })
  await expect.poll(state).toBe('activated')
}

async function goOffline(context: BrowserContext): Promise<void> {
  await context.setOffline(true)
  // Chromium loses the emulated value when a page is loaded.
  await context.addInitScript(() =>
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false }),
  )
}

test('a visitor without a network gets the offline page, which opens the page itself once the network is back', async ({
  page,
  context,
}) => {
  await page.goto('/')
  await isComplete(page)
  await untilInstalled(page)
  await context.setOffline(true)
  await page.goto('/how-it-works?tab=sitter')
  await noConnection(page)
  await expect(page.getByRole('link', { name: 'On duty' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Try again' }).click()
  await noConnection(page)
  await expect(page).toHaveURL('/how-it-works?tab=sitter')
  await context.setOffline(false)
  await expect(heading(page)).toHaveText('How it works')
  await expect(page).toHaveURL('/how-it-works?tab=sitter')
})

test('a sitter goes from the offline page to the pages stored on the device, which stay open', async ({
  page,
  context,
}) => {
  const { sam, booking } = await twoPeople(3)
  await accept(sam, booking)
  await beginInHours(booking.id, 0.5)
  const path = `/account/bookings/${booking.id}/care`
  await signInHere(page, sam, '/account/on-duty')
  await expect(page.getByRole('link', { name: 'Boarding for Miso' })).toBeVisible()
  const isStored = () => page.evaluate(async (stored) => (await caches.match(stored)) !== undefined, path)
  await expect.poll(isStored).toBe(true)
  await untilInstalled(page)

  await goOffline(context)
  const stored = page.getByRole('navigation', { name: 'On this device' }).getByRole('link')
  for (const from of ['/account/earnings', '/blog']) {
    await page.goto(from)
    await noConnection(page)
    await expect(stored).toHaveText(['On duty', /^Boarding for Miso \w{3} \d/])
    await stored.last().click()
    await expect(main(page).getByRole('heading', { name: 'Boarding for Miso' })).toBeVisible()
    await page.goto(from)
    await noConnection(page)
    await stored.first().click()
    await expect(heading(page)).toHaveText('On duty')
    await expect(main(page).getByText('No network.')).toBeVisible()
    await isComplete(page)
    await page.getByRole('link', { name: 'Boarding for Miso' }).click()
    await expect(main(page).getByRole('heading', { name: 'Boarding for Miso' })).toBeVisible()
    await expect(page).toHaveURL(path)
    await page.reload()
    await expect(main(page).getByRole('heading', { name: 'Boarding for Miso' })).toBeVisible()
    await expect(page).toHaveURL(path)
  }
})

test('the offline page lists stored pages only while their own person is signed in', async ({
  page,
  context,
}) => {
  const { sam, booking } = await twoPeople(3)
  await accept(sam, booking)
  await beginInHours(booking.id, 0.5)
  await signInHere(page, sam, '/account/on-duty')
  const path = `/account/bookings/${booking.id}/care`
  const isStored = () => page.evaluate(async (stored) => (await caches.match(stored)) !== undefined, path)
  await expect.poll(isStored).toBe(true)
  await untilInstalled(page)
  await goOffline(context)
  const links = page.getByRole('link')
  const hint = (accountId: string | null) => ({
    name: 'sitwell.hint',
    value: encodeURIComponent(JSON.stringify({ state: { accountId } })),
    url: process.env['BASE_URL']!,
  })
  for (const [accountId, count] of [
    [sam.accountId, 2],
    ['0a000000-0000-7000-8000-000000000001', 1],
    [null, 0],
  ] as const) {
    await context.addCookies([hint(accountId)])
    await page.goto('/blog')
    await noConnection(page)
    await expect(links.filter({ visible: true })).toHaveCount(count)
  }
})

test('an owner without a network gets the offline page on account pages too, also in a new tab', async ({
  page,
  context,
}) => {
  await signInHere(page, await signUp(unique('Olga')))
  await untilInstalled(page)
  await goOffline(context)
  const second = await context.newPage()
  await second.goto('/account/bookings')
  await noConnection(second)
  await expect(second.getByRole('link')).toHaveCount(0)
})

test('the offline page looks like the site and may run only its own script', async ({ page, context }) => {
  await page.goto('/')
  await isComplete(page)
  await untilInstalled(page)
  await context.setOffline(true)
  const answer = await page.goto('/sitters')
  expect(answer!.status()).toBe(503)
  const policy = answer!.headers()['content-security-policy']!
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  await page.setViewportSize({ width: 320, height: 568 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  const { height } = (await page.getByRole('button', { name: 'Try again' }).boundingBox())!
  expect(height).toBeGreaterThanOrEqual(44)
})

for (const [theme, background] of [
  ['Light', 'rgb(251, 248, 243)'],
  ['Dark', 'rgb(23, 21, 15)'],
] as const)
  test(`the offline page has the ${theme.toLowerCase()} theme that was chosen, and the fonts of the site`, async ({
    page,
    context,
  }) => {
    await page.emulateMedia({ colorScheme: theme === 'Light' ? 'dark' : 'light' })
    await page.goto('/')
    await isComplete(page)
    await untilInstalled(page)
    await page.getByLabel('Appearance').selectOption(theme)
    await context.setOffline(true)
    await page.goto('/sitters')
    await noConnection(page)
    await expect(page.locator('body')).toHaveCSS('background-color', background)
    const fonts = () => page.evaluate(() => [...document.fonts].map(({ status }) => status))
    await expect.poll(fonts).toEqual(['loaded', 'loaded'])
  })

test('the offline page is complete without the fonts of the site', async ({ page, context }) => {
  await page.route('**/*.woff2', (route) => route.abort())
  await page.goto('/')
  await isComplete(page)
  await untilInstalled(page)
  await context.setOffline(true)
  await page.goto('/sitters')
  await noConnection(page)
  const fonts = () => page.evaluate(() => [...document.fonts].map(({ status }) => status))
  await expect.poll(fonts).toEqual(['error', 'error'])
  await expect(heading(page)).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Try again' })).toBeInViewport({ ratio: 1 })
})

/** The product behind a server that has its own text for some files, as an older or a newer version would. */
async function behindServer(texts: ReadonlyMap<string, string>) {
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const answer = async () => {
      const original = await fetch(`${process.env['BASE_URL']!}${path}`)
      const type = original.headers.get('content-type') ?? 'text/plain'
      const body = texts.get(path) ?? Buffer.from(await original.arrayBuffer())
      response.writeHead(original.status, { 'content-type': type }).end(body)
    }
    answer().catch(() => response.writeHead(502).end())
  })
  const port = await listenLocally(server)
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://localhost:${port}`, close }
}

test('a newer version of the offline page replaces the older one, and neither stores anything', async ({
  page,
  context,
}) => {
  const script = await (await page.request.get('/offline.js')).text()
  const texts = new Map([['/offline.js', script.replaceAll('No connection', 'An older page')]])
  const { url, close } = await behindServer(texts)
  await page.goto(url)
  await isComplete(page)
  await untilInstalled(page)
  await context.setOffline(true)
  await page.goto(`${url}/blog`)
  await expect(heading(page)).toHaveText('An older page')

  texts.clear()
  await context.setOffline(false)
  // The offline page loads its address again by itself, which would cancel another navigation.
  await expect(heading(page)).not.toHaveText('An older page')
  await isComplete(page)
  await page.goto(`${url}/how-it-works`)
  await page.evaluate(async () => {
    const known = await navigator.serviceWorker.getRegistration('/')
    const older = known?.active
    await known?.update()
    const newer = known?.installing ?? known?.waiting ?? known?.active
    if (!newer || newer === older) throw new Error('There is no newer worker')
    await new Promise<void>((resolve) => {
      const check = () => newer.state === 'activated' && resolve()
      newer.addEventListener('statechange', check)
      check()
    })
  })
  await context.setOffline(true)
  await page.goto(`${url}/blog`)
  await noConnection(page)
  const left = await page.evaluate(async () => ({
    scopes: (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
    caches: await caches.keys(),
  }))
  expect(left).toEqual({ scopes: ['/'], caches: [] })
  await context.setOffline(false)
  await close()
})

test('a newer version of the on-duty pages keeps the files of the last version and deletes older ones', async ({
  page,
}) => {
  await signInHere(page, await signUp(unique('Sam')))
  await page.evaluate(async () => {
    for (const name of ['sitwell-first', 'sitwell-second']) await caches.open(name)
  })
  await page.goto('/account/on-duty')
  const kept = () =>
    page.evaluate(async () =>
      (await caches.keys()).map((name) => name.replace(/^sitwell-(?!second|first).+/, 'own')),
    )
  await expect.poll(kept).toEqual(['sitwell-second', 'own'])
})

test('the worker of the offline page leaves downloads, data and other sites to the browser', async ({
  page,
}) => {
  await page.goto('/')
  await isComplete(page)
  await untilInstalled(page)
  await page.goto('/blog')
  await isComplete(page)
  const fromWorker: string[] = []
  page.on('response', (response) => {
    if (response.fromServiceWorker()) fromWorker.push(new URL(response.url()).pathname)
  })
  await page.goto('/how-it-works')
  await isComplete(page)
  expect(fromWorker.filter((path) => path !== '/how-it-works')).toEqual([])
})
