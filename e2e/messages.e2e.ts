import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { Conversation, Message } from '#contract/messages.ts'
import {
  as,
  becomeSitter,
  dayFromToday,
  findTown,
  isComplete,
  openSession,
  signInHere,
  signUp,
  unique,
} from './people.ts'
import { accept, openAs, press, twoPeople } from './stay.ts'
import { inDatabase } from './time.ts'

const area = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })
const thread = (page: Page) => page.getByRole('region', { name: /^Conversation with/ })

async function write(page: Page, words: string): Promise<void> {
  await area(page).fill(words)
  await area(page).press('Enter')
}

/** Texts of the messages in page order, without the names for screen readers. */
const messageTexts = async (page: Page): Promise<string[]> =>
  (await thread(page).locator('li > p.wrap-anywhere').allTextContents()).map((text) =>
    text.replace(/^[^:]+: /, ''),
  )

test('messages arrive live, and messages written offline are delivered exactly once and in order', async ({
  page,
  browser,
}) => {
  const { olga, sam, booking } = await twoPeople(40)
  const contact = `/account/messages/new?booking=${booking.id}`
  await signInHere(page, sam)
  await expect(page).toHaveTitle(/^\(1\) /)
  const olgaPage = await openAs(browser, olga, '/account')
  await olgaPage.goto(contact)
  await write(olgaPage, 'Is the garden fenced?')
  await expect(thread(olgaPage)).toContainText('Sent')

  await page.getByRole('link', { name: 'Messages, 1 unread' }).click()
  await page.getByRole('link', { name: /Is the garden fenced\?/ }).click()
  await expect(thread(olgaPage)).toContainText('Read')
  await expect(page).not.toHaveTitle(/^\(/)
  await write(page, 'It is, all round.')
  await expect(thread(olgaPage).getByText('It is, all round.')).toBeVisible({ timeout: 2_000 })

  // On a phone the notice of the lost connection must leave the button that sends and the bottom bar free.
  await page.setViewportSize({ width: 360, height: 740 })
  await page.context().setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await write(page, 'One')
  await area(page).fill('Two')
  await press(page, 'Send')
  await expect(area(page)).toHaveValue('')
  await page
    .getByRole('navigation', { name: 'Places' })
    .getByRole('link', { name: 'Bookings' })
    .click({ trial: true })
  await expect(thread(page).getByRole('button', { name: 'Retry' })).toHaveCount(2)
  await write(olgaPage, 'Meanwhile')
  await expect(thread(olgaPage).getByRole('listitem').filter({ hasText: 'Meanwhile' })).toContainText('Sent')
  await page.context().setOffline(false)
  await page.setViewportSize({ width: 1280, height: 900 })
  const all = ['Is the garden fenced?', 'It is, all round.', 'Meanwhile', 'One', 'Two']
  for (const each of [page, olgaPage]) await expect.poll(() => messageTexts(each)).toEqual(all)

  // A refused read first: one that is under way already could still return the message.
  const reads = /\/messages\?after=/
  let refused = 0
  await olgaPage.route(reads, async (route) => {
    refused++
    await route.fulfill({ status: 503 })
  })
  await olgaPage.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => refused).toBeGreaterThan(0)
  const before = refused
  await write(page, 'Read later')
  await expect.poll(() => refused).toBeGreaterThan(before)
  expect(await messageTexts(olgaPage)).toEqual(all)
  await olgaPage.unroute(reads)
  all.push('Read later')
  for (const each of [page, olgaPage]) await expect.poll(() => messageTexts(each)).toEqual(all)

  const posts = /\/v1\/conversations\/[^/]+\/messages$/
  await page.route(posts, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await write(page, 'Three')
  await expect(thread(page).getByText('Waiting to be sent: no connection.')).toBeVisible()
  await area(page).fill('A draft')
  // The reloaded page tries once by itself, and must fail before the network is repaired.
  const retried = page.waitForEvent(
    'requestfailed',
    (request) => request.method() === 'POST' && posts.test(request.url()),
  )
  await page.reload()
  await retried
  await expect(thread(page).getByText('Waiting to be sent: no connection.')).toBeVisible()
  await expect(area(page)).toHaveValue('A draft')
  await page.unroute(posts)
  await press(page, 'Retry')
  for (const each of [page, olgaPage]) await expect.poll(() => messageTexts(each)).toEqual([...all, 'Three'])
  await olgaPage.context().close()
})

test('at 400 % zoom a conversation opens at its end and stays there, except for somebody who reads earlier messages', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 320, height: 180 })
  const { olga, sam, booking } = await twoPeople(50)
  const samPage = await openAs(browser, sam, '/account')
  await samPage.goto(`/account/messages/new?booking=${booking.id}`)
  for (const text of ['One', 'Two', 'Three', 'Four', 'Five']) await write(samPage, text)
  await expect(thread(samPage).getByText('· Sent')).toBeVisible()

  await openSession(page, olga)
  await page.goto('/account/messages')
  await page.getByRole('link', { name: /Five/ }).click()
  await expect(area(page)).toBeInViewport({ ratio: 1 })
  await page.reload()
  await expect(area(page)).toBeInViewport({ ratio: 1 })
  await write(page, 'Six')
  await expect(thread(samPage)).toContainText('Six')
  await expect(area(page)).toBeInViewport({ ratio: 1 })
  await write(samPage, 'Seven')
  await expect(thread(page)).toContainText('Seven')
  await expect(area(page)).toBeInViewport({ ratio: 1 })

  const earlier = thread(page).getByText('Two')
  await earlier.scrollIntoViewIfNeeded()
  await expect(area(page)).not.toBeInViewport()
  await write(samPage, 'Eight')
  await expect(thread(page)).toContainText('Eight')
  await expect(earlier).toBeInViewport({ ratio: 1 })
  await samPage.context().close()
})

