import { type Browser, expect, type Page, test } from '@playwright/test'
import { z } from 'zod'
import { becomeSitter, findTown, isComplete, signInHere, signUp, unique } from './people.ts'
import { main } from './stay.ts'

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
const Handed = z.array(z.object({ title: z.string().min(1), url: z.url() }))

/** A phone whose share sheet notes what it is given. */
async function phoneWithShareSheet(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: process.env['BASE_URL']!, ...phone })).newPage()
  await page.addInitScript(() => {
    const handed: unknown[] = []
    Object.assign(window, { handed })
    Object.assign(navigator, { share: async (what: unknown) => void handed.push(what) })
  })
  return page
}

const share = (page: Page) => main(page).getByRole('button', { name: 'Share', exact: true })
const handed = async (page: Page) =>
  Handed.parse(await page.evaluate((): unknown => Reflect.get(window, 'handed')))

const handedUrls = async (page: Page) => (await handed(page)).map(({ url }) => url)

const touch = (page: Page) => main(page).getByRole('heading', { level: 1 }).tap()

/** Addresses of a search with filters, a city and a post. */
async function pathsToShare(page: Page): Promise<string[]> {
  const hrefOf = (selector: string) => page.locator(selector).first().getAttribute('href')
  await page.goto('/')
  const city = await hrefOf('a[href^="/pet-sitters/"]')
  await page.goto('/blog')
  const post = await hrefOf('main h2 a[href^="/blog/"]')
  return ['/sitters?service=boarding&maxPrice=6000', city!, post!]
}

test('on a phone a search with its filters, a city and a post are handed to the share sheet', async ({
  browser,
}) => {
  const page = await phoneWithShareSheet(browser)
  for (const path of await pathsToShare(page)) {
    await page.goto(path)
    await isComplete(page)
    // The first touch of the page is the one that shares.
    await share(page).tap()
    const title = await main(page).getByRole('heading', { level: 1 }).textContent()
    await expect.poll(() => handed(page)).toEqual([{ title, url: new URL(path, page.url()).href }])
  }
  await page.context().close()
})

test('without a share sheet the address is copied, with the filters that were chosen meanwhile', async ({
  browser,
}) => {
  const context = await browser.newContext({
    baseURL: process.env['BASE_URL']!,
    ...phone,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  await page.addInitScript(() => Object.assign(navigator, { share: undefined }))
  await page.goto('/sitters')
  await isComplete(page)
  await touch(page)
  await main(page).locator('summary', { hasText: 'Best match' }).tap()
  await main(page).getByRole('link', { name: 'Lowest price' }).tap()
  await expect(page).toHaveURL(/sort=/)
  await share(page).tap()
  await expect(page.locator('[data-sonner-toast]')).toContainText('The link is copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  await context.close()
})

test('a sitter shares the own profile from the account, and anybody their invitation', async ({
  browser,
}) => {
  const page = await phoneWithShareSheet(browser)
  const [sam, town] = await Promise.all([signUp(unique('Sam')), findTown('Tavira')])
  const { id } = await becomeSitter(sam, town.id, unique('A quiet house'))
  const url = (path: string) => new URL(path, page.url()).href
  await signInHere(page, sam, '/account/sitters')
  await share(page).tap()
  await expect.poll(() => handedUrls(page)).toEqual([url(`/sitters/${id}`)])
  await page.goto(`/account/sitters/${id}`)
  await touch(page)
  await share(page).tap()
  await expect.poll(() => handedUrls(page)).toEqual([url(`/sitters/${id}`)])
  await page.goto('/account/invite')
  const link = await main(page).getByLabel('Your link').inputValue()
  await share(page).tap()
  await expect.poll(() => handedUrls(page)).toEqual([link])
  await page.context().close()
})
