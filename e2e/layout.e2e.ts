import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import {
  addCat,
  as,
  becomeSitter,
  dayFromToday,
  findTown,
  type Person,
  signInHere,
  signUp,
  unique,
  untilFound,
  withoutStream,
} from './people.ts'

type World = {
  owner: Person
  paths: Record<'sitter' | 'pet' | 'ownSitter' | 'booking' | 'confirmed' | 'receipt', string>
}
let world: Promise<World> | undefined

/** One owner with a pet, a request and a sitter's profile of their own, made once by each worker. */
const theWorld = () => (world ??= makeWorld())

async function makeWorld(): Promise<World> {
  const [owner, other, town] = await Promise.all([
    signUp(unique('Wide')),
    signUp(unique('Tall')),
    findTown('Lerwick'),
  ])
  const sitter = await becomeSitter(other, town.id, 'A house by the harbour')
  const own = await becomeSitter(owner, town.id, 'A flat with a view of the sea')
  const pet = await addCat(owner, 'Longwhiskerson')
  const request = async (from: number) => {
    const draft = {
      sitterId: sitter.id,
      service: 'boarding',
      startOn: dayFromToday(from),
      endOn: dayFromToday(from + 3),
      petIds: [pet.id],
    }
    const { quoteHash } = await as(owner).post<{ quoteHash: string }>('/v1/bookings/calculate-cost', draft)
    return as(owner).post<{ id: string; version: number }>('/v1/bookings', { ...draft, quoteHash })
  }
  const booking = await request(50)
  const { id, version } = await request(60)
  await as(other).put('/v1/bookings', { id, version, event: 'accept' })
  await untilFound(sitter, town.id)
  return {
    owner,
    paths: {
      sitter: `/sitters/${sitter.id}`,
      pet: `/account/pets/${pet.id}`,
      ownSitter: `/account/sitters/${own.id}`,
      booking: `/account/bookings/${booking.id}`,
      confirmed: `/account/bookings/${id}`,
      receipt: `/account/bookings/${id}/receipt`,
    },
  }
}

const publicPages = {
  'for those who look for a sitter': [
    '/',
    '/sitters',
    '/sitters?service=boarding&place=2644605',
    '/pet-sitters/lisbon-2267057/boarding',
    'sitter',
  ],
  'for readers': [
    '/blog',
    '/blog/a-care-sheet-that-works',
    '/how-it-works',
    '/help',
    '/help/booking-a-sitter',
  ],
  'of the law': [
    '/legal/service-fee',
    '/legal/privacy-policy',
    '/legal/cancellation-policy',
    '/legal/terms-and-conditions',
    '/legal/ranking',
    '/legal/holidays',
  ],
  'before the sign-in, and the missing one,': [
    '/auth/sign-in',
    '/auth/sign-up',
    '/auth/forgot-password',
    '/no/such/page',
  ],
} as const
const accountPages = [
  '/account',
  '/account/security',
  '/account/pets/new',
  'pet',
  '/account/sitters/new',
  'ownSitter',
  '/account/bookings',
  'booking',
  'confirmed',
  'receipt',
  '/account/earnings',
] as const
type PublicPages = (typeof publicPages)[keyof typeof publicPages]
type Where = PublicPages[number] | (typeof accountPages)[number]

const pathOf = (where: Where, { paths }: World) =>
  where in paths ? paths[where as keyof World['paths']] : where

/** Opens a page as somebody sees it once all of it has come. */
async function open(page: Page, path: string) {
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.locator('h1')).toHaveCount(1)
  await expect(page.locator('h1')).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
}

const widthsOf = { desktop: [768, 1280], phone: [320, 360] } as Record<string, number[]>

/** What sticks out of a page that is wider than its window. */
const overflow = (page: Page) =>
  page.evaluate(() => {
    const limit = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= limit) return []
    const isWide = (element: Element) => element.getBoundingClientRect().right > limit
    const wide = [...document.querySelectorAll('body *')].filter(isWide).slice(0, 6)
    return ['the page', ...wide.map(({ tagName, className }) => `${tagName} ${className}`)]
  })

const grave = ['serious', 'critical']

/** In another theme the same page differs in its colours only. */
const schemes = { light: undefined, dark: ['color-contrast'] } as const

async function findBarriers(page: Page, scheme: keyof typeof schemes): Promise<string[]> {
  // Without frames of other sites in the page the old way finds the same, in a third of the time.
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const rules = schemes[scheme]
  const { violations } = await (rules ? builder.withRules([...rules]) : builder).analyze()
  return violations
    .filter(({ impact }) => grave.includes(impact ?? ''))
    .flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ''}`))
}

/** Colours of another theme come in a frame or more, even when they come at once. */
const coloursSettled = (page: Page) =>
  page.waitForFunction(
    () =>
      new Promise<boolean>((resolve) => {
        const look = () => resolve(document.getAnimations().every(({ playState }) => playState !== 'running'))
        requestAnimationFrame(() => requestAnimationFrame(look))
      }),
  )

/** No sideways scrolling at the project's widths, and nothing that keeps somebody out in either theme. */
async function fits(page: Page, path: string, widths: number[]): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: widths[0]!, height: 800 })
  await open(page, path)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expect
      .soft(async () => expect(await overflow(page)).toEqual([]), `${path} at ${width} px`)
      .toPass({ timeout: 2_000 })
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await coloursSettled(page)
    expect.soft(await findBarriers(page, colorScheme), `${path}, ${colorScheme}`).toEqual([])
  }
}

async function allFit(page: Page, pages: readonly Where[], project: string): Promise<void> {
  const made = await theWorld()
  for (const where of pages) await test.step(where, () => fits(page, pathOf(where, made), widthsOf[project]!))
}

for (const [which, pages] of Object.entries(publicPages))
  test(`the pages ${which} fit`, async ({ page }, { project }) => allFit(page, pages, project.name))

test('the pages of the account fit', async ({ page }, { project }) => {
  await withoutStream(page)
  await signInHere(page, (await theWorld()).owner)
  await allFit(page, accountPages, project.name)
})

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

test('a navigation moves the focus to the heading of the new page', async ({ page }, { project }) => {
  const { owner } = await theWorld()
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

test('the way past the header is the first stop of the keyboard', async ({ page }) => {
  await open(page, '/blog')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to the content' })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
})

test('what the thumb reaches is at least 44 px high, and the bar has at most five places', async ({
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

test('a page holds still while it comes', async ({ page }) => {
  const { paths } = await theWorld()
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!entry.hadRecentInput) shifts.sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const path of ['/', '/sitters', paths.sitter, '/blog', '/how-it-works', '/legal/service-fee']) {
    await open(page, path)
    const sum = await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)
    expect(sum, path).toBeLessThan(0.1)
  }
})
