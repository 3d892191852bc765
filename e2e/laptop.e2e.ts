import { expect, type Locator, test } from '@playwright/test'
import { hold } from './hold.ts'
import { becomeSitter, dayFromToday, findTown, signUp, unique } from './people.ts'
import { sharedFixture } from './shared-fixture.ts'

const widthOf = async (locator: Locator) => (await locator.boundingBox())!.width

test('the price and the button of the booking box stay in sight, and nothing changes width', async ({
  page,
}) => {
  const [sam, town] = [await signUp(unique('Sam')), await findTown('Tavira')]
  const sitter = await becomeSitter(sam, town.id, unique('A quiet house'))
  const dates = `service=boarding&start=${dayFromToday(40)}&end=${dayFromToday(44)}`
  const box = page.getByRole('complementary', { name: 'Price and request' })
  const shown = [
    box.getByText(/total, 4 nights/).first(),
    box.getByRole('link', { name: 'Request to book' }),
    box.getByRole('button', { name: /^Ask \w+ a question$/ }),
  ]
  const paneCount = () =>
    box.evaluate(
      (element) =>
        [...element.querySelectorAll('*')].filter((one) =>
          /auto|scroll/.test(getComputedStyle(one).overflowY),
        ).length,
    )

  for (const height of [768, 720]) {
    await page.setViewportSize({ width: height === 720 ? 1280 : 1366, height })
    await page.goto(`/sitters/${sitter.id}?${dates}&pets=cat:5:2019-05`, { waitUntil: 'networkidle' })
    const parts = [
      box.getByLabel('Service'),
      box.getByRole('group', { name: 'When' }),
      ...shown,
      page.locator('#main h1'),
    ]
    const before = await Promise.all(parts.map(widthOf))
    expect(await paneCount()).toBe(1)
    for (const part of shown) await expect(part).toBeInViewport({ ratio: 1 })
    await box.getByText('Service', { exact: true }).click()
    await box.getByRole('group', { name: 'When' }).hover()
    await expect(box.getByRole('button', { name: 'Pick-up: choose in a calendar' })).toBeVisible()
    expect(await Promise.all(parts.map(widthOf))).toEqual(before)
    await page.mouse.wheel(0, 2_000)
    for (const part of shown) await expect(part).toBeInViewport({ ratio: 1 })
  }
})

test('a long name on a button of the booking box wraps, and widens nothing', async ({ page }) => {
  const { paths } = await sharedFixture()
  const box = page.getByRole('complementary', { name: 'Price and request' })
  for (const width of [1024, 1366]) {
    await page.setViewportSize({ width, height: 768 })
    await page.goto(paths.sitter, { waitUntil: 'networkidle' })
    const { x, width: room } = (await box.boundingBox())!
    for (const button of [
      box.getByRole('link', { name: 'Request to book' }),
      box.getByRole('button', { name: /^Ask Maximiliana\S+ a question$/ }),
    ]) {
      const at = (await button.boundingBox())!
      expect(at.x + at.width).toBeLessThan(x + room - (at.x - x) + 1)
    }
  }
})

test('the calendar of the dates is in sight as a whole', async ({ page }) => {
  const [sam, town] = [await signUp(unique('Sam')), await findTown('Tavira')]
  const sitter = await becomeSitter(sam, town.id, unique('A quiet house'))
  for (const [width, height] of [
    [1366, 768],
    [1280, 720],
    [1024, 768],
  ] as const)
    for (const path of [`/sitters/${sitter.id}`, '/']) {
      await page.setViewportSize({ width, height })
      await page.goto(path, { waitUntil: 'networkidle' })
      // Presses the layer over the field, as a pointer does; the field itself is for typing.
      await page
        .locator('#main')
        .getByLabel(/^(Drop-off|From)$/)
        .first()
        .click({ force: true })
      const calendar = page.getByRole('dialog')
      const parts = [
        calendar.getByRole('button', { name: 'Next month' }),
        calendar.getByRole('grid').first(),
        calendar.getByRole('grid').last(),
        calendar.getByRole('button', { name: 'Done' }),
      ]
      await expect(calendar.getByRole('grid')).toHaveCount(2)
      for (const part of parts) await expect(part).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Escape')
      await expect(calendar).toHaveCount(0)
    }
})

test('the first press on a date field opens the calendar, even if its code arrives during the press', async ({
  page,
}) => {
  const [sam, town] = [await signUp(unique('Sam')), await findTown('Tavira')]
  const sitter = await becomeSitter(sam, town.id, unique('A quiet house'))
  const calendar = page.getByRole('dialog', { name: 'When' })
  for (const [path, code, label] of [
    ['/', /\/assets\/home-search-.*\.js$/, 'From'],
    [`/sitters/${sitter.id}`, /\/assets\/lazy-parts-.*\.js$/, 'Drop-off'],
  ] as const) {
    const field = page.getByLabel(label, { exact: true })
    const { release: releaseLate } = await hold(page, code)
    await page.goto(path, { waitUntil: 'networkidle' })
    await field.click()
    await releaseLate()
    await expect(calendar).toBeVisible()

    const { release } = await hold(page, code)
    await page.goto(path, { waitUntil: 'networkidle' })
    await field.hover()
    await page.mouse.down()
    await release()
    // Covers the field after hydration, except while it has the focus.
    await expect(page.getByRole('group', { name: 'When' }).locator('.cursor-pointer')).toHaveCount(2)
    await page.mouse.up()
    await expect(calendar).toBeVisible()
  }
})

test('in a low window the booking box scrolls with the page and keeps its fields', async ({ page }) => {
  const [sam, town] = [await signUp(unique('Sam')), await findTown('Tavira')]
  const sitter = await becomeSitter(sam, town.id, unique('A quiet house'))
  await page.setViewportSize({ width: 1100, height: 400 })
  await page.goto(`/sitters/${sitter.id}`, { waitUntil: 'networkidle' })
  const box = page.getByRole('complementary', { name: 'Price and request' })
  const service = box.getByLabel('Service')
  await service.scrollIntoViewIfNeeded()
  await expect(service).toBeInViewport({ ratio: 1 })
  const end = box.getByRole('button', { name: /^Ask \w+ a question$/ })
  await end.scrollIntoViewIfNeeded()
  await expect(end).toBeInViewport({ ratio: 1 })
  expect(await box.evaluate((element) => element.getBoundingClientRect().height)).toBeGreaterThan(400)
})
