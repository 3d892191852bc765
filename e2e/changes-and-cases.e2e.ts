import { expect, test } from '@playwright/test'
import { Booking } from '#contract/bookings/bookings.ts'
import { as, mailTo, signInHere, signUp, unique } from './people.ts'
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
  typeDay,
  unfold,
} from './stay.ts'
import { beginInHours, inDatabase } from './time.ts'

test('an owner requests one more night and sees the price before and after; the sitter accepts', async ({
  page,
  browser,
}) => {
  const { olga, sam, booking, path } = await twoPeople(20)
  const { quote } = await accept(sam, booking)
  await signInHere(page, olga, path)
  await unfold(page, 'More actions')
  await press(page, 'Change booking')
  await expect(dialog(page).getByRole('button', { name: 'Leave it as it is' })).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Ask Sam' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Change something first')
  await typeDay(dialog(page), 'Pick-up', 23)
  await expect(dialog(page)).toContainText(/You pay Sam €\d+\.\d\d more\./)
  await expect(dialog(page).getByRole('row', { name: /^Total/ })).toContainText(euros(quote.total))
  await dialog(page)
    .getByLabel(/^A few words to Sam/)
    .fill('Our train leaves a day later.')
  await dialog(page).getByRole('button', { name: 'Ask Sam' }).click()
  await expect(main(page).getByRole('region', { name: 'You asked Sam for a change' })).toBeVisible()
  expect((await mailTo(sam.email, /would like to change/)).text).toContain('Our train leaves a day later.')

  const samPage = await openAs(browser, sam, path)
  const changeRegion = main(samPage).getByRole('region', { name: 'Olga asks you for a change' })
  await expect(changeRegion).toContainText('3 nights')
  await press(samPage, 'Accept the change')
  await dialog(samPage).getByRole('button', { name: 'Accept the change' }).click()
  await expect(changeRegion).toHaveCount(0)
  await expect(history(samPage)).toContainText('accepted the change')
  await samPage.context().close()

  await page.reload()
  const changed = await readAs(olga, booking)
  expect(changed.payment.paid).toBe(changed.quote.total)
  await expect(main(page).locator('header')).toContainText('3 nights')
})

test('an owner opens a case, the sitter answers, and an operator decides on a partial refund with reasons', async ({
  page,
  browser,
}) => {
  const { olga, sam, booking, path } = await twoPeople(20)
  await accept(sam, booking)
  await beginInHours(booking.id, 1)
  const step = async (event: string) => {
    const { id, version } = await readAs(sam, booking)
    await as(sam).put('/v1/bookings', { id, version, event })
  }
  await step('check_in')
  await beginInHours(booking.id, -50)
  await step('check_out')

  await signInHere(page, olga, path)
  await unfold(page, 'More actions')
  await press(page, 'Something went wrong')
  await dialog(page).getByRole('button', { name: 'Open the case' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('There is a problem')
  await dialog(page).getByLabel('What happened?').fill('Miso was alone for a whole day, the neighbours say.')
  await dialog(page).getByLabel('What would you like back?').fill('20')
  await dialog(page).getByRole('button', { name: 'Open the case' }).click()
  const caseRegion = main(page).getByRole('region', { name: 'Case' })
  await expect(caseRegion).toContainText('Waiting for an answer')
  await expect(caseRegion).toContainText('The sitter’s payout is on hold until the case is decided.')

  const samPage = await openAs(browser, sam, path)
  await press(samPage, 'Answer the case')
  await dialog(samPage).getByLabel('How do you see it?').fill('I was at the market for two hours.')
  await dialog(samPage).getByRole('button', { name: 'Send my answer' }).click()
  await expect(main(samPage).getByRole('region', { name: 'Case' })).toContainText('With the operator')
  await samPage.context().close()

  const ada = await signUp(unique('Ada'))
  await inDatabase((client) =>
    client.query(`update account set roles = '{operator}' where id = $1`, [ada.accountId]),
  )
  const [one] = (await as(olga, Booking).get(`/v1/bookings/${booking.id}`)).cases
  const desk = await openAs(browser, ada, '/admin/cases')
  await desk.goto(`/admin/cases/${one!.id}`)
  await expect(main(desk)).toContainText('I was at the market for two hours.')
  await desk.getByLabel('No longer due from Olga').fill('15')
  await expect(main(desk)).toContainText('No longer due from Olga€15.00')
  await desk.getByLabel('Reasons').fill('One of the two days was not as promised; both of you agree.')
  await press(desk, 'Decide the case')
  await dialog(desk).getByRole('button', { name: 'Decide the case' }).click()
  await expect(main(desk).locator('header')).toContainText('Decided')
  await desk.goto('/admin/cases?status=resolved')
  await expect(main(desk).getByRole('row').filter({ hasText: booking.number })).toContainText('Decided')
  await desk.context().close()

  await page.reload()
  await expect(caseRegion).toContainText('One of the two days was not as promised')
  await expect(caseRegion).toContainText('Taken off the price€15.00')
  await expect(page.getByRole('button', { name: 'Appeal' })).toBeVisible()
  await status(page, 'Completed')
  expect((await readAs(olga, booking)).payment.refunded).toBe(15_00)
  expect((await mailTo(sam.email, /case about the care has been decided/)).text).toContain('not as promised')
})
