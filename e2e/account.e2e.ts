import { expect, type Page, test } from '@playwright/test'
import { becomeSitter, findTown, isComplete, signInHere, signUp, unique } from './people.ts'
import { main } from './stay.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: 'Sections of your account' })
const overview = ['Overview', '/account', 'Hello, Olga'] as const
const sections = [
  ['Profile', '/account/profile', 'Profile'],
  ['Pets', '/account/pets', 'Pets'],
  ['Address and codes', '/account/household', 'Address and codes'],
  ['Care circle', '/account/circle', 'Care circle'],
  ['Sitting', '/account/sitters', 'Sitting'],
  ['Statements', '/account/statements', /^Statement for /],
  ['Notification settings', '/account/notices/settings', 'Notification settings'],
  ['Security and sign-in', '/account/security', 'Security and sign-in'],
  ['Privacy and data', '/account/data', 'Privacy and data'],
  ['For developers', '/account/developers', 'For developers'],
] as const
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('the menu at the side opens each section by keyboard, marks it, and the focus goes to its heading', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await signInHere(page, await signUp(unique('Olga')))
  await isComplete(page)
  await expect(menu(page).getByRole('link')).toHaveText([overview, ...sections].map(([label]) => label))
  for (const [label, path, title] of [...sections, overview]) {
    const link = menu(page).getByRole('link', { name: label, exact: true })
    await link.focus()
    await link.press('Enter')
    await expect(page).toHaveURL(path)
    await expect(heading(page)).toHaveText(title)
    await expect(heading(page)).toBeFocused()
    await expect(menu(page).locator('[aria-current]')).toHaveText([label])
    await expect(menu(page).getByRole('link', { name: label, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeHidden()
  }
})

test('below 1024 px the overview lists the sections, and each has a way back to it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signInHere(page, await signUp(unique('Olga')))
  for (const [label, path, title] of sections) {
    await main(page).getByRole('link', { name: label, exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(heading(page)).toHaveText(title)
    await expect(menu(page)).toBeHidden()
    await page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('link', { name: 'Your account' })
      .click()
    await expect(heading(page)).toBeFocused()
    await expect(page).toHaveURL('/account')
  }
})

test('the overview says how things are in each section', async ({ page }) => {
  const olga = await signUp(unique('Olga'))
  await signInHere(page, olga)
  const row = (name: string) =>
    main(page)
      .getByRole('region')
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name, exact: true }) })
  await expect(row('Profile')).toContainText('Your phone number and town are missing.')
  await expect(row('Pets')).toContainText('No pets yet.')
  await expect(row('Security and sign-in')).toContainText(`${olga.email} is not confirmed yet.`)
  await expect(row('Sitting')).toContainText('Become a sitter, on the days you choose.')
})

test('links to parts of the account page as it once was lead to the sections', async ({ page }) => {
  await signInHere(page, await signUp(unique('Olga')))
  for (const [old, path] of [
    ['/account#pets', '/account/pets'],
    ['/account#profile', '/account/profile'],
    ['/account#photo', '/account/profile#photo'],
  ] as const) {
    await page.goto('/blog')
    await page.goto(old)
    await expect(page).toHaveURL(path)
    await page.goBack()
    await expect(page).toHaveURL('/blog')
  }
})

test('a section left with unsaved changes asks first, and stays if one wishes; after saving it does not', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await signInHere(page, await signUp(unique('Olga')), '/account/profile')
  await page.getByLabel('Phone number').fill('+351 912 345 678')
  await menu(page).getByRole('link', { name: 'Pets' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay on this page' }).click()
  await expect(page.getByLabel('Phone number')).toHaveValue('+351 912 345 678')
  await menu(page).getByRole('link', { name: 'Pets' }).click()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL('/account/pets')

  await menu(page).getByRole('link', { name: 'Profile' }).click()
  await page.getByLabel('Phone number').fill('+351 912 345 678')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Your profile is saved')).toBeVisible()
  await menu(page).getByRole('link', { name: 'Pets' }).click()
  await expect(page).toHaveURL('/account/pets')
  await expect(question).toHaveCount(0)
})

test('sitters have their own navigation beside the sections, which show the state of their profile', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  const sam = await signUp(unique('Sam'))
  const { id } = await becomeSitter(sam, (await findTown('Tavira')).id, unique('A quiet house'))
  await signInHere(page, sam, '/account/today')
  const sitting = page.getByRole('navigation', { name: 'Sitting' })
  await expect(sitting).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Sam' }).click()
  for (const label of ['Pets', 'Address and codes', 'Care circle', 'Sitting']) {
    await menu(page).getByRole('link', { name: label, exact: true }).click()
    await expect(heading(page)).toHaveText(label)
    await expect(sitting).toBeVisible()
  }
  const [bar, side, content] = await Promise.all(
    [sitting, menu(page), page.getByRole('main')].map(async (part) => (await part.boundingBox())!),
  )
  expect(bar!.x + bar!.width).toBeLessThanOrEqual(side!.x)
  expect(side!.x + side!.width).toBeLessThanOrEqual(content!.x)
  await expect(main(page)).toContainText('Owners can find you and send you requests.')
  await main(page).getByRole('link', { name: 'Edit profile' }).click()
  await expect(page).toHaveURL(`/account/sitters/${id}`)
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Sitting' }).click()
  await expect(heading(page)).toHaveText('Sitting')
})
