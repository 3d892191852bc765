import { expect, type Page, test } from '@playwright/test'
import { findBarriers } from './barriers.ts'
import { pathOf } from './screens.ts'
import { open, sharedFixture } from './shared-fixture.ts'

const widths = [1280, 1024, 768, 320, 360]

/** Elements that overflow the viewport. */
const overflow = (page: Page) =>
  page.evaluate(() => {
    const limit = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= limit) return []
    const isWide = (element: Element) => element.getBoundingClientRect().right > limit
    const wide = [...document.querySelectorAll('body *')].filter(isWide).slice(0, 6)
    return ['the page', ...wide.map(({ tagName, className }) => `${tagName} ${className}`)]
  })

/** In the dark theme, only colours differ from the light one. */
const schemes = { light: {}, dark: { rules: ['color-contrast'] } }

/** Shows the other theme without transitions, which begin only once the page has been styled anew. */
async function showTheme(page: Page, colorScheme: keyof typeof schemes): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.waitForFunction(
    (scheme) =>
      new Promise<boolean>((resolve) => {
        const isStill = () => document.getAnimations().every(({ playState }) => playState !== 'running')
        const resolveIfShown = () =>
          resolve(matchMedia(`(prefers-color-scheme: ${scheme})`).matches && isStill())
        requestAnimationFrame(() => requestAnimationFrame(resolveIfShown))
      }),
    colorScheme,
  )
}

/** Checks the open page for accessibility barriers in both themes. */
export async function isAccessibleInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await showTheme(page, colorScheme)
    expect(await findBarriers(page, schemes[colorScheme]), colorScheme).toEqual([])
  }
}

const mostLayoutShift = 0.02

/** The cumulative layout shift of the page so far, without shifts right after an action, and what moved. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ sum: number; moved: string[] }>((resolve) => {
        type Shift = PerformanceEntry & {
          value: number
          hadRecentInput: boolean
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
        }
        const isShift = (entry: PerformanceEntry): entry is Shift => 'hadRecentInput' in entry
        const seen = { sum: 0, moved: [] as string[] }
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            if (!isShift(entry) || entry.hadRecentInput) continue
            seen.sum += entry.value
            for (const { node, previousRect, currentRect } of entry.sources) {
              const words = node?.textContent?.trim().slice(0, 40) ?? ''
              seen.moved.push(`${node?.nodeName} “${words}” from ${previousRect.y} to ${currentRect.y} px`)
            }
          }
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(seen)))
      }),
  )

/**
 * Checks for layout shift while a page loads, for horizontal overflow at all widths, and for accessibility barriers
 * on a phone in the light theme and on a desktop in the dark one.
 */
async function fits(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: widths[0]!, height: 800 })
  await open(page, path)
  const { sum, moved } = await layoutShift(page)
  expect.soft(sum, `layout shift of ${path}: ${moved.join('; ')}`).toBeLessThanOrEqual(mostLayoutShift)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expect
      .soft(async () => expect(await overflow(page)).toEqual([]), `${path} at ${width} px`)
      .toPass({ timeout: 2_000 })
  }
  for (const [colorScheme, width] of [
    ['light', 360],
    ['dark', 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await showTheme(page, colorScheme)
    expect.soft(await findBarriers(page, schemes[colorScheme]), `${path}, ${colorScheme}`).toEqual([])
  }
}

/** Checks pages of the list, or paths. */
export async function allFit(page: Page, pages: readonly string[]): Promise<void> {
  const made = await sharedFixture()
  for (const where of pages) await test.step(where, () => fits(page, pathOf(where, made)))
}
