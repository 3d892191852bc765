import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchPath } from 'react-router'
import routes from '#web/routes.ts'
import { makeOperator, signInHere, signUp, unique, withoutStream } from './people.ts'
import { accountPages, operatorPages, pathOf, publicPages, type Where } from './screens.ts'
import { open, sharedFixture } from './shared-fixture.ts'

/** Routes that are not opened here, because they redirect or need a state that only the tests of their part make. */
const openedElsewhere = [
  '/i/:code',
  '/lost/:code',
  '/lost/:code/poster',
  '/account/messages/new',
  '/account/fee-invoices/:invoiceId',
  '/account/circle/join/:token',
  '/account/circle/:memberId',
  '/admin/cases/:caseId',
  '/admin/sitters/:sitterId',
  '/auth/action',
]

/** Paths of all routes with a page, like `/sitters/:sitterId`. */
const routePaths = (routes: RouteConfigEntry[], above = ''): string[] =>
  routes.flatMap(({ path, index, children = [] }) => {
    const here = path ? `${above}/${path}` : above
    return children.length > 0 || (!path && !index) ? routePaths(children, here) : [here || '/']
  })

const widths = [1280, 768, 320, 360]

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
const schemes = { light: undefined, dark: ['color-contrast'] } as const

async function findBarriers(page: Page, scheme: keyof typeof schemes): Promise<string[]> {
  // Legacy mode finds the same problems on pages without third-party frames, in a third of the time.
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const rules = schemes[scheme]
  const { violations } = await (rules ? builder.withRules([...rules]) : builder).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ''}`),
  )
}

/** Colours of another theme need a frame or more, even without transitions. */
const coloursSettled = (page: Page) =>
  page.waitForFunction(
    () =>
      new Promise<boolean>((resolve) => {
        const resolveIfStill = () =>
          resolve(document.getAnimations().every(({ playState }) => playState !== 'running'))
        requestAnimationFrame(() => requestAnimationFrame(resolveIfStill))
      }),
  )

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
    await page.emulateMedia({ colorScheme })
    await coloursSettled(page)
    expect.soft(await findBarriers(page, colorScheme), `${path}, ${colorScheme}`).toEqual([])
  }
}

async function allFit(page: Page, pages: readonly Where[]): Promise<void> {
  const made = await sharedFixture()
  for (const where of pages) await test.step(where, () => fits(page, pathOf(where, made)))
}

for (const [which, pages] of Object.entries(publicPages))
  test(`the pages ${which} fit the viewport and are accessible`, async ({ page }) => allFit(page, pages))

for (const [which, pages] of Object.entries(accountPages))
  test(`the account pages ${which} fit the viewport and are accessible`, async ({ page }) => {
    await withoutStream(page)
    await signInHere(page, (await sharedFixture()).owner)
    await allFit(page, pages)
  })

for (const [which, pages] of Object.entries(operatorPages))
  test(`the pages of an operator ${which} fit the viewport and are accessible`, async ({ page }) => {
    const operator = await signUp(unique('Ada'))
    await makeOperator(operator)
    await withoutStream(page)
    await signInHere(page, operator)
    await allFit(page, pages)
  })

test('every route is opened by one of these tests, or listed as opened elsewhere', async () => {
  const fixture = await sharedFixture()
  const opened = [publicPages, accountPages, operatorPages]
    .flatMap((groups) => Object.values<readonly Where[]>(groups))
    .flat()
    .map((where) => pathOf(where, fixture).split('?')[0]!)
  const missing = routePaths(routes).filter(
    (pattern) =>
      !openedElsewhere.includes(pattern) && !opened.some((path) => matchPath(pattern, path) !== null),
  )
  expect(missing).toEqual([])
})

test('at 400 % zoom no bar stays over the page, and a conversation shows its messages', async ({ page }) => {
  const { owner, paths } = await sharedFixture()
  await withoutStream(page)
  await signInHere(page, owner)
  await page.setViewportSize({ width: 320, height: 256 })
  for (const path of [paths.thread, paths.sitter, paths.confirmed, '/sitters']) {
    await open(page, path)
    const bars = await page.locator('body *').evaluateAll((elements) =>
      elements
        .filter((element) => {
          const { position } = getComputedStyle(element)
          return (position === 'fixed' || position === 'sticky') && element.getBoundingClientRect().height > 1
        })
        .map(({ outerHTML }) => outerHTML.slice(0, 120)),
    )
    expect(bars, path).toEqual([])
  }
  await open(page, paths.thread)
  const message = page.getByRole('listitem').filter({ hasText: 'Booking accepted' })
  await message.scrollIntoViewIfNeeded()
  const shown = await message.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  expect(shown).toBe(true)
})
