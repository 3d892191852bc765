import { expect, type Locator, type Page, test } from '@playwright/test'
import { isComplete } from './people.ts'

test.describe.configure({ mode: 'parallel' })

async function openGallery(page: Page) {
  await page.goto('/dev/ui?only=dates', { waitUntil: 'networkidle' })
  await isComplete(page)
  return page.getByRole('group', { name: 'When' }).first()
}

/** Presses the layer over the field, as a pointer does; the field itself is for typing. */
async function openCalendar(page: Page, range: Locator, edge: 'Drop-off' | 'Pick-up') {
  await range.getByLabel(edge, { exact: true }).first().click({ force: true })
  await expect(page.getByRole('dialog').getByRole('grid').first()).toBeVisible()
}

const press = (page: Page, day: string) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`, ${day}`) })
    .click()
const chosen = (page: Page) => page.getByText(/^Chosen: /)

test('the calendar of the end moves the end and keeps the start', async ({ page }) => {
  const range = await openGallery(page)
  await openCalendar(page, range, 'Pick-up')
  await press(page, '14 December 2026')
  await expect(chosen(page)).toHaveText('Chosen: Sat 12 Dec – Mon 14 Dec')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a day before the start begins a new range, which the next press ends', async ({ page }) => {
  const range = await openGallery(page)
  await openCalendar(page, range, 'Pick-up')
  await press(page, '8 December 2026')
  await expect(chosen(page)).toHaveText('Chosen: Tue 8 Dec – …')
  await press(page, '10 December 2026')
  await expect(chosen(page)).toHaveText('Chosen: Tue 8 Dec – Thu 10 Dec')
})

test('“Done” in the calendar of the end leaves the range as it is', async ({ page }) => {
  const range = await openGallery(page)
  await openCalendar(page, range, 'Pick-up')
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(chosen(page)).toHaveText('Chosen: nothing yet')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('a single month is as wide as the sheet', async ({ page }) => {
    await openGallery(page)
    await page.getByLabel('Date of the walk', { exact: true }).first().click({ force: true })
    const month = page.getByRole('dialog').getByRole('grid')
    await expect(month).toBeVisible()
    expect((await month.boundingBox())!.width).toBeGreaterThan(315)
  })

  test('months are scrolled, and later ones can be added up to the last selectable month', async ({
    page,
  }) => {
    const range = await openGallery(page)
    await openCalendar(page, range, 'Pick-up')
    const months = page.getByRole('dialog').getByRole('grid')
    await expect(months).toHaveCount(5)
    await expect(months.first()).toHaveAccessibleName(/November 2026/)
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Next month' })).toHaveCount(0)
    const later = page.getByRole('dialog').getByRole('button', { name: 'Later months' })
    for (const count of [8, 11, 13]) {
      await later.click()
      await expect(months).toHaveCount(count)
    }
    await expect(months.first()).toHaveAccessibleName(/November 2026/)
    await expect(months.last()).toHaveAccessibleName(/November 2027/)
    await expect(later).toHaveCount(0)
  })

  test('the names of weekdays are centred above their columns', async ({ page }) => {
    const range = await openGallery(page)
    await openCalendar(page, range, 'Drop-off')
    const month = page.getByRole('dialog').getByRole('grid').nth(1)
    const middles = (cells: Locator) =>
      cells.evaluateAll((found) =>
        found.slice(0, 7).map((cell) => {
          const range = document.createRange()
          range.selectNodeContents(cell)
          const { left, width } = range.getBoundingClientRect()
          return Math.round(left + width / 2)
        }),
      )
    const names = await middles(month.locator('th'))
    const days = await middles(month.locator('tbody tr').nth(1).locator('td'))
    for (const [column, middle] of days.entries())
      expect(Math.abs(names[column]! - middle), `column ${column}`).toBeLessThanOrEqual(2)
  })
})
