import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { addMonths, localOf } from '#server/kernel/day.ts'
import { signInHere } from './people.ts'
import { accept, euros, main, press, twoPeople } from './stay.ts'

test('a monthly statement lists that month’s payments only and can be downloaded as a PDF', async ({
  page,
}) => {
  const { olga, sam, booking } = await twoPeople(20)
  const { quote, number } = await accept(sam, booking)
  // Months are in the time zone of the place of care.
  const today = localOf(new Date(), 'Atlantic/Azores').on
  const [month, before] = [today, addMonths(today, -1)].map((on) => on.slice(0, 7))
  await signInHere(page, olga, '/account/bookings?scope=past')
  await page.getByRole('link', { name: 'Monthly statements' }).click()
  const months = page.getByLabel('Month')
  await months.selectOption(month!)
  await press(page, 'Show')
  const paid = main(page).locator('dl div').filter({ hasText: number }).filter({ hasText: 'You pay' })
  await expect(paid).toContainText(euros(quote.total))

  const waiting = page.waitForEvent('download')
  await press(page, 'Download as PDF')
  const file = await waiting
  expect(file.suggestedFilename()).toBe(`O-${month}.pdf`)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')

  await months.selectOption(before!)
  await press(page, 'Show')
  await expect(main(page)).toContainText(`O-${before}`)
  await expect(main(page)).not.toContainText(number)
})
