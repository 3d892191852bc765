import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { makeOperator, signInHere, signUp, unique } from './people.ts'
import { main, openOnDesk, press, twoPeople } from './stay.ts'

test('an operator finds a booking by number, name and status, and the filters are kept in the URL', async ({
  page,
}) => {
  const [{ olga, sam, booking, path }, ada] = await Promise.all([twoPeople(20), signUp(unique('Ada'))])
  await makeOperator(ada)
  await signInHere(page, ada)
  await openOnDesk(page, 'All bookings')
  await expect(page).toHaveURL('/admin/bookings')
  const search = page.getByRole('search', { name: 'Bookings' })
  const words = search.getByLabel('Number, name or e-mail address')
  const status = search.getByLabel('Status')
  const found = main(page).getByRole('rowheader')

  await words.fill(booking.number)
  await press(page, 'Search')
  await expect(found).toHaveText([new RegExp(`^${booking.number}`)])
  await expect(main(page).getByRole('row').last()).toContainText(`${olga.name} with Sam`)

  await words.fill(sam.name)
  await status.selectOption('Waiting for the answer')
  await press(page, 'Search')
  await expect(page).toHaveURL(/status=requested/)
  await expect(found).toHaveText([new RegExp(`^${booking.number}`)])
  await page.goto(page.url())
  await expect(words).toHaveValue(sam.name)
  await expect(status).toHaveValue('requested')
  await expect(found).toHaveText([new RegExp(`^${booking.number}`)])

  await page.getByRole('columnheader', { name: 'Total' }).getByRole('link').click()
  await expect(page).toHaveURL(/sort=-total/)
  await expect(found).toHaveText([new RegExp(`^${booking.number}`)])
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Download as CSV')])
  expect(await readFile(await download.path(), 'utf8')).toContain(`\r\n${booking.number},`)

  await status.selectOption('Completed')
  await press(page, 'Search')
  await expect(main(page)).toContainText('No booking found')
  await expect(main(page)).toContainText('Try fewer letters of the name, another status or other days.')
  await page.goBack()
  await found.getByRole('link').click()
  await expect(page).toHaveURL(`/admin/bookings/${path.split('/').at(-1)}`)
})
