import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import type { Booking } from '#contract/bookings/bookings.ts'
import { ReportCards } from '#contract/care/report-cards.ts'
import { listNotices } from '#contract/notices/notices.ts'
import { type Person, as, signInHere, signUp, unique } from './people.ts'
import { accept, main, twoPeople } from './stay.ts'
import { beginInHours } from './time.ts'

const cardsOf = (person: Person, { id }: Booking) =>
  as(person, ReportCards).get(`/v1/bookings/${id}/report-cards`)

/** Waits until the service worker has cached the booking's page, so that it works offline. */
const untilCached = (page: Page, path: string) =>
  expect
    .poll(() => page.evaluate(async (cachedPath) => (await caches.match(cachedPath)) !== undefined, path))
    .toBe(true)

const pixels = (): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#c98' } })
    .png()
    .toBuffer()

async function coldStart(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(path)
  return page
}

test('an offline sitter can read and fill in the report card, which syncs once with the original times', async ({
  page,
  context,
}) => {
  const { olga, sam, booking } = await twoPeople(3)
  await accept(sam, booking)
  await beginInHours(booking.id, 0.5)
  const path = `/account/bookings/${booking.id}/care`
  await signInHere(page, sam, '/account/on-duty')
  await page.getByRole('link', { name: 'Boarding for Miso' }).click()
  // The list has a heading of the same name.
  await expect(page).toHaveURL(path)
  await expect(main(page).getByRole('heading', { name: 'Boarding for Miso' })).toBeVisible()
  await untilCached(page, path)

  await context.setOffline(true)
  // Chromium loses the emulated value when a page is loaded.
  await context.addInitScript(() =>
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false }),
  )
  await page.reload()
  await expect(main(page).getByText('No network.')).toBeVisible()
  await page.getByRole('button', { name: 'The pets are with me' }).click()
  await page.getByRole('checkbox', { name: /Fresh water/ }).check()
  await page.getByRole('button', { name: 'One more pee' }).click()
  await page.getByRole('button', { name: 'One more pee' }).click()
  await page.getByLabel('A note for the owner').fill('Miso has found the warmest sill.')
  await page.getByRole('button', { name: 'Add the note' }).click()
  await page
    .getByLabel('Add a photo')
    .setInputFiles({ name: 'miso.png', mimeType: 'image/png', buffer: await pixels() })
  await expect(main(page).getByText('6 entries are waiting for the network.')).toBeVisible()

  // Started from the home screen, still offline.
  const second = await coldStart(context, '/account')
  await expect(second).toHaveURL(/\/account\/on-duty$/)
  await second.getByRole('link', { name: 'Boarding for Miso' }).click()
  await expect(main(second).getByText('Miso has found the warmest sill.')).toBeVisible()
  await expect(second.getByRole('checkbox', { name: /Fresh water/ })).toBeChecked()
  await second.getByRole('link', { name: 'Emergency card' }).click()
  await expect(main(second).getByRole('heading', { name: 'Emergency card' })).toBeVisible()
  await second.goBack()
  expect((await cardsOf(olga, booking)).items[0]!.notes).toEqual([])

  const back = new Date().toISOString()
  await context.setOffline(false)
  for (const each of [page, second])
    await each.evaluate(() => {
      Reflect.deleteProperty(navigator, 'onLine')
      dispatchEvent(new Event('online'))
    })
  await expect(main(page).getByText(/(is|are) waiting for the network/)).toBeHidden()
  await expect(main(second).getByText(/(is|are) waiting for the network/)).toBeHidden()
  const read = async () => (await cardsOf(olga, booking)).items[0]!
  await expect.poll(async () => (await read()).photos.length).toBe(1)
  await expect.poll(async () => (await read()).pee.length).toBe(2)
  const card = await read()
  expect(card.photos.map(({ photo }) => photo.width)).toEqual([640])
  expect(card.notes.map(({ text }) => text)).toEqual(['Miso has found the warmest sill.'])
  expect(card.tasks.filter(({ done }) => done).map(({ label }) => label)).toEqual(['Fresh water'])
  expect(card.photos[0]!.at < back).toBe(true)
  for (const { at, receivedAt } of [...card.notes, ...card.pee]) {
    expect(at < back).toBe(true)
    expect(receivedAt >= back).toBe(true)
  }
  expect(card.arrivedAt! < back).toBe(true)

  // Online again: the escaped cat gets a page in two taps.
  await second.getByRole('link', { name: 'Emergency card' }).click()
  await second.getByRole('link', { name: 'Report Miso as lost' }).click()
  await second.getByRole('button', { name: 'Make the page now' }).click()
  const link = main(second).getByRole('link', { name: 'See the page' })
  await expect(link).toBeVisible()
  const address = (await link.getAttribute('href'))!
  const shown = await second.request.get(address)
  expect(shown.headers()).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow, noarchive',
  })
  await second.goto(`${address}/poster`)
  await expect(main(second).getByRole('img', { name: /A code that opens/ })).toBeVisible()
  await second.goto(address)
  await second.getByLabel('Where and when?').fill('Under the blue boat, ten minutes ago.')
  await second.getByRole('button', { name: 'Send' }).click()
  await expect(second.getByText('It is on its way')).toBeVisible()
  const { items } = await as(olga, listNotices.response).get('/v1/notices')
  expect(items.slice(0, 2).map(({ title }) => title)).toEqual([
    'Somebody has written about Miso',
    expect.stringContaining('has reported Miso as lost'),
  ])

  // Signing out removes everything from the device.
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('/')
  expect(
    await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)),
  ).not.toContain('sitwell.care')
  expect(
    await page.evaluate(async (cachedPath) => (await caches.match(cachedPath)) !== undefined, path),
  ).toBe(false)
})

test('a page that was still loading at the sign-out stores nothing on the device', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const onDutyRequest = page.waitForRequest(/\/v1\/accounts\/[^/]+\/on-duty$/)
  await page.route(/\/v1\/accounts\/[^/]+\/on-duty$/, async (route) => {
    await held
    await route.fulfill({ json: { items: [] } })
  })
  await signInHere(page, await signUp(unique('Sam')), '/account')
  await page.goto('/account/on-duty', { waitUntil: 'commit' })
  await onDutyRequest
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  const answered = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/on-duty'))
  release()
  await answered
  await page.waitForURL('/')
  expect(
    await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)),
  ).not.toContain('sitwell.care')
})
