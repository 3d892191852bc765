import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { z } from 'zod'
import { formatInstant } from '#web/format.ts'
import {
  as,
  becomeSitter,
  endPageSession,
  findTown,
  isComplete,
  mailTo,
  openSession,
  type Person,
  SignedIn,
  signInByForm,
  signUp,
  unique,
  withoutStream,
} from './people.ts'
import { twoPeople } from './stay.ts'

test.describe.configure({ mode: 'parallel' })

const accountLoad = '**/v1/accounts/by-external-id/**'
const isAccountLoad = (url: string) => url.includes('/v1/accounts/by-external-id/')
const hintOf = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'sitwell.hint')?.value ?? ''
const mainLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
const signOutButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Sign out' })
const isSignedOut = (page: Page) =>
  expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()

async function fillSignIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('a visitor is redirected to sign-in and returned to the requested page', async ({ page }) => {
  const person = await signUp(unique('Hana'))
  await page.goto('/account/bookings?scope=past')
  await expect(page).toHaveURL(`/auth/sign-in?next=${encodeURIComponent('/account/bookings?scope=past')}`)
  await fillSignIn(page, person)
  await expect(page).toHaveURL('/account/bookings?scope=past')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your bookings')
})

test('a sitter who asks for no page gets to Today, except on a device that shows the owner’s side', async ({
  page,
}) => {
  const sam = await signUp(unique('Sam'))
  await becomeSitter(sam, (await findTown('Tavira')).id, unique('A quiet house'))
  await page.goto('/auth/sign-in')
  await fillSignIn(page, sam)
  await expect(page).toHaveURL('/account/today')
  await page.getByRole('button', { name: 'Switch to owner' }).click()
  await expect(page).toHaveURL('/account')
  await signOutButton(page).click()
  await isSignedOut(page)
  await page.goto('/auth/sign-in')
  await fillSignIn(page, sam)
  await expect(page).toHaveURL('/account')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a wrong password and an unknown address show the same message', async ({ page }) => {
  const person = await signUp(unique('Olga'))
  await page.goto('/auth/sign-in')
  await fillSignIn(page, { email: person.email, password: 'not-the-password' })
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toContainText('do not belong together')
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(person.email)
  await fillSignIn(page, {
    email: unique('nobody').replace(' ', '.') + '@example.org',
    password: 'whatever1',
  })
  await expect(summary).toContainText('do not belong together')
})

test('the redirect after sign-in accepts only paths of this site', async ({ page }) => {
  const person = await signUp(unique('Mario'))
  await page.goto('/auth/sign-in?next=//evil.example/')
  await fillSignIn(page, person)
  await expect(page).toHaveURL('/account')
})

test('sign-up creates the account, and no cookie contains the name, e-mail or credentials', async ({
  page,
  context,
}) => {
  const name = unique('Greta')
  const email = `${name.toLowerCase().replace(' ', '.')}@example.org`
  const password = 'a-long-walk-in-the-rain'
  await page.goto('/auth/sign-up?next=/account/pets/new')
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create my account' }).click()
  await expect(page).toHaveURL('/account/pets/new')

  const accountId = /"accountId":"([0-9a-f-]{36})"/.exec(decodeURIComponent(await hintOf(context)))?.[1]
  const answer = await page.request.post('/identity/v1/accounts:signInWithPassword?key=sitwell-public-key', {
    data: { email, password, returnSecureToken: true },
  })
  const { idToken, localId } = SignedIn.parse(await answer.json())
  const found = await page.request.get(`/v1/accounts/by-external-id/${localId}`, {
    headers: { authorization: `Bearer ${idToken}` },
  })
  expect(await found.json()).toMatchObject({ id: accountId, name, email, externalUserId: localId })
  expect((await mailTo(email)).subject).toMatch(/confirm/i)

  await page.goto('/')
  await mainLink(page, 'Blog').click()
  await expect(page).toHaveURL('/blog')
  const cookies = (await context.cookies()).map((cookie) => decodeURIComponent(cookie.value)).join('\n')
  for (const secret of [name, name.split(' ')[1]!, email, localId, password, idToken.slice(0, 20)])
    expect(cookies.toLowerCase()).not.toContain(secret.toLowerCase())
})

