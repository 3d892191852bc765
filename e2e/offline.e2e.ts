import { type BrowserContext, expect, type Page, test } from '@playwright/test'
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
  for (const from of ['/account/earnings', '/blog']) {
    await page.goto(from)
    await noConnection(page)
    await page.getByRole('link', { name: 'On duty' }).click()
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
