import { expect, type Locator, type Page, test } from '@playwright/test'
import { isComplete } from './people.ts'

const listOf = (page: Page) => page.getByRole('listbox')

/** The distance between a field and its list, which stays the same as long as the list moves with the field. */
async function gap(field: Locator, list: Locator): Promise<number> {
  const [above, below] = await Promise.all([field.boundingBox(), list.boundingBox()])
  return Math.round(below!.y - above!.y - above!.height)
}

const scrollPage = (page: Page, y: number) =>
  page.evaluate(
    (y) =>
      new Promise<void>((scrolled) => {
        document.addEventListener('scroll', () => requestAnimationFrame(() => scrolled()), { once: true })
        window.scrollBy({ top: y, behavior: 'instant' })
      }),
    y,
  )

test('a list of suggestions stays at its field while the page scrolls, and closes once the field is out of view', async ({
  page,
}) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  await isComplete(page)
  const where = page.getByRole('search').getByLabel('Where')
  await where.click()
  await expect(where).toHaveRole('combobox')
  await where.evaluate((field) => field.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await where.fill('Thurso')
  const thurso = page.getByRole('option', { name: /^Thurso/ }).first()
  await expect(thurso).toBeVisible()
  await thurso.evaluate((option) =>
    Promise.all(
      option
        .closest('.animate-rise')!
        .getAnimations()
        .map(({ finished }) => finished),
    ),
  )
  const before = await gap(where, listOf(page))
  await scrollPage(page, 60)
  await expect(thurso).toBeVisible()
  expect(await gap(where, listOf(page))).toBe(before)
  await thurso.click()
  await expect(where).toHaveValue('Thurso')
  await expect(listOf(page)).toHaveCount(0)

  await where.fill('Thurs')
  await expect(thurso).toBeVisible()
  await scrollPage(page, 1200)
  await expect(where).not.toBeInViewport()
  await expect(listOf(page)).toHaveCount(0)
  await expect(where).toHaveValue('Thurs')
})