/** The databases of an origin, which the types of Playwright leave out. */
const WithDatabases = z.object({ indexedDB: z.array(z.looseObject({ name: z.string() })) })
const isOfUsers = ({ name }: { name: string }) => name === 'firebaseLocalStorageDb'

test('a session without the form, as other tests use it, is stored like one of the form', async ({
  browser,
  baseURL,
}) => {
  const town = await findTown('Tomar')
  const stored = async (signIn: typeof openSession, isSitter: boolean) => {
    const context = await browser.newContext({ baseURL: baseURL! })
    const page = await context.newPage()
    const hana = await signUp(unique('Hana'))
    if (isSitter) await becomeSitter(hana, town.id, 'A flat by the castle')
    await signIn(page, hana)
    const { cookies, origins } = await context.storageState({ indexedDB: true })
    await context.close()
    const names = cookies.map(({ name, path, httpOnly, sameSite }) => [name, path, httpOnly, sameSite].join())
    const preferences = cookies.find(({ name }) => name === 'sitwell.preferences')?.value ?? ''
    // Only tokens, ids and times differ, which are all values.
    const users = origins.flatMap((origin) => WithDatabases.parse(origin).indexedDB).filter(isOfUsers)
    const shape = JSON.stringify(users).replaceAll(/"v":("[^"]*"|\d+)/g, '"v"')
    expect(shape).toContain('stsTokenManager')
    return { names: names.toSorted(), preferences: JSON.parse(decodeURIComponent(preferences)), shape }
  }
  for (const isSitter of [false, true])
    expect(await stored(openSession, isSitter)).toEqual(await stored(signInByForm, isSitter))
})

test('signing out clears the hint cookie and redirects to the home page', async ({ page, context }) => {
  await signInByForm(page, await signUp(unique('Bela')))
  expect(await hintOf(context)).toContain('accountId')
  await signOutButton(page).click()
  await expect(page).toHaveURL('/')
  await isSignedOut(page)
  expect(decodeURIComponent(await hintOf(context))).not.toMatch(/[0-9a-f]{8}-/)
  await page.goto('/account')
  await expect(page).toHaveURL('/auth/sign-in?next=%2Faccount')
})

test('the account works without unread messages and blocked people if those cannot be read', async ({
  page,
}) => {
  for (const path of ['**/v1/blocks', '**/v1/conversations/unread'])
    await page.route(path, (route) => route.fulfill({ status: 503, json: {} }))
  await signInByForm(page, await signUp(unique('Olga')), '/account')
  // The sign-in form is the last document; the browser has loaded the account page itself.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Olga')
  await page.getByRole('main').getByRole('link', { name: 'Privacy and data' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Delete your account' })).toBeVisible()
})

const asDocument = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const accountHeading = async (context: BrowserContext, cookies?: string) => {
  const headers = { ...asDocument, ...(cookies ? { cookie: cookies } : {}) }
  const html = await (await context.request.get('/account', { headers })).text()
  return /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]?.replaceAll('<!-- -->', '')
}
const cookieHeader = async (context: BrowserContext) =>
  (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')

test('the server renders the account for whoever is signed in, and no longer once they sign out', async ({
  page,
  context,
  playwright,
  baseURL,
}) => {
  const person = await signUp(unique('Olga'))
  await signInByForm(page, person)
  await expect.poll(() => accountHeading(context)).toBe('Hello, Olga')
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 2, name: 'Settings' })).toBeVisible()
  await isComplete(page)

  const stolen = await cookieHeader(context)
  await signOutButton(page).click()
  await expect(page).toHaveURL('/')
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('sitwell.page-key')
  const thief = await playwright.request.newContext({ baseURL: baseURL! })
  const answer = await thief.get('/account', { headers: { ...asDocument, cookie: stolen } })
  expect([answer.status(), (await answer.text()).includes('Hello')]).toEqual([200, false])
  await thief.dispose()
})

