import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { searchSitters } from '#contract/search/search.ts'
import { Quote } from '#contract/bookings/bookings.ts'
import {
  addCat,
  as,
  becomeSitter,
  dayFromToday,
  findTown,
  type Person,
  signUp,
  unique,
  untilFound,
} from './people.ts'
import { nameOfDay } from './day-names.ts'
import { unfold } from './stay.ts'

const startOn = dayFromToday(40)
const endOn = dayFromToday(44)

/** Opens the calendar of the named field and selects both days by clicking. */
async function chooseDates(page: Page, field: Locator): Promise<void> {
  // A transparent layer over the field opens the calendar; the field itself is for typing.
  await field.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await field.click({ force: true })
  const calendar = page.getByRole('dialog').filter({ has: page.getByRole('grid') })
  for (const day of [startOn, endOn]) {
    const cell = calendar.getByRole('button', { name: nameOfDay(day) })
    await expect(calendar.getByRole('grid').first()).toBeVisible()
    for (let month = 0; month < 4 && (await cell.count()) === 0; month++)
      await calendar.getByRole('button', { name: /^(Next month|Later months)$/ }).click()
    await cell.click()
  }
  const done = calendar.getByRole('button', { name: 'Done' })
  if (await done.isVisible()) await done.click()
  await expect(calendar).toBeHidden()
}

async function searchTown(page: Page, town: string): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Care', { exact: true }).selectOption('boarding')
  const where = page.getByLabel('Where')
  await where.click()
  await page.keyboard.type(town.slice(0, 5))
  await expect(page.getByRole('option', { name: new RegExp(`^${town}`) }).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(where).toHaveValue(town)
  await chooseDates(page, page.getByLabel('From').first())
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\/sitters\?/)
}

async function signInOn(page: Page, { email, password }: Person, next: string): Promise<void> {
  await page.goto(`/auth/sign-in?next=${encodeURIComponent(next)}`)
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(next)
}

const money = (minor: number) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' }).format(minor / 100)

/** Quotes the stay of these tests for an adult dog of 12 kg. */
async function priceOf(sitterId: string): Promise<number> {
  const response = await fetch(`${process.env['BASE_URL']!}/v1/bookings/calculate-cost`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      sitterId,
      service: 'boarding',
      startOn,
      endOn,
      pets: [{ species: 'dog', weightKg: 12, birthOn: '2020-01-01' }],
    }),
  })
  return Quote.parse(await response.json()).total
}

/** The booking action of a sitter's page: in the box, or in the bar at the bottom on phones. */
const requestButton = (page: Page) =>
  page
    .getByRole('button', { name: 'Request to book' })
    .or(page.getByRole('link', { name: 'Request to book' }))
    .first()

const inOwnWindow = async (browser: Browser, like: Page) =>
  (await browser.newContext({ viewport: like.viewportSize(), baseURL: process.env['BASE_URL']! })).newPage()

/** The total is at the head of the box and at the end of the price lines. */
async function showsTotal(box: Locator, total: string): Promise<void> {
  await expect(box.getByText(total)).toHaveCount(2)
  for (const shown of await box.getByText(total).all()) await expect(shown).toBeVisible()
}

test('an owner searches, sees the full price and books; the sitter accepts; cancelling refunds the total', async ({
  page,
  browser,
}) => {
  const samantha = await signUp(unique('Sam'))
  const town = await findTown('Tavira')
  const headline = unique('A garden by the river')
  const sitter = await becomeSitter(samantha, town.id, headline)
  await untilFound(sitter, town.id)

  await searchTown(page, 'Tavira')
  const card = page.getByRole('listitem').filter({ hasText: headline })
  await expect(card).toContainText('total, 4 nights')
  await card.getByRole('link', { name: 'Sam' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Sam')
  const box = page.getByRole('complementary', { name: 'Price and request' })
  await box.getByLabel('Kind of pet').selectOption('dog')
  await box.getByLabel('Weight').fill('12')
  await box.getByText('Name, age and health').click()
  await box.getByLabel('Name').fill('Pip')
  await box.getByLabel('Born').selectOption({ index: 1 })
  const total = money(await priceOf(sitter.id))
  await showsTotal(box, total)
  await expect(box).toContainText('Service fee')

  await requestButton(page).click()
  await expect(page).toHaveURL(/\/auth\/sign-up\?next=/)
  const back = new URL(new URL(page.url()).searchParams.get('next')!, page.url())
  const name = unique('Olga')
  const email = `${name.toLowerCase().replace(' ', '.')}@example.org`
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a-walk-along-the-ria')
  await page.getByRole('button', { name: 'Create my account' }).click()
  // Back at the request, with the described pet saved in the new account without another form.
  const check = page.getByRole('dialog', { name: 'Check your request' })
  await expect(check).toContainText('Pip')
  await expect(check).toContainText(total)
  await check.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL((url) => url.pathname === back.pathname && !url.searchParams.has('step'))
  await expect(box.getByRole('checkbox', { name: 'Pip' })).toBeChecked()
  await showsTotal(box, total)

  await requestButton(page).click()
  await check.getByLabel('A few words to Sam').fill('Pip is calm, likes the sea, and sleeps anywhere.')
  await check.getByRole('button', { name: `Send request, ${total}` }).click()
  await expect(page).toHaveURL(/\/account\/bookings\/[0-9a-f-]{36}/)
  const bookingPath = new URL(page.url()).pathname
  await expect(page.getByText('Waiting for the answer').first()).toBeVisible()
  await expect(page.locator('#main')).toContainText(total)

  const sitterPage = await inOwnWindow(browser, page)
  await signInOn(sitterPage, samantha, '/account/bookings?role=sitter')
  await sitterPage.locator(`a[href*="${bookingPath}"]`).first().click()
  await expect(sitterPage.locator('#main')).toContainText('Pip is calm, likes the sea')
  await sitterPage.getByRole('button', { name: 'Accept booking' }).click()
  await expect(sitterPage.getByText('Confirmed').first()).toBeVisible()

  await page.reload()
  await expect(page.getByText('Confirmed').first()).toBeVisible()
  await expect(page.locator('#main')).toContainText(total)

  await secondOwnerIsTooLate(sitter.id, town.id)

  await unfold(page, 'If you cancel')
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  const cancel = page.getByRole('alertdialog')
  await expect(cancel.getByRole('button', { name: 'Keep the booking' })).toBeFocused()
  await expect(cancel).toContainText(total)
  await cancel.getByLabel(/Why are you cancelling/).fill('Our trip was called off.')
  await cancel.getByRole('button', { name: 'Cancel the booking' }).click()
  await expect(page.getByText('Cancelled').first()).toBeVisible()
  await expect(page.locator('#main')).toContainText(total)
  await expect(page.locator('#main')).toContainText('Our trip was called off.')
  await sitterPage.context().close()
})

/** With the last place taken, the sitter is not found any more, and a request sent anyway fails with the days. */
async function secondOwnerIsTooLate(sitterId: string, placeId: number): Promise<void> {
  const late = await signUp(unique('Eve'))
  const cat = await addCat(late, 'Poe')
  const found = await as(late, searchSitters.response).get(
    `/v1/sitters?service=boarding&place=${placeId}&start=${startOn}&end=${endOn}&pets=cat:4&limit=100`,
  )
  expect(found.items.map(({ id }) => id)).not.toContain(sitterId)
  const draft = { sitterId, service: 'boarding', startOn, endOn, petIds: [cat.id] }
  await expect(as(late).post('/v1/bookings', { ...draft, quoteHash: 'an-old-quote' })).rejects.toThrow(
    /422.*capacity-full/,
  )
}
