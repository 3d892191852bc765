// The number of taps and pages from the home page to a sent request, on a phone.
import { expect, type Locator, type Page, test } from '@playwright/test'
import { nameOfDay } from './day-names.ts'
import {
  addCat,
  becomeSitter,
  dayFromToday,
  findTown,
  isComplete,
  type Person,
  signInHere,
  signUp,
  unique,
  untilFound,
} from './people.ts'

test.describe.configure({ mode: 'parallel' })

const days = [dayFromToday(40), dayFromToday(43)]

async function sitterIn(townName: string) {
  const [sam, town] = await Promise.all([signUp(unique('Sam')), findTown(townName)])
  const headline = unique('A quiet house')
  const sitter = await becomeSitter(sam, town.id, headline)
  await untilFound(sitter, town.id)
  return { sitter, headline }
}

/** Counts taps and the different pages opened. A choice in a list of the phone itself is a tap that no page receives. */
async function countFrom(page: Page) {
  let taps = 0
  const pages = new Set<string>()
  await page.exposeFunction('countTap', () => {
    taps += 1
  })
  await page.addInitScript(() =>
    addEventListener('pointerdown', () => void window.countTap?.(), { capture: true }),
  )
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) pages.add(new URL(frame.url()).pathname)
  })
  const choose = async (field: Locator, value: string | { label: string }) => {
    await field.tap()
    await field.selectOption(value)
    await page.keyboard.press('Escape')
    taps += 1
  }
  return { choose, taps: () => taps, pages: () => [...pages] }
}

async function chooseDays(page: Page) {
  // A transparent layer over the field opens the calendar; the field itself is for typing.
  await page.getByRole('search').getByLabel('From', { exact: true }).tap({ force: true })
  for (const day of days)
    await page
      .getByRole('dialog', { name: 'When' })
      .getByRole('button', { name: nameOfDay(day) })
      .tap()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Searches with the form of the home page, and opens the sitter from the results. */
async function findSitter(page: Page, headline: string) {
  await page.getByRole('main').getByRole('button', { name: 'Search' }).tap()
  await expect(page).toHaveURL(/\/sitters\?/)
  await page.getByRole('listitem').filter({ hasText: headline }).getByRole('link').first().tap()
  await expect(page).toHaveURL(/\/sitters\/[0-9a-f-]{36}/)
}

const bar = (page: Page) => page.locator('.action-bar')

async function send(page: Page) {
  await page
    .getByRole('dialog', { name: 'Check your request' })
    .getByRole('button', { name: /^Send request/ })
    .tap()
}

test('a newcomer sends a request with at most 20 taps on at most 4 pages', async ({ page }) => {
  const { headline } = await sitterIn('Tavira')
  const count = await countFrom(page)
  await page.goto('/')
  await isComplete(page)
  await page.getByLabel('Where').tap()
  await expect(page.getByRole('combobox', { name: 'Where' })).toBeFocused()
  await page.keyboard.type('Tavi')
  // The list stays invisible until the on-screen keyboard has had time to open.
  await expect(page.locator('[data-trigger=ComboBox]')).toHaveCSS('opacity', '1')
  await page
    .getByRole('listbox')
    .getByRole('option', { name: /^Tavira/ })
    .first()
    .tap()
  await chooseDays(page)
  await findSitter(page, headline)

  const box = page.getByRole('complementary', { name: 'Price and request' })
  await count.choose(box.getByLabel('Kind of pet'), 'dog')
  await box.getByLabel('Weight').tap()
  await page.keyboard.type('12')
  await box.getByText('Name, age and health').tap()
  await box.getByLabel('Name').tap()
  await page.keyboard.type('Pip')
  await count.choose(box.getByLabel('Born'), { label: 'About 2020' })
  await expect(bar(page)).toContainText('total, 3 nights')
  await bar(page).getByRole('link', { name: 'Request to book' }).tap()

  await expect(page).toHaveURL(/\/auth\/sign-up/)
  const name = unique('Nora')
  for (const [label, words] of [
    ['Your name', name],
    ['E-mail', `${name.toLowerCase().replace(' ', '.')}@example.org`],
    ['Password', 'a-walk-along-the-ria'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).tap()
    await page.keyboard.type(words)
  }
  await page.getByRole('button', { name: 'Create my account' }).tap()
  await expect(page.getByRole('dialog', { name: 'Check your request' })).toContainText('Pip')
  const pages = count.pages()
  await send(page)
  await expect(page).toHaveURL(/\/account\/bookings\/[0-9a-f-]{36}/)
  console.log(`A newcomer sends a request with ${count.taps()} taps on ${pages.length} pages.`)
  expect(count.taps()).toBeLessThanOrEqual(20)
  expect(pages.length, pages.join(' ')).toBeLessThanOrEqual(4)
})

/** Leaves the town, the service and the kind of pet of a search on the device, as an earlier visit does. */
async function visitBefore(page: Page, owner: Person, placeId: number) {
  await signInHere(page, owner, `/sitters?service=boarding&place=${placeId}&pets=cat:4`)
  await isComplete(page)
}

test('an owner who comes back sends a request with at most 8 taps', async ({ page }) => {
  const [{ headline }, olga, town] = await Promise.all([
    sitterIn('Tavira'),
    signUp(unique('Olga')),
    findTown('Tavira'),
  ])
  await addCat(olga, 'Miso')
  await visitBefore(page, olga, town.id)
  const count = await countFrom(page)
  await page.goto('/')
  await expect(page.getByLabel('Where')).toHaveValue('Tavira')
  await chooseDays(page)
  await findSitter(page, headline)
  await expect(bar(page)).toContainText('total, 3 nights')
  await bar(page).getByRole('link', { name: 'Request to book' }).tap()
  await send(page)
  await expect(page).toHaveURL(/\/account\/bookings\/[0-9a-f-]{36}/)
  console.log(`An owner who comes back sends a request with ${count.taps()} taps.`)
  expect(count.taps()).toBeLessThanOrEqual(8)
})
