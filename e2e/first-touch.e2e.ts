import { expect, type Page, test } from '@playwright/test'
import { hold } from './hold.ts'
import { becomeSitter, boarding, dayFromToday, findTown, isComplete, signUp, unique } from './people.ts'

// The first gesture of each test is the one under test: the code of the part loads only because of it, and late.
test.describe.configure({ mode: 'parallel' })

/** Chromium sometimes reports a mouse movement or a focus without a cause, which would load the code early. */
function withoutOwnGestures() {
  let isTouched = false
  addEventListener('touchstart', () => (isTouched = true), { capture: true, passive: true })
  for (const name of ['pointermove', 'focusin'])
    addEventListener(name, (event) => !isTouched && event.stopImmediatePropagation(), { capture: true })
}

/** Opens a page whose deferred part gets no code before it is released; the gesture must have requested it by then. */
async function openWithout(page: Page, address: string, code: RegExp): Promise<() => Promise<void>> {
  const { count, release } = await hold(page, code)
  await page.addInitScript(withoutOwnGestures)
  await page.goto(address)
  await isComplete(page)
  expect(count(), 'requested before any gesture').toBe(0)
  return release
}

const phone = { width: 360, height: 740 }

test('the first touch of a field of the search on the home page is carried out once', async ({ browser }) => {
  const fresh = async () => {
    const page = await browser.newPage({ viewport: phone, hasTouch: true, isMobile: true })
    const release = await openWithout(page, '/', /\/assets\/home-search-.*\.js$/)
    return { page, release, search: page.getByRole('search') }
  }
  await test.step('Where', async () => {
    const { page, release, search } = await fresh()
    await search.getByLabel('Where').tap()
    await page.keyboard.type('Lis')
    await release()
    await expect(page.getByRole('option', { name: /Lisbon/ }).first()).toBeVisible()
    await expect(search.getByLabel('Where')).toHaveValue('Lis')
    await page.close()
  })
  await test.step('Care', async () => {
    const { page, release, search } = await fresh()
    await search.getByLabel('Care').tap()
    await search.getByLabel('Care').selectOption('boarding')
    await release()
    // Only a hydrated part opens the calendar, so the choice has outlived the hydration.
    await search.getByLabel('From', { exact: true }).tap({ force: true })
    await expect(page.getByRole('dialog', { name: 'When' })).toBeVisible()
    await expect(page.locator('[name=service]')).toHaveValue('boarding')
    await page.close()
  })
  await test.step('From', async () => {
    const { page, release, search } = await fresh()
    await search.getByLabel('From', { exact: true }).tap()
    await release()
    await expect(page.getByRole('dialog', { name: 'When' })).toBeVisible()
    await page.close()
  })
  await test.step('Who', async () => {
    const { page, release, search } = await fresh()
    await search.getByText('Who', { exact: true }).tap()
    await release()
    await search.getByRole('button', { name: 'Done' }).tap()
    await expect(search.getByRole('button', { name: 'Done' })).toBeHidden()
    await page.close()
  })
})

test('the first touch of a profile changes the service, and of a date field opens the calendar', async ({
  page,
}) => {
  const [sam, town] = [await signUp(unique('Sam')), await findTown('Tavira')]
  const services = [boarding, { ...boarding, service: 'house_sitting' }]
  const sitter = await becomeSitter(sam, town.id, unique('A quiet house'), services)
  const dates = `start=${dayFromToday(40)}&end=${dayFromToday(44)}`
  const address = `/sitters/${sitter.id}?service=boarding&${dates}`
  const box = page.getByRole('complementary', { name: 'Price and request' })
  const code = /\/assets\/lazy-parts-.*\.js$/

  const releaseService = await openWithout(page, address, code)
  await box.getByLabel('Service').tap()
  await box.getByLabel('Service').selectOption('house_sitting')
  await releaseService()
  await expect(page).toHaveURL(/service=house_sitting/)
  await expect(box.getByLabel('Service')).toHaveValue('house_sitting')

  const releaseDates = await openWithout(page, address, code)
  await box.getByLabel('Pick-up', { exact: true }).tap()
  await releaseDates()
  await expect(page.getByRole('dialog', { name: 'When' })).toBeVisible()
})

test('the first touch of “Request to book” leads to the box, whose parts stay', async ({ page }) => {
  await page.setViewportSize(phone)
  const [sam, town] = [await signUp(unique('Sam')), await findTown('Tavira')]
  const sitter = await becomeSitter(sam, town.id, unique('A quiet house'))
  const release = await openWithout(page, `/sitters/${sitter.id}`, /\/assets\/lazy-parts-.*\.js$/)
  const box = page.getByRole('form', { name: /^Book / })
  await box.evaluate((element) => element.setAttribute('data-was', 'here'))
  const bar = page.locator('.action-bar').getByRole('link')
  await bar.tap()
  await expect(box).toBeInViewport()
  await expect(box).toBeFocused()
  await release()
  await box.getByLabel('Service').tap()
  await expect(box).toHaveAttribute('data-was', 'here')
  await page.evaluate(() => window.scrollTo(0, 0))
  await bar.tap()
  await expect(box).toBeInViewport()
})
