import { expect } from '@playwright/test'
import { listSettingFields, saveSettings } from '#contract/staff/settings.ts'
import { findBarriers } from './barriers.ts'
import { test } from './own-product.ts'
import { as, becomeSitter, findTown, isComplete, makeOperator, signInHere, signUp, unique } from './people.ts'
import { main, press } from './stay.ts'

test('an operator changes a setting after seeing its effect, finds it in the history, and goes back', async ({
  page,
}) => {
  const ada = await signUp(unique('Ada'))
  await makeOperator(ada)
  await signInHere(page, ada, '/admin/settings')
  await page.getByRole('searchbox', { name: 'Find a setting' }).fill('map')
  const blur = page.getByLabel(/^Maps shift homes by up to/)
  await expect(main(page).getByRole('textbox')).toHaveCount(1)
  const before = await blur.inputValue()

  await blur.fill('much')
  await press(page, 'Show the effect')
  await expect(page.getByRole('alert')).toContainText('Enter a whole number')
  await blur.fill('450')
  await expect(main(page)).toContainText('1 change, not saved yet')
  await press(page, 'Show the effect')
  const effect = page.getByRole('region', { name: 'Before you save' })
  await expect(effect.getByRole('heading')).toBeFocused()
  await expect(effect).toContainText(`${before} metres becomes 450 metres`)
  await expect(effect).toContainText('stay as they are')
  await press(page, 'Save 1 change')
  await expect(effect).toContainText('Write at least 10 characters')
  const why = unique('Streets here are long')
  await effect.getByLabel('Why do you change this?').fill(why)
  expect(await findBarriers(page)).toEqual([])
  await press(page, 'Save 1 change')
  await expect(page.getByText('The settings are saved')).toBeVisible()
  await expect(blur).toHaveValue('450')
  await expect(effect).toBeHidden()

  await page.getByRole('link', { name: 'History' }).click()
  await expect(page).toHaveURL(/view=history/)
  const version = page
    .getByRole('region', { name: 'Versions, newest first' })
    .getByRole('listitem')
    .filter({ has: page.getByText(why, { exact: true }) })
  await expect(version).toContainText(ada.name)
  await expect(version).toContainText('in force')
  expect(await findBarriers(page)).toEqual([])

  await page.getByRole('link', { name: 'Settings', exact: true }).last().click()
  await blur.fill(before)
  await press(page, 'Show the effect')
  await effect.getByLabel('Why do you change this?').fill('That was too far from the homes.')
  await press(page, 'Save 1 change')
  await expect(blur).toHaveValue(before)
  await page.getByRole('link', { name: 'History' }).click()
  await version.getByText('Go back to this version').click()
  await version.getByLabel('Why do you go back?').fill('The owners prefer it after all.')
  await version.getByRole('button', { name: /^Go back to version/ }).click()
  await expect(page.getByText(/^The settings are those of version \d+ again/)).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Versions, newest first' }).getByRole('listitem').first(),
  ).toContainText('The owners prefer it after all.')
  await page.goto('/admin/settings')
  await expect(blur).toHaveValue('450')
})

test('the effect of other fees is shown in prices', async ({ page }) => {
  const ada = await signUp(unique('Ada'))
  await makeOperator(ada)
  await signInHere(page, ada, '/admin/settings')
  await page.getByLabel(/^Fee that owners pay on top/).fill('12')
  await press(page, 'Show the effect')
  const effect = page.getByRole('region', { name: 'Before you save' })
  await expect(effect).toContainText('10% becomes 12%')
  await expect(effect.getByRole('row', { name: /^Booked at €250.00: the owner pays/ })).toContainText(
    'Today€275.00After€280.00',
  )
  await press(page, 'Discard')
  await expect(effect).toBeHidden()
  await expect(page.getByLabel(/^Fee that owners pay on top/)).toHaveValue('10')
})

test('what an operator closes is said where it begins, and refused', async ({ page, browser }) => {
  const [ada, sam, town] = await Promise.all([signUp(unique('Ada')), signUp(unique('Sam')), findTown('Faro')])
  const sitter = await becomeSitter(sam, town.id, unique('By the lagoon'))
  await makeOperator(ada)
  await signInHere(page, ada, '/admin/settings')
  await page.getByRole('searchbox', { name: 'Find a setting' }).fill('What is open')
  await page.getByLabel(/^New accounts/).selectOption('Closed')
  await page.getByLabel(/^Owners can send requests/).selectOption('Off')
  await page.getByLabel(/^What people read where something is closed/).fill('We open again in March.')
  await press(page, 'Show the effect')
  const effect = page.getByRole('region', { name: 'Before you save' })
  await effect.getByLabel('Why do you change this?').fill('We move to another company.')
  await press(page, 'Save 3 changes')
  await expect(page.getByText('The settings are saved')).toBeVisible()

  const context = await browser.newContext()
  const visitor = await context.newPage()
  await visitor.goto(`/sitters/${sitter.id}`)
  const box = visitor.getByRole('form', { name: /^Book / })
  await expect(box).toContainText('Requests cannot be sent at the moment')
  await expect(box).toContainText('We open again in March.')
  await visitor.goto('/auth/sign-up')
  await expect(visitor.getByRole('main')).toContainText('New accounts cannot be created at the moment')
  await isComplete(visitor)
  expect(await findBarriers(visitor)).toEqual([])
  await visitor.getByLabel('Your name').fill('Nia')
  await visitor.getByLabel('E-mail', { exact: true }).fill(`${unique('nia').replace(' ', '.')}@example.org`)
  await visitor.getByLabel('Password', { exact: true }).fill('lagoons-all-the-way')
  await visitor.getByRole('button', { name: 'Create my account' }).click()
  await expect(visitor.getByRole('alert')).toContainText('New accounts cannot be created at the moment')
  await expect(visitor.getByLabel('Your name')).toHaveValue('Nia')

  const { version } = await as(ada, listSettingFields.response).get('/v1/admin/settings')
  await as(ada, saveSettings.response).put('/v1/admin/settings', {
    version,
    changes: { 'open.signUp': 'open', 'open.requests': true, 'open.note': '' },
    reason: 'The test has seen enough.',
  })
  await visitor.goto(`/sitters/${sitter.id}`)
  await expect(box).not.toContainText('Requests cannot be sent')
  await context.close()
})
