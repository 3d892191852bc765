import { expect, type Page, test } from '@playwright/test'
import { dayFromToday, mailTo, signInHere, withoutStream } from './people.ts'
import {
  accept,
  dialog,
  euros,
  history,
  main,
  openAs,
  press,
  readAs,
  status,
  twoPeople,
  unfold,
} from './stay.ts'
import { beginInHours } from './time.ts'

/** Actions that are no longer possible are not offered. */
const noActions = (page: Page) =>
  expect(main(page).getByRole('button', { name: /^(Accept|Decline|Withdraw|Cancel|Check) ?/ })).toHaveCount(0)

/** Checks the width on a phone. The sitter lives in another time zone, so the page also offers that of the reader. */
async function fitsThePhone(page: Page): Promise<void> {
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 320, height: 700 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.setViewportSize(size)
}

test('a sitter declines with a reason and a note, and the owner sees both and can search for others', async ({
  page,
  browser,
}) => {
  const { olga, sam, town, booking, path } = await twoPeople(20)
  const olgaPage = await openAs(browser, olga, path)
  await signInHere(page, sam, path)

  await press(page, 'Decline')
  await expect(dialog(page).getByRole('button', { name: 'Go back' })).toBeFocused()
  await dialog(page).getByText('I am fully booked on these days').click()
  await dialog(page)
    .getByLabel(/^A few words to Olga/)
    .fill('My sister visits with her dog.')
  await dialog(page).getByRole('button', { name: 'Decline the request' }).click()

  await status(page, 'Declined')
  await noActions(page)
  await olgaPage.reload()
  await status(olgaPage, 'Declined')
  const words = 'the days are full. My sister visits with her dog.'
  await expect(main(olgaPage)).toContainText(`The reason: ${words}`)
  await expect(history(olgaPage)).toContainText(`declined: ${words}`)
  await expect(main(olgaPage)).toContainText('Nothing is due')
  const mail = await mailTo(olga.email, /cannot take this booking/)
  expect(mail.text).toContain('My sister visits with her dog.')

  await olgaPage.getByRole('link', { name: 'Other sitters for the same days' }).click()
  await expect(olgaPage).toHaveURL(
    (url) =>
      url.pathname === '/sitters' &&
      url.searchParams.get('place') === `${town.id}` &&
      url.searchParams.get('start') === dayFromToday(20) &&
      url.searchParams.get('pets') === 'cat:4',
  )
  expect((await readAs(olga, booking)).payment.paid).toBe(0)
  await olgaPage.context().close()
})

test('a sitter checks in at the start of a stay and checks out at the end, each with a note', async ({
  page,
  browser,
  context,
}) => {
  const { olga, sam, booking, path } = await twoPeople(3)
  await accept(sam, booking)
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 58.209_13, longitude: -6.386_51 })
  await signInHere(page, sam, path)
  await status(page, 'Confirmed')
  await expect(page.getByRole('button', { name: 'Check in' })).toHaveCount(0)

  await beginInHours(booking.id, 1)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Check in' })).toBeVisible()
  await fitsThePhone(page)
  await press(page, 'Check in')
  await dialog(page).getByRole('textbox').fill('Miso has found the warm windowsill.')
  await dialog(page)
    .getByRole('checkbox', { name: /roughly where I am/ })
    .check()
  await expect(dialog(page)).toContainText('It is sent with the check-in')
  await dialog(page).getByRole('button', { name: 'Check in' }).click()
  await status(page, 'Under way')
  await expect(page.getByRole('button', { name: 'Check out' })).toHaveCount(0)
  const olgaPage = await openAs(browser, olga, path)
  await status(olgaPage, 'Under way')
  await expect(history(olgaPage)).toContainText(
    /checked in \(about 1 km around 58\.21° N, 6\.39° W.*\): Miso has found the warm windowsill\./,
  )

  await beginInHours(booking.id, -30)
  await page.reload()
  await press(page, 'Check out')
  await dialog(page).getByRole('textbox').fill('All well, and a little rounder.')
  await dialog(page).getByRole('button', { name: 'Check out' }).click()
  await status(page, 'Completed')
  await noActions(page)
  await olgaPage.reload()
  await status(olgaPage, 'Completed')
  await expect(history(olgaPage)).toContainText('All well, and a little rounder.')
  await expect(olgaPage.getByRole('heading', { name: /^How was it/ })).toBeVisible()
  await olgaPage.context().close()
})

