import { expect, test } from '@playwright/test'
import { signInHere } from './people.ts'
import { open, sharedFixture } from './shared-fixture.ts'

const inBar = [
  ['Search', '/sitters'],
  ['Favourites', '/account/favorites'],
  ['Bookings', '/account/bookings'],
  ['Messages', '/account/messages'],
  ['Account', '/account'],
] as const
const inHeader = [
  ['How it works', '/how-it-works'],
  ['Blog', '/blog'],
  ['Find a sitter', '/sitters'],
] as const

test('a navigation moves the focus to the new page’s heading', async ({ page }, { project }) => {
  const { owner } = await sharedFixture()
  await signInHere(page, owner)
  const isPhone = project.name === 'phone'
  const nav = page.getByRole('navigation', { name: isPhone ? 'Places' : 'Main' })
  for (const [name, path] of isPhone ? inBar : inHeader) {
    await nav.getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
    await expect(page.locator('#main h1')).toBeFocused()
    await expect(page).toHaveTitle(/Sitwell/)
  }
})

test('the skip link is the first element in the tab order', async ({ page }) => {
  await open(page, '/blog')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to the content' })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
})

test('the bottom bar has at most five links, each at least 44 px wide and high and inside the screen', async ({
  page,
}) => {
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await open(page, '/')
    const links = page.getByRole('navigation', { name: 'Places' }).getByRole('link')
    const boxes = await Promise.all((await links.all()).map((link) => link.boundingBox()))
    expect(boxes.length).toBeGreaterThan(2)
    expect(boxes.length).toBeLessThanOrEqual(5)
    for (const box of boxes) {
      expect(box!.height).toBeGreaterThanOrEqual(44)
      expect(box!.width).toBeGreaterThanOrEqual(44)
      expect(box!.y + box!.height).toBeLessThanOrEqual(741)
    }
  }
})

test('loading a page causes a layout shift below 0.1', async ({ page }) => {
  const { paths } = await sharedFixture()
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput)
          shifts.sum += Number(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const path of ['/', '/sitters', paths.sitter, '/blog', '/how-it-works', '/legal/service-fee']) {
    await open(page, path)
    const sum = await page.evaluate(() => window.shifts?.sum)
    expect(sum, path).toBeLessThan(0.1)
  }
})
