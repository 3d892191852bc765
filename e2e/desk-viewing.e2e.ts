import { expect, type Page, test } from '@playwright/test'
import { findBarriers } from './barriers.ts'
import { giveRoles, signInHere, signUp, unique } from './people.ts'
import { main, press } from './stay.ts'

/** What the browser has stored for this site. The identity client makes and deletes a database to try it, at any time. */
async function storedBy(page: Page) {
  const stored = await page.evaluate(async () => ({
    local: Object.keys(localStorage).sort(),
    databases: (await indexedDB.databases())
      .map(({ name }) => name)
      .filter((name) => !name?.startsWith('validate-'))
      .sort(),
  }))
  const cookies = await page.context().cookies()
  return {
    ...stored,
    cookies: cookies
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map(({ name, value, path }) => [name, path, name === 'sitwell.hint' && value]),
  }
}

async function beginViewing(page: Page, name: string) {
  await press(page, 'See the site as this person')
  const dialog = page.getByRole('alertdialog', { name: `See the site as ${name}?` })
  await dialog.getByRole('button', { name: 'Look', exact: true }).click()
  await expect(dialog).toContainText('Write at least 10 characters')
  await dialog.getByLabel('Why do you look?').fill('Tess misses a booking in her list.')
  await dialog.getByRole('button', { name: 'Look', exact: true }).click()
  await expect(page).toHaveURL('/view-as/account')
}

for (const width of [360, 1280])
  test(`at ${width} px support sees the site as a person, can change nothing, and leaves no trace on the device`, async ({
    page,
  }) => {
    const [sue, tess] = await Promise.all([signUp(unique('Sue')), signUp(unique('Tess'))])
    await giveRoles(sue, ['support'])
    await page.setViewportSize({ width, height: 800 })
    await signInHere(page, sue, `/admin/people/${tess.accountId}`)
    await expect(page.getByRole('heading', { level: 1, name: tess.name })).toBeVisible()
    const before = await storedBy(page)

    await beginViewing(page, tess.name)
    const banner = page.getByRole('complementary', { name: 'You see the site as somebody else' })
    await expect(banner).toContainText(`You see the site as ${tess.name}, reading only. 15 minutes left.`)
    await expect(main(page).getByRole('heading', { level: 1 })).toContainText(tess.name.split(' ')[0]!)
    await expect(page.locator('html')).toHaveAttribute('data-ready', 'yes')
    expect(await findBarriers(page)).toEqual([])

    // Other pages, also after loading them anew, stay those of the person.
    await page.goto('/view-as/account/profile')
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(tess.name)
    await expect(banner).toBeVisible()
    await page.getByLabel('Name', { exact: true }).fill('Mallory')
    await press(page, 'Save profile')
    await expect(banner.getByRole('status')).toHaveText('You are only looking; nothing can be changed.')
    await expect(main(page)).toContainText('Nothing can be changed while you see the site as somebody else.')
    await page.reload()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(tess.name)
    await page.goto('/view-as/account/security')
    await expect(main(page)).toContainText('Sign-ins, codes of homes, copies of data and secret addresses')
    await expect(banner).toBeVisible()

    // The mode is in this tab only, and the address alone shows nobody.
    const other = await page.context().newPage()
    await other.goto('/view-as/account')
    await expect(other).toHaveURL('/admin/people')
    await other.goto('/account/profile')
    await expect(other.getByLabel('Name', { exact: true })).toHaveValue(sue.name)
    await other.close()

    await banner.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL(`/admin/people/${tess.accountId}`)
    await expect(page.getByRole('heading', { level: 1, name: tess.name })).toBeVisible()
    await expect(banner).toHaveCount(0)
    expect(await storedBy(page)).toEqual(before)
    await page.goto('/view-as/account')
    await expect(page).toHaveURL('/admin/people')
  })

test('signing out while seeing the site as somebody only ends the view', async ({ page }) => {
  const [sue, tess] = await Promise.all([signUp(unique('Sue')), signUp(unique('Tess'))])
  await giveRoles(sue, ['support'])
  await signInHere(page, sue, `/admin/people/${tess.accountId}`)
  await beginViewing(page, tess.name)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(`/admin/people/${tess.accountId}`)
  await page.goto('/account/profile')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(sue.name)
})
