import { expect, test } from '@playwright/test'
import { as, mailTo, signInHere } from './people.ts'
import { accept, main, openAs, press, twoPeople } from './stay.ts'

test('the bell updates its count live, notices link to the booking, and marking as read can be undone', async ({
  page,
  browser,
}) => {
  const { olga, sam, booking, path } = await twoPeople(30)
  await signInHere(page, olga)
  const bell = page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: /^Notices/ })
  await expect(bell).toHaveAccessibleName('Notices')
  await accept(sam, booking)
  await expect(bell).toHaveAccessibleName('Notices, 1 unread')
  await bell.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notices')
  const row = main(page).getByRole('listitem').filter({ hasText: 'your booking is confirmed' })
  await row.getByRole('button', { name: /^Mark as read/ }).click()
  await expect(bell).toHaveAccessibleName('Notices')
  await press(page, 'Undo')
  await expect(bell).toHaveAccessibleName('Notices, 1 unread')
  await row.getByRole('link').click()
  await expect(page).toHaveURL(path)
  await expect(bell).toHaveAccessibleName('Notices')

  const samPage = await openAs(browser, sam, '/account/notices')
  await expect(main(samPage)).toContainText('would like to book you')
  await samPage.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(main(samPage)).toContainText('You have read everything.')
  await samPage.context().close()
})

test('each notice channel can be set separately, and the link in a mail unsubscribes from its kind', async ({
  page,
}) => {
  const { olga, sam, booking } = await twoPeople(30)
  await signInHere(page, sam, '/account/notices/settings')
  const requests = page.getByRole('group', { name: 'Requests, questions and offers' })
  await expect(requests.getByRole('checkbox', { name: 'Here always' })).toBeDisabled()
  await requests.getByRole('checkbox', { name: 'Push' }).uncheck()
  await expect(main(page)).toContainText('Saved.')
  await page.getByRole('switch', { name: 'No mails and no pushes at night' }).check()
  await page.getByLabel('Until').selectOption('08:30')
  await page.getByLabel('Together, on Mondays').check()
  await expect(page.getByLabel('At', { exact: true })).toHaveValue('08:00')
  await expect(main(page)).toContainText('Saved.')
  await page.reload()
  await expect(requests.getByRole('checkbox', { name: 'Push' })).not.toBeChecked()
  await expect(page.getByLabel('Until')).toHaveValue('08:30')
  await page.getByRole('switch', { name: 'No mails and no pushes at night' }).uncheck()

  const mail = await mailTo(sam.email, /would like to book you/)
  await page.goto(`/dev/mailbox/${mail.id}`)
  await page.locator('pre a[href*="/unsubscribe/"]').click()
  await press(page, 'Unsubscribe')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are unsubscribed from these e-mails')
  await page.goto('/account/notices/settings')
  await expect(requests.getByRole('checkbox', { name: 'E-mail' })).not.toBeChecked()
  await as(olga).put('/v1/bookings', { id: booking.id, version: booking.version, event: 'withdraw' })
  await page.goto('/account/notices')
  await expect(main(page)).toContainText('no longer needs you')
})