test('without its key, and for another account, the account page has no personal data', async ({
  page,
  context,
}) => {
  await signInByForm(page, await signUp(unique('Olga')))
  await expect.poll(() => accountHeading(context)).toBe('Hello, Olga')
  const other = await signUp(unique('Eve'))
  const mine = await cookieHeader(context)
  const without = mine.replace(/sitwell\.page-key=[^;]*(; )?/, '')
  const swapped = mine.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, other.accountId)
  expect(without).not.toBe(mine)
  expect(swapped).not.toBe(mine)
  await context.clearCookies()
  expect(await accountHeading(context, mine)).toBe('Hello, Olga')
  expect(await accountHeading(context, without)).toBeUndefined()
  expect(await accountHeading(context, swapped)).toBeUndefined()
})

test.describe('in a browser far from the server, in another language', () => {
  test.use({ timezoneId: 'Pacific/Auckland', locale: 'pt-PT' })

  test('the server renders the times of the browser, so hydration changes nothing', async ({ page }) => {
    const { olga, booking } = await twoPeople(20)
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await signInByForm(page, olga)
    await isComplete(page)
    for (const path of ['/account', '/account/bookings']) {
      const html = await (await page.goto(path))!.text()
      await isComplete(page)
      const answerBy = page.locator('#main time').first()
      await expect(answerBy).toBeVisible()
      const shown = formatInstant(booking.expiresAt!, 'Pacific/Auckland')
      await expect(answerBy).toHaveText(shown)
      expect(html).toContain(shown)
    }
    expect(errors).toEqual([])
  })
})

test('without a page session the account is loaded by the browser', async ({ page }) => {
  await signInByForm(page, await signUp(unique('Olga')))
  await isComplete(page)
  await endPageSession(page)
  const [document] = await Promise.all([page.waitForResponse('/account'), page.goto('/account')])
  expect(await document.text()).not.toContain('Hello')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Olga')
})

test('a failed account load on navigation is logged, signs out and redirects to the home page', async ({
  page,
  context,
}) => {
  await signInByForm(page, await signUp(unique('Nils')))
  await page.route(accountLoad, (route) => route.fulfill({ status: 500, body: '' }))
  const logged = page.waitForEvent(
    'console',
    (message) => message.type() === 'error' && message.text().includes('account could not be loaded'),
  )
  await mainLink(page, 'Blog').click()
  await logged
  await expect(page).toHaveURL('/')
  await isSignedOut(page)
  expect(decodeURIComponent(await hintOf(context))).not.toMatch(/[0-9a-f]{8}-/)
})

test('the account is loaded before each route change, one request at a time', async ({ page }) => {
  await signInByForm(page, await signUp(unique('Ida')))
  const requests: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (isAccountLoad(url)) requests.push('account')
    if (url.endsWith('/_payload.json')) requests.push(new URL(url).pathname)
  })
  await mainLink(page, 'Blog').click()
  await expect(page).toHaveURL('/blog')
  expect(requests).toEqual(['account', '/blog/_payload.json'])

  requests.length = 0
  const held: (() => void)[] = []
  await page.route(accountLoad, async (route) => {
    await new Promise<void>((release) => held.push(release))
    await route.continue()
  })
  await mainLink(page, 'How it works').click()
  await expect.poll(() => held.length).toBe(1)
  await expect(page.locator('#main')).toHaveAttribute('aria-busy', 'true')
  expect(requests).toEqual(['account'])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog')
  // A second load of the same kind must not start while this one is pending.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Service fee' }).click()
  await expect(page).toHaveURL('/legal/service-fee')
  expect(requests).toEqual(['account', '/legal/service-fee/_payload.json'])
  const loaded = page.waitForResponse(accountLoad)
  held.forEach((release) => release())
  await (await loaded).finished()
  await page.unrouteAll({ behavior: 'wait' })
  await mainLink(page, 'Blog').click()
  await expect(page).toHaveURL('/blog')
  expect(requests.filter((one) => one === 'account')).toHaveLength(2)
})

