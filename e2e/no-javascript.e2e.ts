import { expect, type Page, test } from '@playwright/test'
import { z } from 'zod'
import { becomeSitter, dayFromToday, findTown, signUp, unique, untilFound } from './people.ts'

test.use({ javaScriptEnabled: false })

const Graph = z.object({
  '@context': z.string(),
  '@graph': z.array(z.looseObject({ '@type': z.string() })),
})

/** Checks for one heading, a graph with the site and the page, and the expected texts. */
async function expectComplete(page: Page, path: string, words: (string | RegExp)[], things: string[] = []) {
  const response = await page.goto(path)
  expect(response?.status(), path).toBe(200)
  await expect(page.locator('h1')).toHaveCount(1)
  await expect(page.locator('h1')).toBeVisible()
  for (const text of words) await expect(page.locator('#main')).toContainText(text)
  expect(await page.title()).toMatch(/Sitwell/)
  expect(await page.locator('meta[name=description]').getAttribute('content')).toMatch(/\w{3,}/)
  const scripts = page.locator('script[type="application/ld+json"]')
  await expect(scripts).toHaveCount(1)
  const graph = Graph.parse(JSON.parse((await scripts.textContent())!))
  expect(graph['@context']).toBe('https://schema.org')
  const site = graph['@graph'].find((thing) => thing['@type'] === 'WebSite')
  expect(site).toMatchObject({ name: 'Sitwell', description: expect.any(String), inLanguage: 'en-GB' })
  expect(graph['@graph'].map((thing) => thing['@type'])).toEqual(
    expect.arrayContaining(['WebSite', 'WebPage', ...things]),
  )
}

const pages: { path: string; words: (string | RegExp)[]; things?: string[] }[] = [
  { path: '/', words: ['Boarding', 'House sitting', 'Dog walking', 'Search'] },
  { path: '/sitters', words: ['Any kind of care', 'Price'] },
  { path: '/blog', words: ['A care sheet that works'], things: ['Blog'] },
  { path: '/how-it-works', words: [/accept/, /fee/] },
  { path: '/help', words: ['Booking a sitter'] },
  { path: '/help/booking-a-sitter', words: [/request/] },
  { path: '/legal/service-fee', words: [/service fee/i, '%'] },
  { path: '/legal/privacy-policy', words: ['Your rights'] },
  { path: '/legal/cancellation-policy', words: ['Flexible', 'Moderate', 'Strict'] },
  { path: '/legal/terms-and-conditions', words: [/sitter/, /owner/] },
  { path: '/legal/ranking', words: [/distance/i] },
  { path: '/legal/holidays', words: [/holiday/i] },
]

for (const { path, words, things } of pages)
  test(`${path} is complete without JavaScript`, ({ page }) => expectComplete(page, path, words, things))

test('a post is reachable by its link', async ({ page }) => {
  await page.goto('/blog')
  const link = page.locator('#main a[href^="/blog/"]:has-text("care sheet")').first()
  const path = (await link.getAttribute('href'))!
  await link.click()
  await page.waitForURL(`**${path}`)
  await expectComplete(page, path, [/care sheet/i], ['BlogPosting'])
})

test('the search form works without JavaScript and leads to a sitter', async ({ page }) => {
  const town = await findTown('Kirkwall')
  const name = unique('Morag')
  const sitter = await becomeSitter(await signUp(name), town.id, 'Sea walks every morning')
  await untilFound(sitter, town.id)

  await page.goto('/')
  const form = page.getByRole('search')
  await expect(form).toHaveAttribute('method', 'get')
  await form.getByLabel('Care').selectOption('boarding')
  await form.getByLabel('Where').fill('Kirkwall')
  await form.getByLabel('From').fill(dayFromToday(40))
  await form.getByLabel('To', { exact: true }).fill(dayFromToday(43))
  await form.getByText('Add your pet').click()
  await form.getByLabel('Kind of pet').selectOption('cat')
  await form.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL('**/sitters?**')
  const query = new URL(page.url()).searchParams
  expect(Object.fromEntries(query)).toMatchObject({
    service: 'boarding',
    start: dayFromToday(40),
    end: dayFromToday(43),
  })
  await expectComplete(page, page.url(), [name.split(' ')[0]!, 'Kirkwall', 'total'])

  await page.locator(`#main a[href^="/sitters/${sitter.id}"]`).first().click()
  await page.waitForURL(`**/sitters/${sitter.id}**`)
  await expectComplete(
    page,
    page.url(),
    ['Sea walks every morning', 'Services and rates', 'If plans change', 'Reviews', 'Service fee'],
    ['Service'],
  )
})

test('a search for a young pet works without JavaScript', async ({ page }) => {
  await page.goto('/sitters')
  const form = page.getByRole('search')
  await page.getByText('Any pet').click()
  await form.getByText('Add your pet').click()
  await form.getByLabel('Kind of pet').selectOption('dog')
  await form.getByText('Name, age and health').click()
  const month = dayFromToday(-200).slice(0, 7)
  await form.getByLabel('Born').fill(month)
  await form.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL('**/sitters?**')
  expect(new URL(page.url()).searchParams.get('pets')).toBe(`dog::${month}`)
})

test('without JavaScript the ranking is explained by a link instead of on each result', async ({ page }) => {
  await page.goto('/sitters')
  await expect(page.locator('#main').getByRole('link', { name: 'How ranking works' })).toBeVisible()
  await expect(page.getByText('Why here?').filter({ visible: true })).toHaveCount(0)
})

test('a city on the home page has its own page, which links to one for a service', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('region', { name: 'Cities with sitters' }).getByRole('link').first().click()
  await page.waitForURL('**/pet-sitters/*')
  await expectComplete(page, page.url(), ['offer', 'Choose your dates'], ['BreadcrumbList', 'ItemList'])
  await page.getByRole('region', { name: /offer/ }).getByRole('link', { name: 'Boarding' }).click()
  await page.waitForURL('**/pet-sitters/*/boarding')
  await expectComplete(
    page,
    page.url(),
    [/from €\d+(\.\d\d)? a night/, 'Sitters in and around'],
    ['BreadcrumbList'],
  )
})

const missing = [
  '/sitters/not-an-id',
  '/sitters/01890000-0000-7000-8000-000000000000',
  '/blog/no-such-post',
  '/help/no-such-article',
  '/legal/no-such-page',
  '/pet-sitters/atlantis-7',
  '/pet-sitters/lisbon-2267057/ironing',
  '/no/such/page',
]

for (const path of missing)
  test(`${path} does not exist`, async ({ page }) => {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page.locator('h1')).toHaveText(`Page Not Found: ${path}`)
    await expect(page.locator('#main').getByRole('link', { name: 'Find a sitter' })).toHaveAttribute(
      'href',
      '/sitters',
    )
  })