test('a cancelling sitter sees the full refund, which the owner gets; the profile shows the late cancellation', async ({
  page,
  browser,
}) => {
  const { olga, sam, sitter, booking, path } = await twoPeople(3)
  const { quote } = await accept(sam, booking)
  const total = euros(quote.total)
  await page.setViewportSize({ width: 360, height: 740 })
  await signInHere(page, sam, path)

  await unfold(page, 'If the booking is cancelled')
  await press(page, 'Cancel booking')
  await expect(dialog(page).getByRole('button', { name: 'Keep the booking' })).toBeFocused()
  await expect(dialog(page)).toContainText(`No longer due${total}`)
  await expect(dialog(page)).toContainText('You earn nothing.')
  await dialog(page).getByRole('button', { name: 'Cancel the booking' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('There is a problem')
  expect((await readAs(sam, booking)).payment.refunded).toBe(0)
  await dialog(page)
    .getByLabel(/^Why do you have to cancel/)
    .fill('I have broken my leg.')
  await dialog(page).getByLabel(/^Type/).fill('cancel')
  await dialog(page).getByRole('button', { name: 'Cancel the booking' }).click()

  await status(page, 'Cancelled')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.locator('#main h1')).toBeInViewport()
  await noActions(page)
  const olgaPage = await openAs(browser, olga, path)
  await status(olgaPage, 'Cancelled')
  await expect(main(olgaPage)).toContainText('The reason: I have broken my leg.')
  await expect(main(olgaPage)).toContainText(
    'You owe Sam nothing. If you have already paid, Sam returns the money to you.',
  )
  await expect(olgaPage.getByRole('link', { name: 'Other sitters for the same days' })).toBeVisible()
  expect((await readAs(olga, booking)).payment).toMatchObject({
    refunded: quote.total,
    status: 'refunded',
  })
  expect((await mailTo(olga.email, /had to cancel/)).text).toContain('I have broken my leg.')

  await page.getByLabel('Would you like to reply to it?').fill('It has healed by now.')
  await press(page, 'Publish the answer')
  await expect(page.getByText('Your answer, which everybody can read')).toBeVisible()
  await olgaPage.goto(`/sitters/${sitter.id}`)
  const note = olgaPage.getByRole('region', { name: '1 late cancellation' })
  await expect(note).toContainText(/Boarding: cancelled [23] days before it began/)
  await expect(note).toContainText('It has healed by now.')
  await expect(note).not.toContainText('Olga')
  await olgaPage.context().close()
})

test('when an owner withdraws a request, the sitter is notified and has no more actions', async ({
  page,
  browser,
}) => {
  const { olga, sam, booking, path } = await twoPeople(25)
  const samPage = await openAs(browser, sam, path, withoutStream)
  await signInHere(page, olga, path)

  await press(page, 'Withdraw the request')
  await expect(dialog(page).getByRole('button', { name: 'Keep the request' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await press(page, 'Withdraw the request')
  await dialog(page).getByRole('button', { name: 'Withdraw the request' }).click()

  await status(page, 'Withdrawn')
  await noActions(page)
  await press(samPage, 'Accept booking')
  await expect(main(samPage)).toContainText('This booking changed in the meantime, so nothing was sent')
  await status(samPage, 'Withdrawn')
  await noActions(samPage)
  await expect(history(samPage)).toContainText('withdrew the request')
  expect((await mailTo(sam.email, /no longer needs you/)).text).toContain('has been withdrawn')
  expect((await readAs(olga, booking)).payment.paid).toBe(0)
  await samPage.context().close()
})
