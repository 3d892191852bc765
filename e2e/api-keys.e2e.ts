import { expect, type Page, test } from '@playwright/test'
import { findBarriers } from './barriers.ts'
import { mailTo, type Person, signInHere, signUp, unique } from './people.ts'
import { dialog, main, press } from './stay.ts'

const developers = '/account/developers'

const call = (page: Page, path: string, secret: string) =>
  page.request.get(path, {
    headers: { authorization: `Bearer ${secret}`, 'sec-fetch-site': 'same-origin' },
  })

async function createKey(page: Page, name: string, scopes: readonly string[]): Promise<string> {
  await press(page, 'Create a key')
  await page.getByLabel('Name', { exact: true }).fill(name)
  for (const scope of scopes) await page.getByLabel(scope).check()
  await press(page, 'Create the key')
  return page.getByLabel('API key', { exact: true }).inputValue()
}

const ownBookings = ({ accountId }: Person) => `/v1/accounts/${accountId}/bookings`

for (const width of [360, 1280])
  test(`at ${width} px a person creates a key, a program uses it, and it is deleted`, async ({ page }) => {
    const person = await signUp(unique('Devi'))
    await page.setViewportSize({ width, height: 800 })
    await signInHere(page, person, developers)
    await press(page, 'Create a key')
    await press(page, 'Create the key')
    await expect(main(page).getByRole('alert')).toContainText('Give the key a name')
    await expect(main(page).getByRole('alert')).toContainText('Choose what the key may do')
    expect(await findBarriers(page)).toEqual([])
    await press(page, 'Cancel')

    const secret = await createKey(page, 'My script', [
      'See your bookings, requests and their prices',
      'See your account, your sitter profile and its place in the search',
    ])
    expect(secret).toMatch(/^swk_[\da-f]{72}$/)
    expect(await findBarriers(page)).toEqual([])
    expect((await mailTo(person.email)).text).toContain('My script')

    const read = await call(page, ownBookings(person), secret)
    expect(await read.json()).toMatchObject({ items: [] })
    const refused = await call(page, `/v1/accounts/${person.accountId}/pets`, secret)
    expect(await refused.json()).toMatchObject({ code: 'api-key-scope-missing', scope: 'pets:read' })
    const account = await call(page, `/v1/accounts/by-id/${person.accountId}`, secret)
    expect(await account.json()).toMatchObject({ id: person.accountId })
    expect(account.headers()['set-cookie'], 'no page is rendered for a key').toBeUndefined()

    await press(page, 'I have stored it')
    await page.reload()
    const row = main(page).getByRole('listitem').filter({ hasText: 'My script' })
    await expect(row).toContainText('Last used in the hour from')
    await expect(row).toContainText(`Ends in ${secret.slice(-4)}`)
    await expect(main(page)).not.toContainText(secret)
    await press(page, 'Delete My script')
    await dialog(page).getByRole('button', { name: 'Delete it' }).click()
    await expect(row).toHaveCount(0)
    const later = await call(page, ownBookings(person), secret)
    expect([later.status(), await later.json()]).toMatchObject([401, { code: 'token-invalid' }])
  })
