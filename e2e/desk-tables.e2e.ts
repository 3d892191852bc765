import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { findBarriers } from './barriers.ts'
import { as, giveRoles, makeOperator, type Person, signInHere, signUp, unique } from './people.ts'
import { accept, main, press, readAs, twoPeople } from './stay.ts'
import { beginInHours } from './time.ts'

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
  expect(await findBarriers(page)).toEqual([])
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
  expect(await findBarriers(page)).toEqual([])
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
  await expect(page.getByRole('table', { name: 'Newest first' })).toContainText(reason)
})

const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })

/** Sorts by a column with the keyboard. */
async function sortBy(page: Page, name: string, word: string) {
  await head(page, name).getByRole('link').press('Enter')
  await expect(page).toHaveURL(new RegExp(`sort=${word}(&|$)`))
  await expect(head(page, name)).toHaveAttribute('aria-sort', /ascending|descending/)
  await expect(head(page, name).getByRole('link')).toBeFocused()
}

async function hideColumn(page: Page, name: string) {
  await expect(head(page, name)).toBeVisible()
  await main(page).locator('summary').filter({ hasText: 'Columns' }).click()
  await page.getByRole('group', { name: 'Columns of the table' }).getByLabel(name, { exact: true }).uncheck()
  await expect(head(page, name)).toHaveCount(0)
}

/** The lines of the file below its head. */
async function download(page: Page, name: string): Promise<string[]> {
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Download as CSV')])
  expect(file.suggestedFilename()).toBe(name)
  return (await readFile(await file.path(), 'utf8')).trim().split('\r\n').slice(1)
}

/** On a phone the rows are cards, and a list of orders sorts them. */
async function checkOnPhone(page: Page, order: string, word: string) {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByLabel('Sorted by').selectOption(order)
  await expect(page).toHaveURL(new RegExp(`sort=${word}(&|$)`))
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(wide).toBeLessThanOrEqual(360)
  expect(await findBarriers(page)).toEqual([])
}

const makeCode = (person: Person, code: string) =>
  as(person).post('/v1/admin/promo-codes', { code, percent: 10, paidBy: 'platform', budget: 100_00 })

test('what staff have done is sorted by person, shown page by page, and downloaded in this order', async ({
  page,
}) => {
  const [zoe, bea] = await Promise.all([signUp(unique('Zoe')), signUp(unique('Bea'))])
  await Promise.all([makeOperator(zoe), makeOperator(bea)])
  const code = unique('ROW').replaceAll(' ', '').toUpperCase().slice(0, 16)
  for (let number = 0; number < 25; number++) await makeCode(zoe, `${code}${number}`)
  await makeCode(bea, `${code}LAST`)

  await signInHere(page, zoe, `/admin/audit?q=${code}`)
  const rows = main(page).getByRole('rowheader')
  const first = main(page).getByRole('row').nth(1)
  await expect(rows).toHaveCount(24)
  await expect(first).toContainText(bea.name)
  await sortBy(page, 'Who', 'by')
  await expect(first).toContainText(bea.name)
  await sortBy(page, 'Who', '-by')
  await expect(first).toContainText(zoe.name)
  await press(page, 'Show more')
  await expect(rows).toHaveCount(26)
  await expect(main(page).getByRole('row').last()).toContainText(bea.name)
  await expect(main(page)).toContainText('Showing 26 changes')

  const lines = await download(page, 'what-staff-have-done.csv')
  expect(lines).toHaveLength(26)
  expect(lines.at(-1)).toContain(bea.name)
  await hideColumn(page, 'Kind')
  await checkOnPhone(page, 'When, ascending', 'at')
  await expect(rows).toHaveCount(24)
})

