import { expect, type Locator, type Page, test } from '@playwright/test'
import { isComplete } from './people.ts'

// Run in parallel, because these start late and would otherwise leave workers idle.
test.describe.configure({ mode: 'parallel' })

const toasts = (page: Page) => page.locator('[data-sonner-toast]')
const list = (page: Page) => page.locator('[data-sonner-toaster]')
const showToast = (page: Page, name = 'Say it') => page.getByRole('button', { name, exact: true }).click()

async function openGallery(page: Page) {
  await page.goto('/dev/ui?only=overlays', { waitUntil: 'networkidle' })
  await isComplete(page)
}

/** Opens the gallery and pauses its clock, which then advances only on demand. */
async function open(page: Page) {
  await page.clock.install()
  await openGallery(page)
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + 60_000)
}

/** Presses a button and advances the clock until its toast is shown. */
async function showToastAndWait(page: Page, name?: string) {
  await showToast(page, name)
  await expect(async () => {
    await page.clock.runFor(10)
    await expect(toasts(page)).toHaveCount(1, { timeout: 200 })
  }).toPass({ intervals: [20] })
}

const box = async (locator: Locator) => (await locator.boundingBox())!

test('a toast is dismissed after 4000 ms and removed within 250 ms', async ({ page }) => {
  await open(page)
  await showToastAndWait(page)
  await page.clock.runFor(3_900)
  await expect(toasts(page)).toHaveAttribute('data-removed', 'false')
  await page.clock.runFor(100)
  await expect(toasts(page)).toHaveAttribute('data-removed', 'true')
  await page.clock.runFor(250)
  await expect(toasts(page)).toHaveCount(0)
})

test('a toast with undo stays for 10 s', async ({ page }) => {
  await open(page)
  await showToastAndWait(page, 'Remove with undo')
  await page.clock.runFor(9_900)
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible()
  await page.clock.runFor(500)
  await expect(toasts(page)).toHaveCount(0)
})

test('a loading toast stays until resolved, and an error response shows its status', async ({ page }) => {
  await open(page)
  await showToastAndWait(page, 'Say loading')
  await page.clock.runFor(60_000)
  await expect(toasts(page)).toHaveAttribute('data-type', 'loading')
  await showToast(page, 'Ask for what is not there')
  await expect(async () => {
    await page.clock.runFor(50)
    await expect(page.getByText('HTTP error! status: 404')).toBeVisible({ timeout: 500 })
  }).toPass()
})

for (const kind of ['success', 'error', 'info', 'warning'])
  test(`a toast of kind ${kind} disappears by itself`, async ({ page }) => {
    await open(page)
    await showToastAndWait(page, `Say ${kind}`)
    await expect(toasts(page)).toHaveAttribute('data-type', kind)
    await page.clock.runFor(4_300)
    await expect(toasts(page)).toHaveCount(0)
  })

test('at most three are visible, 356 px wide, 14 px apart, 24 px from the bottom right', async ({ page }) => {
  await openGallery(page)
  for (let count = 0; count < 4; count++) await showToast(page, 'Say loading')
  await expect(toasts(page)).toHaveCount(4)
  await expect(page.locator('[data-sonner-toast][data-visible=true]')).toHaveCount(3)
  await expect(list(page)).toHaveAttribute('data-y-position', 'bottom')
  await expect(list(page)).toHaveAttribute('data-x-position', 'right')
  const newest = page.locator('[data-sonner-toast][data-index="0"]')
  const next = page.locator('[data-sonner-toast][data-index="1"]')
  const width = await page.evaluate(() => document.documentElement.clientWidth)
  await expect
    .poll(async () => {
      const { x, y, width: wide, height } = await box(newest)
      return { wide, right: width - x - wide, bottom: page.viewportSize()!.height - y - height }
    })
    .toEqual({ wide: 356, right: 24, bottom: 24 })
  await newest.hover()
  await expect(newest).toHaveAttribute('data-expanded', 'true')
  await expect
    .poll(async () => {
      const [lower, upper] = [await box(newest), await box(next)]
      return Math.round(lower.y - upper.y - upper.height)
    })
    .toBe(14)
})

test('on a phone toasts keep 16 px from the edges and from the bar at the bottom', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openGallery(page)
  await showToast(page, 'Say loading')
  const bar = await box(page.getByRole('navigation', { name: 'Places' }))
  await expect
    .poll(async () => {
      const { x, y, width, height } = await box(toasts(page))
      return { left: x, right: 360 - x - width, bottom: Math.round(bar.y - y - height) }
    })
    .toEqual({ left: 16, right: 16, bottom: 16 })
})

test('Alt+T focuses and expands the toasts, and Escape collapses them', async ({ page }) => {
  await openGallery(page)
  await showToast(page, 'Say loading')
  await showToast(page, 'Say loading')
  await expect(toasts(page)).toHaveCount(2)
  // Expanded toasts cover the button, and toasts under the pointer stay expanded.
  await page.mouse.move(0, 0)
  await page.keyboard.press('Alt+KeyT')
  await expect(list(page)).toBeFocused()
  await expect(toasts(page).first()).toHaveAttribute('data-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(toasts(page).first()).toHaveAttribute('data-expanded', 'false')
})

test('Tab passes a toast and goes on to the beginning of the page', async ({ page }) => {
  await openGallery(page)
  await showToast(page, 'Say loading')
  await expect(toasts(page)).toHaveCount(1)
  await toasts(page).focus()
  await page.keyboard.press('Tab')
  await expect(toasts(page)).not.toBeFocused()
  await page.keyboard.press('Tab')
  await expect(toasts(page)).not.toBeFocused()
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
})

test('the undo button can be reached and used by keyboard', async ({ page }) => {
  await openGallery(page)
  await showToast(page, 'Remove with undo')
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible()
  await page.keyboard.press('Alt+KeyT')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toHaveCount(0)
})

async function swipe(page: Page, { pixels, milliseconds }: { pixels: number; milliseconds: number }) {
  // Hover waits until the toast is still. The pointer is beside the text, because dragging over text selects it.
  await toasts(page).hover({ position: { x: 280, y: 26 } })
  const { x, y } = await box(toasts(page))
  const [fromX, fromY] = [Math.round(x) + 280, Math.round(y) + 26]
  await page.mouse.move(fromX, fromY)
  await page.mouse.down()
  await page.clock.runFor(milliseconds)
  await page.mouse.move(fromX + 2, fromY)
  await page.mouse.move(fromX + pixels, fromY)
  await page.mouse.up()
}

const swipes = [
  { pixels: 44, milliseconds: 1_000, away: false },
  { pixels: 46, milliseconds: 1_000, away: true },
  { pixels: 20, milliseconds: 100, away: true },
  { pixels: 20, milliseconds: 200, away: false },
]

for (const { pixels, milliseconds, away } of swipes)
  test(`a swipe of ${pixels} px in ${milliseconds} ms ${away ? 'dismisses' : 'does not dismiss'}`, async ({
    page,
  }) => {
    await open(page)
    await showToastAndWait(page)
    await page.clock.runFor(600)
    await expect(toasts(page)).toHaveAttribute('data-mounted', 'true')
    await swipe(page, { pixels, milliseconds })
    await expect(toasts(page)).toHaveAttribute('data-removed', `${away}`)
  })
