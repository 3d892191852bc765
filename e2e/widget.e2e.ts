import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { expect, type FrameLocator, type Page, test } from '@playwright/test'
import { findBarriers } from './barriers.ts'
import { becomeSitter, findTown, isComplete, signUp, unique, untilFound } from './people.ts'
import { main } from './stay.ts'

let site: Server
let body = ''

// A real server, because browsers let no page of unknown origin load anything from this computer.
test.beforeAll(async () => {
  site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><html lang="en"><title>The vet</title><main><h1>The vet</h1>${body}</main>`)
  })
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
})
test.afterAll(() => site.close())

/** Opens a page of another site, which includes the widget with one tag, and returns its frame. */
async function openElsewhere(page: Page, attributes: string): Promise<FrameLocator> {
  const address = site.address()
  if (address === null || typeof address === 'string') throw new Error('The other site has no port')
  const { origin } = new URL(process.env['BASE_URL']!)
  body = `<script async src="${origin}/widget.js" ${attributes}></script>`
  await page.goto(`http://127.0.0.1:${address.port}/`)
  return page.frameLocator('iframe')
}

test('another site shows the search with one tag, and a search there opens the results here', async ({
  page,
}) => {
  const town = await findTown('Wick')
  const sitter = await becomeSitter(await signUp(unique('Wynn')), town.id, 'A croft with a view')
  await untilFound(sitter, town.id)
  const frame = await openElsewhere(page, `data-place="${town.id}" data-service="boarding" data-results="3"`)
  await expect(frame.getByRole('link', { name: /A croft|Wynn/ })).toContainText('a night')
  await expect(frame.getByLabel('Where')).toHaveValue(town.name)

  await frame.getByLabel('From').fill('2030-05-03')
  await frame.getByLabel('Until').fill('2030-05-06')
  const opened = page.waitForEvent('popup')
  await frame.getByRole('button', { name: 'Search' }).press('Enter')
  const results = await opened
  await isComplete(results)

  const query = new URL(results.url()).searchParams
  expect(Object.fromEntries(query)).toEqual({
    service: 'boarding',
    place: `${town.id}`,
    start: '2030-05-03',
    end: '2030-05-06',
  })
})

test('the widget suggests towns, and sends the chosen one by its id', async ({ page }) => {
  const town = await findTown('Thurso')
  const frame = await openElsewhere(page, 'data-target="same"')
  const where = frame.getByLabel('Where')
  await where.pressSequentially('Thurs')
  const label = await frame.locator('#towns option[value^="Thurso"]').first().getAttribute('value')
  await where.fill(label!)
  await frame.getByRole('button', { name: 'Search' }).click()

  await expect(page).toHaveURL(new RegExp(`/sitters\\?place=${town.id}$`))
})

test('a sitter’s own card opens the profile, and tells when it is not public', async ({ page }) => {
  const town = await findTown('Wick')
  const sitter = await becomeSitter(await signUp(unique('Carda')), town.id, 'A house by the river')
  const frame = await openElsewhere(page, `data-sitter="${sitter.id}" data-lang="de"`)
  await expect(frame.getByRole('heading', { level: 1 })).toContainText('buchen')
  const opened = page.waitForEvent('popup')
  await frame.getByRole('link', { name: /Termine ansehen/ }).click()
  await expect(main(await opened).getByRole('heading', { level: 1 })).toContainText('Carda')

  const missing = await openElsewhere(page, 'data-sitter="00000000-0000-4000-8000-000000000000"')
  await expect(missing.getByText('This profile is not public at the moment.')).toBeVisible()
})

test('the frame is as high as what it shows, accessible in both themes and 240 px wide', async ({ page }) => {
  await page.setViewportSize({ width: 240, height: 700 })
  for (const path of ['/widget/search?results=3&place=2633709', '/widget/search?lang=de&scheme=dark'])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(path)
      expect(await findBarriers(page), path).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(240)
    }
  const frame = await openElsewhere(page, '')
  const inside = frame.locator('body')
  await expect(inside).toBeVisible()
  await expect
    .poll(async () => {
      const height = await page.locator('iframe').evaluate((one) => one.getBoundingClientRect().height)
      return height - (await inside.evaluate((body) => Math.ceil(body.getBoundingClientRect().height)))
    })
    .toBe(0)
})

test('the page about the widget gives the code for the choices made on it', async ({ page }) => {
  await page.goto('/widget')
  await isComplete(page)
  await main(page).getByLabel('Language').selectOption('German')
  await main(page).getByLabel('Service').selectOption('Dog walking')
  await main(page).getByRole('button', { name: 'Update the code' }).click()

  await expect(main(page).getByLabel('One line for your page')).toHaveValue(
    /<script async src="http.*\/widget\.js" data-service="dog_walking" data-lang="de"><\/script>/,
  )
})
