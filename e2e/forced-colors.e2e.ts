// In forced colours the browser drops fills and shadows, so a choice that only they show would be invisible.
import { expect, type Locator, test } from '@playwright/test'
import { isComplete, signInHere, signUp, unique } from './people.ts'

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/dev/ui')
  await isComplete(page)
})

const fill = (element: Locator) => element.first().evaluate((node) => getComputedStyle(node).backgroundColor)

test('in forced colours the primary button and a chosen chip keep a fill that tells them apart', async ({
  page,
}) => {
  const plain = await fill(page.locator('.button-secondary'))
  expect(await fill(page.locator('.button-primary'))).not.toBe(plain)
  expect(await fill(page.locator('.chip-selected'))).not.toBe(plain)
})

test('in forced colours a chip and the icon that removes it have different colours', async ({ page }) => {
  const chip = page.getByRole('button', { name: 'Remove Fenced garden' })
  expect(await fill(chip.locator('.icon'))).not.toBe(await fill(chip))
})

for (const [role, name, other] of [
  ['checkbox', 'Dogs', 'Cats'],
  ['radio', 'Small', 'Large'],
  ['switch', 'News about Sitwell', 'E-mail me about new messages'],
] as const)
  test(`in forced colours a chosen ${role} looks different from one that is not chosen`, async ({ page }) => {
    const [chosen, free] = [name, other].map((each) => page.getByRole(role, { name: each, exact: true }))
    await chosen!.check()
    if (role !== 'radio') await free!.uncheck()
    expect(await fill(chosen!)).not.toBe(await fill(free!))
  })

test('in forced colours the days of a chosen stay have another fill than the days around it', async ({
  page,
}) => {
  await page
    .getByRole('group', { name: 'When' })
    .first()
    .getByLabel('Drop-off', { exact: true })
    .first()
    .click({ force: true })
  const day = (words: string) => page.getByRole('dialog').getByRole('button', { name: `, ${words}` })
  await expect(day('12 December 2026')).toBeVisible()
  const around = await fill(day('22 December 2026'))
  expect(await fill(day('10 December 2026'))).toBe(around)
  for (const of of ['12', '14', '16']) expect(await fill(day(`${of} December 2026`))).not.toBe(around)
})

test('in forced colours the chosen kind of pet has another fill than the others', async ({ page }) => {
  await signInHere(page, await signUp(unique('Olga')), '/account/pets/new')
  const cat = page.getByRole('radio', { name: 'Cat' })
  const tile = page.locator('label').filter({ has: cat })
  await page.getByRole('radio', { name: 'Dog' }).check()
  const before = await fill(tile)
  await cat.check()
  await expect.poll(() => fill(tile)).not.toBe(before)
})

test('in forced colours only the selected tab has a line in the colour of a selection', async ({ page }) => {
  const line = (element: Locator) => element.evaluate((node) => getComputedStyle(node).borderBottomColor)
  const tabs = page.getByRole('navigation', { name: 'Bookings' }).getByRole('link')
  const [selected, other] = await Promise.all([line(tabs.nth(0)), line(tabs.nth(1))])
  expect(other).not.toBe(selected)
})
