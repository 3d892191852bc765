import { expect, test } from '@playwright/test'
import { becomeSitter, findTown, isComplete, signUp, unique, untilFound } from './people.ts'
import { main } from './stay.ts'

test('a favourite and its note saved without an account are in the account created later', async ({
  page,
}) => {
  const [sam, town] = await Promise.all([signUp(unique('Sam')), findTown('Horta')])
  const sitter = await becomeSitter(sam, town.id, unique('Blue hydrangeas'))
  await untilFound(sitter, town.id)
  const first = sam.name.split(' ')[0]!

  await page.goto(`/sitters?place=${town.id}`)
  const card = page.locator(`[data-sitter="${sitter.id}"]`)
  const favouriteButton = card.getByRole('button', { name: new RegExp(`Keep ${first}.* as a favourite`) })
  await expect(favouriteButton).toHaveAttribute('aria-pressed', 'false')
  await favouriteButton.click()
  await expect(favouriteButton).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'See all' }).click()
  await expect(page).toHaveURL(/\/favorites$/)
  await main(page)
    .getByRole('button', { name: /^Add a note/ })
    .click()
  await main(page)
    .getByLabel(/Your note/)
    .fill('Ask about the garden')
  await main(page).getByRole('button', { name: 'Save the note' }).click()
  await expect(main(page).getByLabel(/Your note/)).toHaveCount(0)
  await expect(main(page)).toContainText('Ask about the garden')
  await page.reload()
  await expect(main(page)).toContainText('Ask about the garden')

  await main(page).getByRole('link', { name: 'make an account' }).click()
  await page.getByLabel('Your name').fill(unique('Nia'))
  await page.getByLabel('E-mail', { exact: true }).fill(`${unique('nia').replace(' ', '.')}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill('hydrangeas-all-the-way')
  await page.getByRole('button', { name: 'Create my account' }).click()
  await expect(page).toHaveURL(/\/account\/favorites$/)
  await expect(main(page)).toContainText('Ask about the garden')

  const keptButton = main(page).getByRole('button', { name: new RegExp(`Keep ${first}.* as a favourite`) })
  await keptButton.click()
  await expect(main(page)).toContainText('No favourites yet')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(main(page)).toContainText('Ask about the garden')
  await page.reload()
  await expect(main(page)).toContainText('Ask about the garden')
})

test('on a phone a toast leaves the button for booking free', async ({ page }) => {
  const [sam, town] = await Promise.all([signUp(unique('Sam')), findTown('Horta')])
  const sitter = await becomeSitter(sam, town.id, unique('Blue hydrangeas'))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/sitters/${sitter.id}`, { waitUntil: 'networkidle' })
  await isComplete(page)
  await main(page)
    .getByRole('button', { name: /as a favourite/ })
    .first()
    .click()
  const toast = page.locator('[data-sonner-toast][data-mounted=true]')
  await expect(toast).toContainText('one of your favourites')
  const top = (await page.locator('.action-bar').boundingBox())!.y
  await expect
    .poll(async () => {
      const { y, height } = (await toast.boundingBox())!
      return y + height
    })
    .toBeLessThanOrEqual(top)
})
