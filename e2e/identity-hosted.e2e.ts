import { type BrowserContext, expect, type Page, type Request } from '@playwright/test'
import { z } from 'zod'
import { Account } from '#contract/accounts.ts'
import { listSettingFields, saveSettings } from '#contract/staff/settings.ts'
import { hosted, test } from './hosted-product.ts'
import { card, heading } from './identity-mail.ts'
import { as, makeOperator, type Person, unique } from './people.ts'

const toolkit = 'https://identitytoolkit.googleapis.com'
const secureToken = 'https://securetoken.googleapis.com'
const password = 'a-password-of-the-tests'
const cors = { 'access-control-allow-origin': '*' }

type RecordedRequest = { method: string; url: URL; body: Record<string, unknown> }

const bodyOf = (request: Request): Record<string, unknown> => {
  const text = request.postData() ?? ''
  return text.startsWith('{')
    ? z.record(z.string(), z.unknown()).parse(JSON.parse(text))
    : Object.fromEntries(new URLSearchParams(text))
}

/** Fakes the hosted service and records its requests; no other request leaves this machine. */
async function fakeHostedService(
  context: BrowserContext,
  email: string,
  sign: (email: string) => Promise<string>,
) {
  const asked: RecordedRequest[] = []
  const elsewhere: string[] = []
  const tokens = async () => ({
    idToken: await sign(email),
    refreshToken: 'a refresh token',
    expiresIn: '3600',
  })
  const user = {
    localId: email,
    email,
    emailVerified: true,
    providerUserInfo: [{ providerId: 'password', email }],
  }
  const answers: Record<string, () => Promise<object>> = {
    '/v1/accounts:signInWithPassword': async () => ({ localId: email, email, ...(await tokens()) }),
    '/v1/accounts:lookup': async () => ({ users: [user] }),
    '/v1/token': async () => {
      const { idToken, refreshToken, expiresIn } = await tokens()
      return { id_token: idToken, access_token: idToken, refresh_token: refreshToken, expires_in: expiresIn }
    },
    '/v2/passwordPolicy': async () => ({ customStrengthOptions: {}, schemaVersion: 1 }),
  }
  await context.route(/^https:\/\//, (route) => {
    elsewhere.push(route.request().url())
    return route.abort()
  })
  for (const host of [toolkit, secureToken])
    await context.route(`${host}/**`, async (route) => {
      const url = new URL(route.request().url())
      asked.push({ method: route.request().method(), url, body: bodyOf(route.request()) })
      const answer = answers[url.pathname]
      await (answer
        ? route.fulfill({ json: await answer(), headers: cors })
        : route.fulfill({ status: 404, json: {}, headers: cors }))
    })
  return { asked, elsewhere, askedFor: (path: string) => asked.filter(({ url }) => url.pathname === path) }
}

async function enterAddress(page: Page, email: string): Promise<void> {
  await page.goto('/auth/sign-in')
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function finishAccount(page: Page): Promise<void> {
  await expect(heading(page)).toHaveText('One last step')
  await page.getByLabel('Your name').fill('Olga Owner')
  await page.getByRole('button', { name: 'Finish my account' }).click()
}

async function signIn(page: Page, email: string): Promise<void> {
  await enterAddress(page, email)
  await finishAccount(page)
  await isSignedIn(page)
}

async function isSignedIn(page: Page): Promise<void> {
  await expect(page).toHaveURL('/account')
  await expect(heading(page)).toHaveText('Hello, Olga')
}

const addressOf = (name = 'olga') => `${unique(name).replace(' ', '.')}@example.org`

test('users sign in at the hosted service, and the API accepts its tokens', async ({
  page,
  context,
  site,
}) => {
  const email = addressOf()
  const { asked, elsewhere, askedFor } = await fakeHostedService(context, email, site.sign)
  const own: string[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin === site.url && pathname.startsWith('/identity/')) own.push(pathname)
  })
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  await signIn(page, email)

  const [sent] = askedFor('/v1/accounts:signInWithPassword')
  expect(sent!.url.origin).toBe(toolkit)
  expect(sent!.url.searchParams.get('key')).toBe(hosted.apiKey)
  expect(sent!.body).toMatchObject({
    email,
    password,
    returnSecureToken: true,
    clientType: 'CLIENT_TYPE_WEB',
  })
  expect(askedFor('/v1/accounts:lookup')[0]!.body['idToken']).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  expect([own, elsewhere, refused]).toEqual([[], [], []])
  expect(asked.every(({ url }) => url.protocol === 'https:')).toBe(true)
})

