import { expect, type Page } from '@playwright/test'
import { test } from './federated-product.ts'
import { heading } from './identity-mail.ts'
import { signUp, unique } from './people.ts'

const next = '/account/bookings?scope=past'
const signIn = `/auth/sign-in?next=${encodeURIComponent(next)}`
const withAcme = (page: Page) => page.getByRole('button', { name: 'Continue with Acme' })
const problem = (page: Page) => page.getByRole('alert').filter({ hasText: 'There is a problem' })

/** Opens the provider's window, which waits for the user. */
async function openWindow(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await withAcme(page).click()
  const popup = await opening
  await expect(popup.getByRole('heading', { name: 'Sign in to Acme' })).toBeVisible()
  return popup
}

async function arrives(page: Page): Promise<void> {
  await expect(page).toHaveURL(next)
  await expect(heading(page)).toHaveText('Your bookings')
}

test('a new user signs in with a pop-up, confirms their name and returns to the page', async ({
  page,
  peer,
}) => {
  await page.goto(signIn)
  await withAcme(page).click()
  await expect(heading(page)).toHaveText('One last step')
  await expect(page.getByLabel('Your name')).toHaveValue(peer.switches.person.name)
  await page.getByRole('button', { name: 'Finish my account' }).click()
  await arrives(page)
})

test('sign-up takes the name from the provider, and sign-in finds the account', async ({
  page,
  peer,
  browser,
}) => {
  await page.goto(`/auth/sign-up?next=${encodeURIComponent(next)}`)
  await withAcme(page).click()
  await arrives(page)
  const first = peer.switches.person.name.split(' ')[0]!
  await expect(page.getByRole('navigation', { name: 'Your account' })).toContainText(first)

  const other = await browser.newContext()
  const elsewhere = await other.newPage()
  await elsewhere.goto(signIn)
  await withAcme(elsewhere).click()
  await arrives(elsewhere)
  await other.close()
})

test('refusing at the provider stays on the page and keeps the input', async ({ page, peer }) => {
  peer.switches.deny = true
  await page.goto(signIn)
  await page.getByLabel('E-mail', { exact: true }).fill('typed@example.org')
  await withAcme(page).click()
  await expect(problem(page)).toContainText('You said no at the other service')
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue('typed@example.org')
  await expect(withAcme(page)).toBeEnabled()
})

test('a pop-up closed by the user is detected after a delay', async ({ page, peer }) => {
  peer.switches.asks = true
  await page.clock.install()
  await page.goto(signIn)
  const popup = await openWindow(page)
  await page.clock.runFor(4_000)
  await popup.close()
  await page.clock.runFor(3_000)
  await expect(problem(page)).toHaveCount(0)
  await page.clock.runFor(9_000)
  await expect(problem(page)).toContainText('closed before you were done')
})

test('cancelling closes the pop-up without an error message', async ({ page, peer }) => {
  peer.switches.asks = true
  await page.goto(signIn)
  const popup = await openWindow(page)
  await expect(page.getByText('Continue in the Acme window')).toBeVisible()
  const closed = popup.waitForEvent('close')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await closed
  await expect(withAcme(page)).toBeEnabled()
  await expect(problem(page)).toHaveCount(0)
})

test('a lost pop-up can be reopened, and sign-in continues in the second one', async ({ page, peer }) => {
  peer.switches.asks = true
  await page.goto('/auth/sign-up?next=' + encodeURIComponent(next))
  const first = await openWindow(page)
  const [second] = await Promise.all([
    page.waitForEvent('popup'),
    first.waitForEvent('close'),
    page.getByRole('button', { name: 'Open it again' }).click(),
  ])
  await second.getByRole('link', { name: /Continue as/ }).click()
  await arrives(page)
})

test('if pop-ups are blocked, sign-up redirects to the provider and back to the page', async ({
  page,
  someone,
  peer,
}) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  expect(peer.switches.person).toBe(someone)
  await page.goto(`/auth/sign-up?next=${encodeURIComponent(next)}`)
  const visits: string[] = []
  page.on('framenavigated', (frame) => visits.push(new URL(frame.url()).pathname))
  await withAcme(page).click()
  await arrives(page)
  expect(visits).toContain('/__/auth/handler')
})

test.describe('on a phone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
  })

  test('sign-in uses a redirect, and a refusal is shown once on return', async ({ page, peer }) => {
    peer.switches.deny = true
    const popups: Page[] = []
    page.on('popup', (popup) => popups.push(popup))
    await page.goto(signIn)
    await withAcme(page).click()
    await expect(problem(page)).toContainText('You said no at the other service')
    await expect(page).toHaveURL(signIn)
    // The message is shown once; it does not appear again after a reload.
    await page.reload()
    await expect(withAcme(page)).toBeEnabled()
    await expect(problem(page)).toHaveCount(0)
    expect(popups).toEqual([])
  })
})

test('sign-in at a provider with isolated pages may take a minute', async ({ page, peer }) => {
  peer.switches.asks = true
  peer.switches.isolates = true
  await page.clock.install()
  await page.goto(`/auth/sign-up?next=${encodeURIComponent(next)}`)
  const popup = await openWindow(page)
  for (let seconds = 0; seconds < 60; seconds += 5) await page.clock.runFor(5_000)
  await expect(page.getByText('Continue in the Acme window')).toBeVisible()
  await expect(problem(page)).toHaveCount(0)
  const closed = popup.waitForEvent('close')
  await popup.getByRole('link', { name: /Continue as/ }).click()
  await arrives(page)
  await closed
})

test('an address of an existing account is explained and filled in', async ({ page, peer }) => {
  const person = await signUp(unique('Quentin'))
  peer.switches.person = { sub: person.email, name: person.name, email: person.email, emailVerified: true }
  await page.goto(signIn)
  await page.getByRole('button', { name: 'Continue with Loose' }).click()
  await expect(problem(page)).toContainText('There is an account with this e-mail address already')
  await expect(problem(page)).toContainText('connect the other service in your account')
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(person.email)
})
