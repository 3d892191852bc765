import { expect, type Locator, test } from '@playwright/test'
import { becomeSitter, dayFromToday, findTown, signUp, unique } from './people.ts'

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
