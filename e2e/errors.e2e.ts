import { expect, type Page, test } from '@playwright/test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '#web/routes.ts'
import { endPageSession, isComplete, openSession, signInHere, signUp, unique } from './people.ts'

/** Opens a page and waits until its scripts have started. */
async function open(page: Page, path: string) {
  await page.goto(path, { waitUntil: 'networkidle' })
  await isComplete(page)
}

const onward = async (page: Page) => {
  const main = page.locator('#main')
  await expect(main.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/')
  await expect(main.getByRole('link', { name: 'Find a sitter' })).toHaveAttribute('href', '/sitters')
}

const unknown = ['/nowhere/at/all', '/sitters/42', '/blog/no-such-post', '/legal/no-such-page']

for (const path of unknown)
  test(`${path} shows the 404 view`, async ({ page }) => {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Page Not Found: ${path}`)
    await expect(page).toHaveTitle(`Page Not Found: ${path} · Sitwell`)
    await expect(page.locator('#main').getByText('404', { exact: true })).toBeVisible()
    await onward(page)
    await page.locator('#main').getByRole('link', { name: 'Find a sitter' }).click()
    await page.waitForURL('**/sitters')
    await expect(page.locator('#main h1')).toContainText(/sitter/i)
  })

/** Paths of all pages with an id in them, with `rex` in place of the id. */
function malformedPaths(routes: RouteConfigEntry[], above = ''): string[] {
  return routes.flatMap(({ path, children = [] }) => {
    const here = path ? `${above}/${path}` : above
    const own = /:\w+Id\b/.test(here) && children.length === 0 ? [here.replace(/:\w+Id\b/, 'rex')] : []
    return [...own, ...malformedPaths(children, here)]
  })
}

test('the server returns 404 for a malformed id on every page, also for a signed-in user', async ({
  page,
}) => {
  await openSession(page, await signUp(unique('Nadia')))
  const addresses = malformedPaths(routes)
  expect(addresses).toEqual(
    expect.arrayContaining(['/account/pets/rex/lost', '/admin/cases/rex', '/sitters/rex']),
  )
  for (const path of addresses) {
    const response = await page.request.get(path)
    expect(response.status(), path).toBe(404)
    expect(await response.text(), path).toContain(`Page Not Found: ${path}`)
  }
})

test('an account page with an invalid id also shows the 404 view', async ({ page }) => {
  await openSession(page, await signUp(unique('Nadia')))
  for (const path of ['/account/pets/rex', '/account/bookings/42', '/account/sitters/me']) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Page Not Found: ${path}`)
    await onward(page)
  }
})

