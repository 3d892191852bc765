import { expect, type Locator, test } from '@playwright/test'
import { main } from './stay.ts'

/** The width of a picture as it was decoded; 0 if it could not be loaded. */
const loadedWidth = (picture: Locator) =>
  picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode().catch(() => {})
    return image.naturalWidth
  })

test('sitters of the demo town have pictures of their homes and a face on cards, and describe them as drawings', async ({
  page,
}) => {
  await page.goto('/sitters')
  const cards = main(page).locator('[data-sitter]')
  await expect(cards.first()).toBeVisible()
  for (const card of (await cards.all()).slice(0, 6)) {
    const pictures = card.locator('.sitter-picture > img[src^="/files/"]')
    await expect(pictures).toHaveCount(2)
    await card.scrollIntoViewIfNeeded()
    for (const picture of await pictures.all()) expect(await loadedWidth(picture)).toBeGreaterThan(0)
  }

  await cards.first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/sitters\/.+/)
  await main(page)
    .getByRole('button', { name: /^Show photo 1 of \d+: Drawing of / })
    .click()
  const lightbox = page.getByRole('dialog', { name: /^Pictures of/ })
  const shown = lightbox.getByRole('img', { name: /^Drawing of / })
  expect(await loadedWidth(shown)).toBeGreaterThan(0)
})