test('a message that waits for a connection is sent from another page', async ({ page, browser }) => {
  const { olga, sam, booking } = await twoPeople(40)
  await signInHere(page, sam, `/account/messages/new?booking=${booking.id}`)
  await page.context().setOffline(true)
  await write(page, 'The key is under the mat.')
  await expect(thread(page).getByText('Waiting to be sent: no connection.')).toBeVisible()
  const other = await page.context().newPage()
  await page.close()
  await other.context().setOffline(false)
  await other.goto('/account')
  await isComplete(other)
  await other.mouse.move(200, 200)

  const olgaPage = await openAs(browser, olga, '/account/messages')
  await olgaPage.getByRole('link', { name: /The key is under the mat\./ }).click()
  await expect.poll(() => messageTexts(olgaPage)).toEqual(['The key is under the mat.'])
  await olgaPage.context().close()
})

test('messages are divided by the days of the reader, each with its weekday, and have the reader’s times', async ({
  browser,
}) => {
  const [olga, sam, town] = await Promise.all([
    signUp(unique('Olga')),
    signUp(unique('Sam')),
    findTown('Horta'),
  ])
  const sitter = await becomeSitter(sam, town.id, unique('A house above the harbour'))
  const { id } = await as(olga, Conversation).post('/v1/conversations', { sitterId: sitter.id })
  const timeZone = 'Pacific/Auckland'
  // Both days of the server have the day of the reader change at eleven or twelve in the morning.
  const sent = [
    ['At noon', `${dayFromToday(-4)}T00:30:00Z`],
    ['Before midnight', `${dayFromToday(-3)}T10:30:00Z`],
    ['After midnight', `${dayFromToday(-3)}T13:30:00Z`],
  ] as const
  for (const [text, at] of sent) {
    const message = { clientId: randomUUID(), text }
    const { id: messageId } = await as(olga, Message).post(`/v1/conversations/${id}/messages`, message)
    await inDatabase((client) =>
      client.query('update message set created_at = $2 where id = $1', [messageId, at]),
    )
  }

  const context = await browser.newContext({
    baseURL: process.env['BASE_URL']!,
    locale: 'en-GB',
    timezoneId: timeZone,
  })
  const page = await context.newPage()
  await signInHere(page, sam, `/account/messages/${id}`)
  const days = thread(page).getByRole('region')
  await expect(days).toHaveCount(3)
  for (const [index, [text, at]] of sent.entries()) {
    const part = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('en-GB', { ...options, timeZone }).format(new Date(at))
    const [weekday, month] = [part({ weekday: 'short' }), part({ month: 'short' }).slice(0, 3)]
    const words = new RegExp(`^${weekday}\\w* ${part({ day: 'numeric' })} ${month}`)
    await expect(days.nth(index)).toHaveAccessibleName(words)
    await expect(days.nth(index).locator('p').first()).toHaveText(words)
    await expect(days.nth(index)).toContainText(text)
    await expect(days.nth(index).locator('time')).toHaveText(part({ hour: '2-digit', minute: '2-digit' }))
  }
  await expect(thread(page)).toContainText('Times are Auckland time.')
  await context.close()
})

test('accepting a booking in the thread updates both users’ open pages', async ({ page, browser }) => {
  const { olga, sam, booking } = await twoPeople(50)
  const contact = `/account/messages/new?booking=${booking.id}`
  const olgaPage = await openAs(browser, olga, '/account')
  await olgaPage.goto(contact)
  await openSession(page, sam)
  await page.goto(contact)
  const card = (each: Page) => each.getByRole('list', { name: 'Bookings' })
  await expect(card(olgaPage)).toContainText('Waiting for the answer')
  await card(page).getByRole('button', { name: 'Accept booking' }).click()
  for (const each of [page, olgaPage]) {
    await expect(card(each)).toContainText('Confirmed')
    await expect(thread(each)).toContainText('Booking accepted')
  }
  await olgaPage.context().close()
})

test('on a phone: one pane at a time, a warning that does not block sending, archive and block with undo', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { olga, sam, booking } = await twoPeople(60)
  await accept(sam, booking)
  await openSession(page, olga)
  await page.goto(`/account/messages/new?booking=${booking.id}`)
  await area(page).fill('My number is +351 912 345 678')
  await expect(thread(page)).toContainText('This seems to contain a phone number')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => messageTexts(page)).toEqual(['My number is +351 912 345 678'])
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 740 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await expect(area(page)).toBeInViewport({ ratio: 1 })
  }

  const rows = page.getByRole('list', { name: 'Conversations' }).getByRole('link')
  await expect(rows).toBeHidden()
  await press(page, 'More')
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(page).toHaveURL(/\/account\/messages$/)
  await expect(rows).toHaveCount(0)
  await press(page, 'Undo')
  await expect(rows).toHaveCount(1)

  const samPage = await openAs(browser, sam, '/account')
  await samPage.goto(`/account/messages/new?booking=${booking.id}`)
  await press(samPage, 'More')
  await samPage.getByRole('menuitem', { name: /^Block/ }).click()
  await samPage
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Block/ })
    .click()
  await expect(thread(samPage)).toContainText('You have blocked')
  await rows.click()
  await expect(thread(page)).toContainText('at the moment. Agreed bookings go ahead.')
  await press(samPage, 'Undo')
  await expect(area(samPage)).toBeVisible()
  await expect(area(page)).toBeVisible()
  await samPage.context().close()
})
