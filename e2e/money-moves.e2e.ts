import { expect, type Page, test } from '@playwright/test'
import { Booking } from '#contract/bookings/bookings.ts'
import {
  addCat,
  as,
  becomeSitter,
  dayFromToday,
  findTown,
  mailTo,
  signInHere,
  signUp,
  unique,
} from './people.ts'
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

const nextStop = async (page: Page) => {
  const slider = page.getByRole('slider', { name: /^When would you/ })
  await slider.focus()
  await page.keyboard.press('ArrowRight')
  return slider
}

test('an owner previews refunds with the slider, ends a stay early for the shown refund and tips', async ({
  page,
}) => {
  const { olga, sam, booking, path } = await twoPeople(20, 6)
  const { quote } = await accept(sam, booking)
  await signInHere(page, olga, path)
  await unfold(page, 'If you cancel')
  const [all, later] = quote.refundSchedule
  expect(all!.refund).toBe(quote.total)
  await expect(main(page)).toContainText('you pay nothing.')
  expect(later!.refund).toBeLessThan(all!.refund)
  const slider = await nextStop(page)
  await expect(slider).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`you pay ${euros(quote.total - later!.refund)}$`),
  )
  await expect(main(page)).toContainText(`you pay ${euros(quote.total - later!.refund)}.`)

  await beginInHours(booking.id, -5)
  await as(sam).put('/v1/bookings', { ...(await version(sam, booking)), event: 'check_in' })
  await page.reload()
  await status(page, 'Under way')
  const { refundNow } = await readAs(olga, booking)
  const back = euros(refundNow!.total)
  await unfold(page, 'If you end it early')
  await press(page, 'End early')
  await expect(dialog(page).getByRole('button', { name: 'Keep the booking' })).toBeFocused()
  await expect(dialog(page)).toContainText(`No longer due${back}`)
  await dialog(page)
    .getByLabel(/^Why are you ending it/)
    .fill('We are home again.')
  await press(page, 'End the booking')
  await status(page, 'Completed')
  await expect(history(page)).toContainText('ended the booking early: We are home again.')
  expect((await readAs(olga, booking)).payment.refunded).toBe(refundNow!.total)

  await unfold(page, 'More actions')
  await press(page, 'Give a tip')
  await dialog(page).getByText('Another amount').click()
  await press(page, 'Give the tip')
  await expect(dialog(page).getByRole('alert')).toContainText('Enter an amount from €1.00 to €500.00')
  await dialog(page).getByLabel('Your amount').fill('7.5')
  await press(page, 'Give €7.50')
  await expect(history(page)).toContainText('gave a tip of €7.50')
  expect((await mailTo(sam.email, /has given you a tip/)).text).toContain('€7.50')
})

const version = async (sam: Parameters<typeof readAs>[0], booking: Booking) => {
  const { id, version: current } = await readAs(sam, booking)
  return { id, version: current }
}

/** As a field shows it: "115" or "115.50". */
const plainAmount = (minor: number) => (minor / 100).toFixed(minor % 100 === 0 ? 0 : 2)

test('a sitter can refund more than the policy requires, but no more than was kept', async ({
  page,
  browser,
}) => {
  const { olga, sam, booking, path } = await twoPeople(20, 6)
  await accept(sam, booking)
  await beginInHours(booking.id, 20)
  const { refundNow } = await readAs(olga, booking)
  await as(olga).put('/v1/bookings', {
    ...(await version(olga, booking)),
    event: 'cancel',
    reason: null,
    previewHash: refundNow!.previewHash,
  })
  const { waivable, payment } = await readAs(sam, booking)
  await signInHere(page, sam, path)

  await unfold(page, 'More actions')
  await press(page, 'Charge less')
  const amount = dialog(page).getByLabel(/^How much less Olga pays/)
  await expect(amount).toHaveValue(plainAmount(waivable!))
  await amount.fill(`${waivable! / 100 + 1}`)
  await press(page, 'Give it up')
  await expect(dialog(page).getByRole('alert')).toContainText(`to ${euros(waivable!)}`)
  await amount.fill('12')
  await press(page, 'Give up €12.00')
  await expect(history(page)).toContainText('gave up €12.00')

  const olgaPage = await openAs(browser, olga, path)
  await expect(main(olgaPage)).toContainText(euros(payment.refunded + 12_00))
  expect((await readAs(olga, booking)).payment.refunded).toBe(payment.refunded + 12_00)
  await olgaPage.context().close()
})

test('a weekly series with one visit skipped requests exactly the remaining visits', async ({ page }) => {
  const [olga, sam, town] = await Promise.all([
    signUp(unique('Olga')),
    signUp(unique('Sam')),
    findTown('Ponta Delgada'),
  ])
  await addCat(olga, 'Miso')
  const visits = { service: 'drop_in', rates: { base: 12_50 } }
  const sitter = await becomeSitter(sam, town.id, unique('Visits above the harbour'), [visits])
  const start = dayFromToday(20)
  await signInHere(page, olga, `/sitters/${sitter.id}?service=drop_in&start=${start}&end=${start}`)

  const box = page.getByRole('complementary', { name: 'Price and request' })
  await expect(box.getByRole('checkbox', { name: 'Miso' })).toBeChecked()
  await box.getByLabel('Repeat weekly').selectOption('For 3 weeks')
  await expect(box).toContainText(/Every [A-Z][a-z]{2} at 09:00 for 3 weeks\./)
  await box.getByText('3 visits: change individual ones').click()
  await box.getByRole('button', { name: 'Leave out' }).nth(1).click()
  await expect(box).toContainText('for 3 weeks, 1 change.')
  await expect(box).toContainText('€12.50 × 2')
  await box.getByText('What if you cancel?').press('Enter')
  const slider = await nextStop(page)
  await expect(slider).toHaveAttribute('aria-valuetext', /you pay €6\.87$/)

  await box.getByRole('link', { name: 'Request to book' }).click()
  const check = page.getByRole('dialog', { name: 'Check your request' })
  await expect(check).toContainText('2 visits, at 09:00, 30 minutes each')
  await check.getByRole('button', { name: 'Send request, €27.50' }).click()
  await expect(page).toHaveURL(/\/account\/bookings\/[0-9a-f-]{36}/)
  const id = new URL(page.url()).pathname.split('/').at(-1)!
  const { visits: requestedVisits } = await as(olga, Booking).get(`/v1/bookings/${id}`)
  expect(requestedVisits.map(({ on }) => on)).toEqual([start, dayFromToday(34)])
})