test('page data that fails to load shows the 500 view, from which the home page can be opened', async ({
  page,
}) => {
  await open(page, '/blog')
  await page.route('**/sitters.data*', (route) => route.abort())
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Find a sitter' }).click()
  await expect(page.locator('#main').getByText('500', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Failed to fetch')
  await onward(page)
  await page.unroute('**/sitters.data*')
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await page.waitForURL('**/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('best friend')
})

test('a line at the top shows that another page loads on a slow line, and disappears with it', async ({
  page,
}) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await open(page, '/blog')
  await page.route('**/sitters.data*', async (route) => {
    await promise
    await route.continue()
  })
  const lineWidth = () =>
    page.locator('#main').evaluate((main) => {
      const { content, transform } = getComputedStyle(main, '::before')
      return content === 'none' ? 0 : new DOMMatrix(transform).a
    })
  expect(await lineWidth()).toBe(0)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Find a sitter' }).click()
  await expect.poll(lineWidth).toBeGreaterThan(0.1)
  resolve()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('sitters')
  expect(await lineWidth()).toBe(0)
})

test('an API error shows the 500 view with the error message', async ({ page }) => {
  await openSession(page, await signUp(unique('Petra')))
  await page.route('**/v1/accounts/*/bookings*', (route) => route.fulfill({ status: 500, body: '' }))
  await endPageSession(page)
  await page.goto('/account/bookings')
  await expect(page.locator('#main').getByText('500', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('HTTP error! status: 500')
  await onward(page)
})

test('a page that a busy server could not load is loaded again by itself', async ({ page }) => {
  await openSession(page, await signUp(unique('Petra')))
  const bookings = '**/v1/accounts/*/bookings*'
  let tries = 0
  await page.route(bookings, async (route) => {
    tries++
    const json = {
      type: '/problems/unavailable',
      code: 'unavailable',
      title: 'The service is busy',
      status: 503,
    }
    await route.fulfill({ status: 503, contentType: 'application/problem+json', json })
  })
  await endPageSession(page)
  await page.goto('/account/bookings')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('The service is busy')
  await expect(page.locator('#main')).toContainText('This page tries again by itself.')
  const atFirst = tries
  await expect.poll(() => tries).toBeGreaterThan(atFirst)
  await page.unroute(bookings)
  await expect(heading).toHaveText('Your bookings')
})

/** Removes the server's router data, so that hydration fails. */
const breakStart = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(window, '__reactRouterContext', { get: () => undefined, set: () => {} })
  })

test.describe('a failed hydration', () => {
  test('is shown on the error page', async ({ page }) => {
    await breakStart(page)
    const logged = page.waitForEvent('console', (message) => message.text().includes('could not start'))
    await page.goto('/how-it-works')
    await logged
    await expect(page.getByText('500', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('How it works')
    await expect(page.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/')
  })

  for (const userAgent of ['Googlebot/2.1', 'Chrome-Lighthouse', 'facebookexternalhit/1.1'])
    test(`is only logged for ${userAgent}`, async ({ browser }) => {
      const page = await browser.newPage({ userAgent: `Mozilla/5.0 (compatible; ${userAgent})` })
      await breakStart(page)
      const logged = page.waitForEvent('console', (message) => message.text().includes('could not start'))
      await page.goto('/how-it-works')
      await logged
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('How it works')
      await expect(page.getByText('500', { exact: true })).toHaveCount(0)
      await page.close()
    })
})

test('a chunk that fails to load reloads the page only once, and the plain form still works', async ({
  page,
}) => {
  let loads = 0
  page.on('load', () => loads++)
  let latest = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/builds/latest.json')) latest++
  })
  await page.route('**/assets/combobox-rich-*.js', (route) => route.abort())
  await open(page, '/')
  expect(loads).toBe(1)
  const reloaded = page.waitForEvent('load')
  await page.getByLabel('Where').hover()
  await reloaded
  await isComplete(page)
  expect(latest).toBe(1)
  const errorLogged = page.waitForEvent('console', (message) =>
    message.text().includes('could not be loaded'),
  )
  await page.getByLabel('Where').click()
  await errorLogged
  expect(loads).toBe(2)
  await page.getByLabel('Where').fill('Lisbon')
  await page.getByRole('search').getByRole('button', { name: 'Search' }).click()
  await page.waitForURL('**/sitters?**')
  await expect(page).toHaveTitle(/Lisbon/)
})

test('what was typed is there again after a page has reloaded itself because code could not be loaded', async ({
  page,
}) => {
  await signInHere(page, await signUp(unique('Rita')), '/account/profile')
  await isComplete(page)
  await page.route('**/assets/palette-*.js', (route) => route.abort())
  await page.getByLabel('Name', { exact: true }).fill('Rita Typed')
  await page.getByLabel('Phone number').fill('+351 912 345 678')
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Find a booking, person or page' }).click()
  await reloaded
  await expect(page.getByText('please press it again')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Rita Typed')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Your profile is saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Rita Typed')
  await expect(page.getByLabel('Phone number')).toHaveValue('+351912345678')
})

test('the page reloads itself only after the code that keeps what was typed has arrived', async ({
  page,
}) => {
  await openSession(page, await signUp(unique('Rita')))
  const { promise: failed, resolve: fail } = Promise.withResolvers<void>()
  await page.route('**/assets/palette-*.js', async (route) => {
    await route.abort()
    fail()
  })
  await page.route('**/assets/kept-entries-*.js', async (route) => {
    await failed
    await page.evaluate(() => fetch('/builds/latest.json'))
    await route.continue()
  })
  await page.goto('/account/profile')
  await isComplete(page)
  await page.getByLabel('Name', { exact: true }).fill('Rita Typed')
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Find a booking, person or page' }).click()
  await reloaded
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Rita Typed')
})

test('a typed e-mail is there again after the sign-in page has reloaded itself, but never a password', async ({
  page,
}) => {
  await page.goto('/auth/sign-in')
  await isComplete(page)
  await page.route('**/assets/keys-dialog-*.js', (route) => route.abort())
  const [email, password] = ['E-mail', 'Password'].map((name) => page.getByLabel(name, { exact: true }))
  await email!.fill('rita@owners.example')
  await password!.fill('not-to-be-stored')
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Show password' }).press('?')
  await reloaded
  await expect(email!).toHaveValue('rita@owners.example')
  await expect(password!).toHaveValue('')
})

test('styles that cannot be loaded do not reload the page, and a person can sign in without them', async ({
  page,
}) => {
  const rita = await signUp(unique('Rita'))
  let loads = 0
  page.on('load', () => loads++)
  await page.route(/\.css$/, (route) => route.abort())
  await page.goto('/auth/sign-in')
  await page.getByLabel('E-mail', { exact: true }).fill(rita.email)
  await page.getByLabel('Password', { exact: true }).fill(rita.password)
  await isComplete(page)
  await page.getByLabel('Password', { exact: true }).hover()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('/account')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/./)
  expect(loads).toBe(1)
})

test('a 503 from the API is shown in a toast and in the form, which keeps its values', async ({ page }) => {
  await signInHere(page, await signUp(unique('Rita')), '/account/profile')
  let puts = 0
  await page.route('**/v1/accounts/*', (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    puts++
    return route.fulfill({ status: 503, body: 'busy' })
  })
  await page.getByLabel('Name', { exact: true }).fill('Rita Kept')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('HTTP error! status: 503')).toBeVisible()
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toBeFocused()
  await expect(summary).toContainText('What you entered is kept')
  await expect(page).toHaveTitle(/^Error: /)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Rita Kept')
  // PUT is idempotent, but such calls are never retried automatically.
  expect(puts).toBe(1)
  await page.unroute('**/v1/accounts/*')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Your profile is saved')).toBeVisible()
})

test('a POST that failed with 503 is retried once with the same Idempotency-Key', async ({ page }) => {
  await signInHere(page, await signUp(unique('Tilda')), '/account/pets/new')
  const keys: (string | undefined)[] = []
  await page.route('**/v1/pets', (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    return keys.length === 1 ? route.fulfill({ status: 503, body: 'busy' }) : route.continue()
  })
  await page.getByRole('radio', { name: 'Cat' }).check()
  await page.getByLabel('Name', { exact: true }).fill('Mia')
  await page.getByRole('textbox', { name: 'Birthday' }).fill('2020-05-01')
  await page.getByLabel('Weight').fill('4')
  await page.getByRole('button', { name: 'Save pet' }).click()
  await expect(page.getByText('Mia is saved')).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
})

test('the offline notice is shown once and disappears on reconnection', async ({ page, context }) => {
  await open(page, '/')
  const notice = page.getByText('You are offline')
  await context.setOffline(true)
  await expect(notice).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await expect(notice).toHaveCount(1)
  await context.setOffline(false)
  await expect(notice).toHaveCount(0)
})
