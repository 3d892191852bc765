import { expect } from '@playwright/test'
import { test } from './own-product.ts'
import { becomeSitter, findTown, signInHere, signUp, unique } from './people.ts'
import { main } from './stay.ts'

test('where the widget is switched off, no code is offered, and sitters are not led to it', async ({
  page,
}) => {
  await page.goto('/widget')
  await expect(main(page)).toContainText('cannot be shown on other sites')
  await expect(main(page).getByRole('textbox')).toHaveCount(0)

  const sitter = await signUp(unique('Wim'))
  await becomeSitter(sitter, (await findTown('Thurso')).id, 'Off the beaten track')
  await signInHere(page, sitter, '/account/sitters')
  await expect(main(page).getByRole('link', { name: 'Statistics' })).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'On your own site' })).toHaveCount(0)
})