test('tokens are refreshed at the hosted service', async ({ page, context, site }) => {
  const email = addressOf()
  const { askedFor } = await fakeHostedService(context, email, site.sign)
  await page.clock.install()
  await signIn(page, email)
  await page.clock.fastForward(2 * 3_600_000)
  await page.getByRole('link', { name: 'Bookings', exact: true }).first().click()
  await expect(heading(page)).toHaveText('Your bookings')
  const [sent] = askedFor('/v1/token')
  expect([sent!.url.origin, sent!.url.searchParams.get('key')]).toEqual([secureToken, hosted.apiKey])
  expect(sent!.body).toEqual({ grant_type: 'refresh_token', refresh_token: 'a refresh token' })
})

test('features of the embedded service are hidden, and signing out revokes no token', async ({
  page,
  context,
  site,
}) => {
  const email = addressOf()
  const { asked } = await fakeHostedService(context, email, site.sign)
  await signIn(page, email)
  await page.goto('/account/security')
  await expect(card(page, 'E-mail address')).toContainText(email)
  await expect(card(page, 'Where you are signed in')).toHaveCount(0)
  const before = asked.length
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  expect(asked.slice(before).map(({ url }) => url.pathname)).not.toContain('/v2/accounts:revokeToken')
})

test('pop-ups use the hosted service’s library, and its absence shows an error message', async ({
  page,
  context,
  site,
}) => {
  const { elsewhere } = await fakeHostedService(context, addressOf(), site.sign)
  await page.goto('/auth/sign-in')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toContainText(
    'Something went wrong on our side.',
  )
  expect(new URL(elsewhere[0]!).origin).toBe('https://apis.google.com')
})

type Sign = (email: string) => Promise<string>

/** Somebody with an account, who signs in at the hosted service. */
async function createPerson(name: string, sign: Sign): Promise<Person> {
  const email = addressOf(name)
  const person = { name, email, password, uid: email, token: await sign(email), accountId: '' }
  const { id } = await as(person, Account).post('/v1/accounts', { name, email, externalUserId: email })
  return { ...person, accountId: id }
}

/** Opens or closes the sign-up, for as long as a test needs it. */
async function setSignUp(ada: Person, state: 'open' | 'closed'): Promise<void> {
  const { version } = await as(ada, listSettingFields.response).get('/v1/admin/settings')
  await as(ada, saveSettings.response).put('/v1/admin/settings', {
    version,
    changes: { 'open.signUp': state, 'open.note': state === 'open' ? '' : 'We open again in March.' },
    reason: 'A test wants it like this.',
  })
}

test('while the sign-up is closed, nobody gets an account by signing in at the hosted service', async ({
  page,
  context,
  site,
}) => {
  const ada = await createPerson('Ada', site.sign)
  await makeOperator(ada)
  await setSignUp(ada, 'closed')
  const email = addressOf()
  await fakeHostedService(context, email, site.sign)
  await page.goto('/auth/sign-up')
  await expect(page.getByRole('main')).toContainText('We open again in March.')
  await enterAddress(page, email)
  await expect(page.getByRole('main')).toContainText('We open again in March.')
  await finishAccount(page)
  await expect(page.getByRole('alert')).toContainText('New accounts cannot be created at the moment')
  await page.goto('/account')
  await expect(heading(page)).not.toContainText('Hello')

  await setSignUp(ada, 'open')
  // The sign-in at the service is kept, so the page asks for the name without asking for the password again.
  await page.goto('/auth/sign-in')
  await finishAccount(page)
  await isSignedIn(page)
})

test('while the sign-up is closed, staff with a hosted sign-in see the site as somebody, reading only', async ({
  page,
  context,
  site,
}) => {
  const [ada, tess] = await Promise.all([createPerson('Ada', site.sign), createPerson('Tess', site.sign)])
  await makeOperator(ada)
  await setSignUp(ada, 'closed')
  const { asked } = await fakeHostedService(context, ada.email, site.sign)
  await enterAddress(page, ada.email)
  await expect(heading(page)).toHaveText('Hello, Ada')
  await page.goto(`/admin/people/${tess.accountId}`)
  await page.getByRole('button', { name: 'See the site as this person' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'See the site as Tess?' })
  await dialog.getByLabel('Why do you look?').fill('Tess misses a booking in her list.')
  await dialog.getByRole('button', { name: 'Look', exact: true }).click()
  await expect(page).toHaveURL('/view-as/account')
  const before = asked.length
  const banner = page.getByRole('complementary', { name: 'You see the site as somebody else' })
  await expect(banner).toContainText('You see the site as Tess, reading only.')
  await page.goto('/view-as/account/profile')
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toHaveValue('Tess')
  await name.fill('Mallory')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(banner.getByRole('status')).toHaveText('You are only looking; nothing can be changed.')
  // The hosted service learns nothing of the view.
  expect(asked.slice(before).map(({ url }) => url.pathname)).toEqual([])
  await banner.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(`/admin/people/${tess.accountId}`)
  await expect(heading(page)).toHaveText('Tess')
  await page.goto('/account/profile')
  await expect(name).toHaveValue('Ada')
  await setSignUp(ada, 'open')
})
