import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, type Page, test } from '@playwright/test'
import {
  addCat,
  becomeSitter,
  dayFromToday,
  endPageSession,
  findTown,
  type Person,
  signInByForm,
  signUp,
  unique,
  untilFound,
} from './people.ts'

/** Runs an operator command on the product's database. */
const operator = (...words: string[]) =>
  promisify(execFile)(process.execPath, ['scripts/operator.ts', ...words])

async function signInAgain(page: Page, { email, password }: Person): Promise<void> {
  await expect(page).toHaveURL(/\/auth\/sign-in\?next=/)
  await expect(page.getByText('What you had typed is kept.')).toBeVisible()
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('the pet form keeps its input when an operator ends the session', async ({ page }) => {
  const form = '/account/pets/new?species=dog&weightKg=12&birthOn=2021-04-05'
  const person = await signUp(unique('Hilda'))
  await signInByForm(page, person, form)
  await page.getByLabel('Name', { exact: true }).fill('Rex the second')
  await operator('end-sessions', person.email)
  await page.getByRole('button', { name: 'Save pet' }).click()
  await signInAgain(page, person)
  await expect(page).toHaveURL(form)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Rex the second')
})

test('the message to a sitter is kept when an operator ends the session', async ({ page }) => {
  const [owner, keeper, town] = await Promise.all([
    signUp(unique('Ines')),
    signUp(unique('Jonas')),
    findTown('Coimbra'),
  ])
  const cat = await addCat(owner, 'Mia')
  const sitter = await becomeSitter(keeper, town.id, unique('A quiet house'))
  await untilFound(sitter, town.id)
  await signInByForm(page, owner, '/account')
  const [start, end] = [dayFromToday(50), dayFromToday(53)]
  const check = `/sitters/${sitter.id}?service=boarding&start=${start}&end=${end}&petIds=${cat.id}&step=check`
  await page.goto(check)
  const dialog = page.getByRole('dialog', { name: 'Check your request' })
  const message = 'Mia hides under the bed for the first hour. Please leave the window shut.'
  await dialog.getByRole('textbox').fill(message)
  await operator('end-sessions', owner.email)
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await signInAgain(page, owner)
  await expect(page).toHaveURL(new RegExp(`^[^?]*/sitters/${sitter.id}\\?`))
  await expect(dialog.getByRole('textbox')).toHaveValue(message)
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(page).toHaveURL(/\/account\/bookings\/[0-9a-f-]{36}\?sent=1/)
})

test('a disabled user is signed out and sees why when signing in', async ({ page }) => {
  const person = await signUp(unique('Karla'))
  await signInByForm(page, person)
  await operator('disable', person.email)
  await page.getByRole('link', { name: 'Bookings', exact: true }).first().click()
  await expect(page).toHaveURL('/auth/sign-in?next=%2Faccount%2Fbookings')
  await page.getByLabel('E-mail', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('This account has been disabled')
})

test('503 responses while a page loads do not sign the user out', async ({ page }) => {
  await signInByForm(page, await signUp(unique('Lukas')))
  const away = {
    status: 503,
    contentType: 'text/plain; charset=utf-8',
    body: 'Please try again in a moment.',
  }
  await page.route('**/identity/v1/**', (route) => route.fulfill(away))
  await page.route('**/v1/accounts/**', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'about:blank', code: 'unavailable', title: 'Try again', status: 503 }),
    }),
  )
  const accountResponse = page.waitForResponse('**/v1/accounts/by-external-id/**')
  const logged = page.waitForEvent('console', (message) => message.text().includes('could not be loaded'))
  await page.goto('/how-it-works')
  expect((await accountResponse).status()).toBe(503)
  await logged
  await page.unrouteAll({ behavior: 'wait' })
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hello')
})

test('concurrent token refreshes after five expired requests all succeed', async ({ page }) => {
  await signInByForm(page, await signUp(unique('Maja')))
  const expired = new Set<string>()
  await page.route(/\/v1\/(accounts\/.*\/(bookings|pets)|sitter-draft)/, async (route) => {
    const url = route.request().url()
    if (expired.has(url)) return route.continue()
    expired.add(url)
    await route.fulfill({
      status: 401,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'about:blank', code: 'token-expired', title: 'Expired', status: 401 }),
    })
  })
  const refreshes: Promise<number | undefined>[] = []
  page.on('request', (request) => {
    if (request.url().includes('/identity/v1/token'))
      refreshes.push(request.response().then((response) => response?.status()))
  })
  await endPageSession(page)
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hello')
  expect(expired.size).toBe(5)
  expect(refreshes.length).toBeGreaterThan(1)
  expect(new Set(await Promise.all(refreshes))).toEqual(new Set([200]))
})

test('a tab that slept past the expiry of its token stays signed in', async ({ page }) => {
  await page.clock.install()
  await signInByForm(page, await signUp(unique('Nora')))
  const refreshed = page.waitForResponse('**/identity/v1/token?*')
  await page.clock.fastForward(3 * 3_600_000)
  await page.getByRole('link', { name: 'Bookings', exact: true }).first().click()
  expect((await refreshed).status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your bookings')
})

test('a stolen refresh token is rejected without the device’s cookie and ends the session', async ({
  page,
  request,
}) => {
  await signInByForm(page, await signUp(unique('Olaf')))
  const stolen = await page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('firebaseLocalStorageDb')
        opening.addEventListener('error', () => reject(opening.error))
        opening.addEventListener('success', () => {
          const all = opening.result
            .transaction('firebaseLocalStorage')
            .objectStore('firebaseLocalStorage')
            .getAll()
          all.addEventListener('success', () => {
            resolve(String(all.result[0].value.stsTokenManager.refreshToken))
          })
        })
      }),
  )
  // The thief has the token, but not the device's cookie.
  const stolenTokenResponse = await request.post('/identity/v1/token?key=sitwell-public-key', {
    form: { grant_type: 'refresh_token', refresh_token: stolen },
  })
  expect(stolenTokenResponse.status()).toBe(400)
  expect(await stolenTokenResponse.text()).toContain('TOKEN_EXPIRED')
  // Navigates by URL: the open page may notice the sign-out first, and then its links are gone.
  await page.goto('/account/bookings')
  await expect(page).toHaveURL('/auth/sign-in?next=%2Faccount%2Fbookings')
})
