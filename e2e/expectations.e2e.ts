// Expectations of what users may rely on everywhere, each in one short test.
import { expect, type Page, test } from '@playwright/test'
import {
  addCat,
  as,
  becomeSitter,
  dayFromToday,
  findTown,
  isComplete,
  type Person,
  requestBooking,
  signInHere,
  signUp,
  unique,
} from './people.ts'
import { main } from './stay.ts'

test.describe.configure({ mode: 'parallel' })

async function sitterIn(town: string) {
  const [sam, place] = await Promise.all([signUp(unique('Sam')), findTown(town)])
  return { sam, sitter: await becomeSitter(sam, place.id, unique('A quiet house')) }
}

const requestStay = (olga: Person, sitter: { id: string }, cat: { id: string }) =>
  requestBooking(olga, {
    sitterId: sitter.id,
    service: 'boarding',
    startOn: dayFromToday(40),
    endOn: dayFromToday(44),
    petIds: [cat.id],
  })

const scrollToEnd = (page: Page) => page.evaluate(() => scrollTo(0, document.body.scrollHeight))

for (const width of [320, 768, 1280])
  test(`a sitter’s main action is in sight at ${width} px, at the top and at the end of the page`, async ({
    page,
  }) => {
    const { sitter } = await sitterIn('Tavira')
    await page.setViewportSize({ width, height: 740 })
    await page.goto(`/sitters/${sitter.id}?service=boarding`, { waitUntil: 'networkidle' })
    await isComplete(page)
    const place = width < 1024 ? page.locator('.action-bar') : page.getByRole('complementary')
    const action = place.getByRole('link', { name: 'Request to book' })
    await expect(action).toBeInViewport({ ratio: 1 })
    await scrollToEnd(page)
    await expect(action).toBeInViewport({ ratio: 1 })
  })

test('a booking in a list says its status and next step in words, even without styles', async ({ page }) => {
  const { sitter } = await sitterIn('Tavira')
  const olga = await signUp(unique('Olga'))
  const cat = await addCat(olga, 'Miso')
  await requestStay(olga, sitter, cat)
  await page.route(/\.css$/, (route) => route.abort())
  await signInHere(page, olga)
  await page.goto('/account/bookings?scope=requests')
  const card = main(page).getByRole('listitem').filter({ hasText: 'Boarding' })
  await expect(card).toContainText('Waiting for the answer')
  await expect(card).toContainText(/answers? by|Expires|until/i)
})

test('the first steps of a new account are ticked off and disappear when all are done', async ({ page }) => {
  const olga = await signUp(unique('Olga'))
  const { sitter } = await sitterIn('Tavira')
  await signInHere(page, olga)
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByRole('listitem')).toHaveText([
    /Add a pet/,
    /Complete your profile/,
    /Find a sitter/,
  ])
  await expect(steps).toContainText('0 of 3')

  const cat = await addCat(olga, 'Miso')
  await page.reload()
  await expect(steps.getByRole('listitem').first()).toContainText('(done)')
  await expect(steps).toContainText('1 of 3')

  await requestStay(olga, sitter, cat)
  await page.reload()
  await expect(steps).toContainText('2 of 3')

  await as(olga).put(`/v1/accounts/${olga.accountId}`, {
    name: olga.name,
    phoneNumber: '+351912345678',
    location: 'Tavira',
  })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(steps).toHaveCount(0)
})
