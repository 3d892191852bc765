import { expect, test } from '@playwright/test'

test('in forced colours the primary button and a chosen chip keep a fill that tells them apart', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/dev/ui')
  const fill = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor)
  const plain = await fill('.button-secondary')
  expect(await fill('.button-primary')).not.toBe(plain)
  expect(await fill('.chip-selected')).not.toBe(plain)
})