test('reports are sorted, filtered and downloaded without their words, and open by the keyboard', async ({
  page,
}) => {
  const family = unique('Fenn')
  const [zoe, bea, mia, olga] = await Promise.all([
    signUp(`Zoe ${family}`),
    signUp(`Bea ${family}`),
    signUp(unique('Mia')),
    signUp(unique('Olga')),
  ])
  await giveRoles(mia, ['moderator'])
  const report = (about: Person, reason: string) =>
    as(olga).post('/v1/reports', {
      subjectKind: 'person',
      subjectId: about.accountId,
      reason,
      words: 'He asked for my bank card.',
    })
  await report(zoe, 'fraud')
  await report(bea, 'harassment')

  await signInHere(page, mia, `/admin/reports?q=${encodeURIComponent(family)}`)
  const rows = main(page).getByRole('rowheader').getByRole('link')
  await expect(rows).toHaveText([zoe.name, bea.name])
  await expect(page.getByRole('table', { name: 'Oldest first' })).toBeVisible()
  await sortBy(page, 'About', 'about')
  await expect(rows).toHaveText([bea.name, zoe.name])
  const lines = await download(page, 'reports-open.csv')
  expect(lines.map((line) => line.split(',').slice(3, 6))).toEqual([
    ['harassment', bea.name, olga.name],
    ['fraud', zoe.name, olga.name],
  ])
  expect(lines.join()).not.toContain('bank card')
  await hideColumn(page, 'Reported by')
  await page.getByRole('search', { name: 'Reports' }).getByLabel('Reason').selectOption('Harassment')
  await press(page, 'Search')
  await expect(rows).toHaveText([bea.name])
  await expect(page).toHaveURL(/sort=about/)

  await rows.first().press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: bea.name })).toBeVisible()
  await expect(main(page)).toContainText('He asked for my bank card.')
  await page.getByLabel('Leave it as it is').check()
  await page.getByLabel('Why').fill('They have talked about it.')
  await press(page, 'Decide')
  await expect(main(page)).toContainText('Nothing was removed.')
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Reports' }).click()
  await expect(head(page, 'Decision')).toBeVisible()
  await page.goto(`/admin/reports?status=decided&q=${encodeURIComponent(family)}`)
  await expect(rows).toHaveText([bea.name])
  await expect(head(page, 'Decided')).toHaveAttribute('aria-sort', 'descending')
  await checkOnPhone(page, 'About, descending', '-about')
})

/** A case that the owner has opened during a stay. */
async function openCase(kind: string) {
  const people = await twoPeople(20)
  const { olga, sam, booking } = people
  await accept(sam, booking)
  await beginInHours(booking.id, 1)
  const send = async (person: Person, event: object) => {
    const { id, version } = await readAs(person, booking)
    await as(person).put('/v1/bookings', { id, version, ...event })
  }
  await send(sam, { event: 'check_in' })
  await send(olga, { event: 'open_case', kind, words: 'The neighbours heard Miso all night.' })
  return people
}

test('cases are sorted, filtered and downloaded without their words', async ({ page }) => {
  const [first, second, ada] = await Promise.all([openCase('care'), openCase('keys'), signUp(unique('Ada'))])
  await giveRoles(ada, ['support'])
  const { number } = first.booking
  await signInHere(page, ada, `/admin/cases?q=${number}`)
  const row = main(page).getByRole('row').filter({ hasText: number })
  await expect(row).toContainText(`${first.olga.name} with Sam`)
  await expect(head(page, 'Due')).toHaveAttribute('aria-sort', 'ascending')
  await sortBy(page, 'Owner and sitter', 'owner')
  const lines = await download(page, 'cases-open.csv')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(`care,awaiting_party,${number},Boarding,${first.olga.name},Sam `)
  expect(lines[0]).not.toContain('neighbours')
  await hideColumn(page, 'Days')
  const search = page.getByRole('search', { name: 'Cases' })
  await search.getByLabel('About').selectOption('Keys or access')
  await press(page, 'Search')
  await expect(main(page)).toContainText('No case found')
  await search.getByRole('searchbox').fill(second.olga.email)
  await press(page, 'Search')
  await expect(main(page).getByRole('rowheader')).toContainText(second.booking.number)
  await expect(page).toHaveURL(/sort=owner/)
  await checkOnPhone(page, 'Opened, descending', '-openedAt')
  await main(page).getByRole('rowheader').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Keys or access' })).toBeVisible()
})
