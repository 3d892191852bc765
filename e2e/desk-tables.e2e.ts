import { readFile } from 'node:fs/promises'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { makeOperator, signInHere, signUp, unique } from './people.ts'
import { main, press } from './stay.ts'

/** Two people whose shared family name finds only them, the one with the later name first. */
async function openFamily(page: Page, query = '') {
  const family = unique('Marsh')
  const [ada, zoe] = await Promise.all([signUp(unique('Ada')), signUp(`Zoe ${family}`)])
  await makeOperator(ada)
  const bea = await signUp(`Bea ${family}`)
  await signInHere(page, ada, `/admin/people?q=${encodeURIComponent(family)}${query}`)
  const names = main(page).getByRole('rowheader')
  return { ada, zoe, bea, names }
}

test('a press on the head of a column sorts people by it, with the order in the URL and the focus in place', async ({
  page,
}) => {
  const { zoe, bea, names } = await openFamily(page)
  await expect(names).toHaveText([bea.name, zoe.name])
  const head = page.getByRole('columnheader', { name: 'Name' })
  const since = page.getByRole('columnheader', { name: 'Since' })
  await expect(since).toHaveAttribute('aria-sort', 'descending')
  await expect(head).not.toHaveAttribute('aria-sort')

  await head.getByRole('link').press('Enter')
  await expect(page).toHaveURL(/sort=name/)
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect(since).not.toHaveAttribute('aria-sort')
  await expect(head.getByRole('link')).toBeFocused()
  await head.getByRole('link').press('Enter')
  await expect(page).toHaveURL(/sort=-name/)
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect(names).toHaveText([zoe.name, bea.name])

  await page.getByRole('search', { name: 'People' }).getByLabel('Who').selectOption('Sitters')
  await press(page, 'Search')
  await expect(main(page)).toContainText('Nobody found')
  await expect(page).toHaveURL(/sort=-name/)
  await page.goBack()
  await expect(names).toHaveText([zoe.name, bea.name])
})

test('columns can be hidden, and stay hidden in this browser', async ({ page }) => {
  const { bea } = await openFamily(page)
  const address = page.getByRole('columnheader', { name: 'E-mail' })
  await expect(main(page)).toContainText(bea.email)
  await main(page).locator('summary').filter({ hasText: 'Columns' }).click()
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([])
  const columns = page.getByRole('group', { name: 'Columns of the table' })
  await columns.getByLabel('E-mail').uncheck()
  await expect(address).toHaveCount(0)
  await expect(main(page)).not.toContainText(bea.email)
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Place' })).toBeVisible()
  await expect(address).toHaveCount(0)
  await main(page).locator('summary').filter({ hasText: 'Columns' }).click()
  await columns.getByLabel('E-mail').check()
  await expect(address).toBeVisible()
})

test('at 360 px people are sorted by a list of orders', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  const { zoe, bea, names } = await openFamily(page)
  await expect(names).toHaveText([bea.name, zoe.name])
  await page.getByLabel('Sorted by').selectOption('Name, descending')
  await expect(page).toHaveURL(/sort=-name/)
  await expect(names).toHaveText([zoe.name, bea.name])
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([])
})

test('an operator downloads people in the order of the table after saying why', async ({ page }) => {
  const { zoe, bea } = await openFamily(page, '&sort=-name')
  await press(page, 'Download as CSV')
  const dialog = page.getByRole('alertdialog', { name: 'Download these people as a file?' })
  await dialog.getByRole('button', { name: 'Download' }).click()
  await expect(dialog).toContainText('Write at least 10 characters')
  const reason = 'For the letter about the new terms.'
  await dialog.getByLabel('What do you need the file for?').fill(reason)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('people.csv')
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n').slice(1)
  expect(lines.map((line) => line.split(',')[1])).toEqual([zoe.name, bea.name])
  await page.goto(`/admin/audit?q=${encodeURIComponent(zoe.name.split(' ').at(-1)!)}`)
  await expect(page.getByRole('region', { name: 'Newest first' })).toContainText(reason)
})
