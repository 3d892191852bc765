import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { findBarriers } from './barriers.ts'
import { as, findTown, giveRoles, makeOperator, signInHere, signUp, unique } from './people.ts'
import { deskMenu, main, press } from './stay.ts'
import { inDatabase } from './time.ts'

test('an operator finds on the desk what a colleague has changed, with the reason, and downloads it', async ({
  page,
}) => {
  const [ada, ben] = await Promise.all([signUp(unique('Ada')), signUp(unique('Ben'))])
  await Promise.all([makeOperator(ada), makeOperator(ben)])
  const code = unique('DESK').replaceAll(' ', '').toUpperCase().slice(0, 16)
  await as(ben).post('/v1/admin/promo-codes', { code, percent: 10, paidBy: 'platform', budget: 100_00 })

  await signInHere(page, ada, '/admin')
  await expect(page.getByRole('heading', { name: 'Waiting for you' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Requests by week' })).toBeAttached()
  await expect(page.getByRole('region', { name: 'State of the site' })).toContainText('No backup yet')
  const menu = deskMenu(page)
  await menu.getByRole('link', { name: 'What staff have done' }).click()
  await expect(page).toHaveURL('/admin/audit')
  await page.getByRole('searchbox').fill(code)
  await press(page, 'Search')
  await expect(page).toHaveURL(new RegExp(`q=${code}`))
  const act = page.getByRole('table', { name: 'Newest first' }).getByRole('row').filter({ hasText: code })
  await expect(act).toHaveCount(1)
  await expect(act).toContainText(ben.name)
  await act.getByText('What was sent').click()
  await expect(act).toContainText('POST /v1/admin/promo-codes')
  await expect(act).toContainText(`"code": "${code}"`)
  expect(await findBarriers(page)).toEqual([])

  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Download as CSV')])
  expect(await readFile(await download.path(), 'utf8')).toContain(code)

  await page.getByRole('searchbox').fill(unique('nothing'))
  await press(page, 'Search')
  await expect(main(page)).toContainText('Nothing found')
})

test('the desk says that uploads cannot be copied to the backups, why, and since when', async ({ page }) => {
  const ada = await signUp(unique('Ada'))
  await makeOperator(ada)
  // Stored as the worker does, which copies uploads only if the site has its own PostgreSQL (`DATABASE_URL`).
  const at = new Date('2026-02-03T04:05:06Z')
  await inDatabase((client) =>
    client.query(
      `insert into measurement (name, labels, value, measured_at) values ('uploads_failure', $1, 1, $2)`,
      [{ cause: 'The bucket answered 403.' }, at],
    ),
  )
  const state = page.getByRole('region', { name: 'State of the site' })
  await signInHere(page, ada, '/admin')
  await expect(state).toContainText('New photos and documents')
  await expect(state).toContainText(/Not in the backups since Tue.* 3 Feb.*04:05/)
  await expect(state).toContainText('They are copied once this works again. The bucket answered 403.')
  expect(await findBarriers(page)).toEqual([])

  await inDatabase((client) => client.query("delete from measurement where name = 'uploads_failure'"))
  await page.reload()
  await expect(state).toContainText('No backup yet')
  await expect(state).not.toContainText('New photos and documents')
})

test('a moderator sees only the pages of the desk that the role may open', async ({ page }) => {
  const mia = await signUp(unique('Mia'))
  await giveRoles(mia, ['moderator'])
  await signInHere(page, mia, '/admin')
  const menu = deskMenu(page)
  await expect(menu.getByRole('link', { name: 'Reports' })).toBeVisible()
  expect((await menu.getByRole('link').allInnerTexts()).filter((name) => name !== 'The desk')).toEqual([
    'Profiles to check',
    'Reports',
  ])
  await expect(main(page)).toContainText('New people')
  await expect(main(page)).not.toContainText('Turnover')
  await page.goto('/admin/cases')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/not found/i)
})

test('the desk opens as a document of its own, and its pages follow without another one', async ({
  page,
}) => {
  const ada = await signUp(unique('Ada'))
  await makeOperator(ada)
  await signInHere(page, ada, '/account')
  const mark = () => page.evaluate(() => document.documentElement.toggleAttribute('data-marked', true))
  const marked = page.locator('html[data-marked]')
  await mark()
  await page.getByRole('link', { name: 'Open the desk' }).click()
  await expect(page.getByRole('heading', { name: 'Waiting for you' })).toBeVisible()
  await expect(marked).toHaveCount(0)
  await mark()
  await deskMenu(page).getByRole('link', { name: 'Cases' }).click()
  await expect(page).toHaveURL('/admin/cases')
  await expect(page.getByRole('heading', { level: 1, name: 'Cases' })).toBeVisible()
  await expect(marked).toHaveCount(1)
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Open the desk' })).toBeVisible()
})

test('the desk shows in which cities people find no sitter', async ({ page, request }) => {
  const [ada, town] = await Promise.all([signUp(unique('Ada')), findTown('Tobermory')])
  await makeOperator(ada)
  const search = () => request.get(`/v1/sitters?place=${town.id}`)
  // Among the twelve cities with most demand, whatever other tests ask for.
  for (let one = 0; one < 40; one++) expect((await search()).ok()).toBe(true)
  await signInHere(page, ada, '/admin')
  const row = page.getByRole('table', { name: /^Published sitters/ }).getByRole('row', { name: /Tobermory/ })
  await expect(row).toContainText(/(\d+) of \1/)
})