test('signing out in one tab signs out another at its next navigation', async ({ page, context }) => {
  await signInByForm(page, await signUp(unique('Tomo')))
  const other = await context.newPage()
  // The server has rendered the page. Any request that is still to come would reveal the end of the session.
  const requests = [accountLoad, '**/v1/conversations/unread', '**/v1/notices/unread']
  const answered = Promise.all(requests.map((url) => other.waitForResponse(url)))
  await other.goto('/account')
  await expect(other.getByRole('heading', { level: 2, name: 'Settings' })).toBeVisible()
  await Promise.all((await answered).map((answer) => answer.finished()))
  await signOutButton(page).click()
  await expect(page).toHaveURL('/')
  await other.getByRole('link', { name: 'Bookings', exact: true }).first().click()
  await expect(other).toHaveURL(/\/$|\/auth\/sign-in\?next=%2Faccount%2Fbookings$/)
  await other.goto('/')
  await isSignedOut(other)
})

test('a navigation while offline does not sign the user out', async ({ page, context }) => {
  await signInByForm(page, await signUp(unique('Rosa')))
  await isComplete(page)
  await context.setOffline(true)
  await mainLink(page, 'Find a sitter').click()
  await expect(page.getByText('You are offline')).toHaveCount(1)
  await expect(page).toHaveURL('/account')
  await expect(page.getByRole('heading', { level: 2, name: 'Settings' })).toBeVisible()
  expect(await hintOf(context)).toContain('accountId')
  await context.setOffline(false)
  await mainLink(page, 'Blog').click()
  await expect(page).toHaveURL('/blog')
  await expect(signOutButton(page)).toBeVisible()
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 2, name: 'Settings' })).toBeVisible()
})

test('a session revoked elsewhere ends at the next navigation', async ({ page }) => {
  const person = await signUp(unique('Lena'))
  // With a stream, the page would notice by itself.
  await withoutStream(page)
  await signInByForm(page, person)
  // Pending requests would reveal it too, and the page would be gone before the link is pressed. The last of them is sent
  // by code that a busy machine runs late.
  await isComplete(page)
  await page.waitForLoadState('networkidle')
  const other = await fetch(`${process.env['BASE_URL']}/identity/v1/accounts:update?key=sitwell-public-key`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      idToken: person.token,
      password: 'another-long-password',
      returnSecureToken: true,
    }),
  })
  expect(other.status).toBe(200)
  await mainLink(page, 'Blog').click()
  await expect(page).toHaveURL('/')
  await isSignedOut(page)
})

test('a password can be reset with the link in a mail, which ends old sessions', async ({ page }) => {
  const person = await signUp(unique('Vera'))
  await page.goto('/auth/sign-in')
  await page.getByRole('link', { name: 'Forgotten your password?' }).click()
  // Both pages have the field; text filled in too early would be lost with the first page.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password')
  await page.getByLabel('E-mail', { exact: true }).fill(person.email)
  await page.getByRole('button', { name: 'Send me the link' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your mailbox')
  const mail = await mailTo(person.email)
  await page.goto('/dev/mailbox')
  await page.locator(`a[href="/dev/mailbox/${mail.id}"]`).click()
  await page.locator('pre a[href*="oobCode="]').click()
  await expect(page.getByText(`For the account of ${person.email}.`)).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('kittens-on-the-roof')
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your new password is set')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await fillSignIn(page, { email: person.email, password: 'kittens-on-the-roof' })
  await expect(page).toHaveURL('/account')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The old password no longer works.
  const answer = await page.request.post('/identity/v1/accounts:signInWithPassword?key=sitwell-public-key', {
    data: { email: person.email, password: person.password, returnSecureToken: true },
  })
  expect(answer.status()).toBe(400)
  await expect(as(person).get(`/v1/accounts/by-external-id/${person.uid}`)).rejects.toThrow('401')
})

test('public pages never load the identity client, and store no time zone of a visitor', async ({
  page,
  context,
}) => {
  const scripts = new Set<string>()
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.add(response.url())
  })
  // Fetched again, because the browser discards a script's body if the next navigation comes first.
  const withClient = async () => {
    const answers = await Promise.all([...scripts].map((url) => page.request.get(url)))
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    return texts.filter((text) => text.includes('identitytoolkit')).length
  }
  for (const path of ['/', '/sitters', '/blog', '/how-it-works', '/help', '/legal/privacy-policy']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('sitwell.preferences')
  expect(scripts.size).toBeGreaterThan(5)
  expect(await withClient()).toBe(0)
  await page.goto('/auth/sign-in', { waitUntil: 'networkidle' })
  expect(await withClient()).toBe(1)
})
