import { expect, type Page } from '@playwright/test'
import { test } from './federated-product.ts'
import { card, confirmation, heading } from './identity-mail.ts'
import { signInByForm, signUp, unique } from './people.ts'

const security = '/account/security'
const quarterHour = 15 * 60_000
const ways = (page: Page) => card(page, 'Ways to sign in')
const withAcme = (page: Page) => page.getByRole('button', { name: 'Continue with Acme' })

async function signUpWithAcme(page: Page): Promise<void> {
  await page.goto(`/auth/sign-up?next=${security}`)
  await withAcme(page).click()
  await expect(heading(page)).toHaveText('Security and sign-in')
}

test('a provider can be connected, used to sign in to the same account, and disconnected', async ({
  page,
  peer,
  browser,
}) => {
  const person = await signUp(unique('Rita'))
  await signInByForm(page, person, security)
  await expect(ways(page)).toContainText('This is your only way in')
  await ways(page).getByRole('button', { name: 'Connect Acme' }).click()
  await expect(ways(page)).toContainText(`Connected as ${peer.switches.person.email}`)
  await expect(page.getByText('You can sign in with Acme now')).toBeVisible()

  const other = await browser.newContext()
  const elsewhere = await other.newPage()
  await elsewhere.goto(`/auth/sign-in?next=${security}`)
  await withAcme(elsewhere).click()
  await expect(card(elsewhere, 'E-mail address')).toContainText(person.email)
  await other.close()

  await ways(page).getByRole('button', { name: 'Disconnect Acme' }).click()
  await expect(ways(page).getByRole('button', { name: 'Connect Acme' })).toBeVisible()
  await expect(ways(page)).toContainText('This is your only way in')
})

test('a provider login of another account cannot be connected', async ({ page, browser }) => {
  const first = await browser.newContext()
  await signUpWithAcme(await first.newPage())
  await first.close()
  await signInByForm(page, await signUp(unique('Silvia')), security)
  await ways(page).getByRole('button', { name: 'Connect Acme' }).click()
  await expect(ways(page).getByRole('alert')).toContainText('belongs to another account here already')
})

test('the last sign-in method cannot be removed until there is another', async ({ page }) => {
  await signUpWithAcme(page)
  await expect(ways(page)).toContainText('This is your only way in')
  await expect(ways(page).getByRole('button', { name: 'Disconnect Acme' })).toHaveCount(0)
  const password = card(page, 'Set a password')
  await password.getByLabel('New password', { exact: true }).fill('three-wise-hedgehogs')
  await password.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('You have a password now.')).toBeVisible()
  await ways(page).getByRole('button', { name: 'Disconnect Acme' }).click()
  await expect(ways(page).getByRole('button', { name: 'Connect Acme' })).toBeVisible()
})

test('a user without a password reauthenticates at the provider', async ({ page, peer, someone }) => {
  await page.clock.install()
  await signUpWithAcme(page)
  await page.clock.fastForward(quarterHour)
  await page.getByLabel('New e-mail address').fill(`new.${someone.email}`)
  await page.getByRole('button', { name: 'Change my address' }).click()
  const dialog = confirmation(page)
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveCount(0)

  const signOutAtAcme = () => page.context().clearCookies({ domain: new URL(peer.issuer).hostname })
  await signOutAtAcme()
  peer.switches.person = { sub: `other.${someone.sub}`, name: 'Somebody else' }
  await withAcme(page).click()
  await expect(dialog.getByRole('alert')).toContainText('That is another account')

  await signOutAtAcme()
  peer.switches.person = someone
  await withAcme(page).click()
  await expect(page.getByText(`A link is on its way to new.${someone.email}`)).toBeVisible()
  await expect(dialog).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
    viewport: { width: 360, height: 740 },
  })

  test('connecting a provider redirects to it without a pop-up and returns with it connected', async ({
    page,
    peer,
  }) => {
    const popups: Page[] = []
    page.on('popup', (popup) => popups.push(popup))
    await signInByForm(page, await signUp(unique('Teresa')), security)
    await ways(page).getByRole('button', { name: 'Connect Acme' }).click()
    await expect(page.getByText('The other service is connected now.')).toBeVisible()
    await expect(ways(page)).toContainText(`Connected as ${peer.switches.person.email}`)
    await page.reload()
    await expect(ways(page)).toContainText(`Connected as ${peer.switches.person.email}`)
    await expect(page.getByText('The other service is connected now.')).toHaveCount(0)
    expect(popups).toEqual([])
  })

  test('after reauthenticating by redirect the action can be repeated; another user is rejected', async ({
    page,
    peer,
    someone,
  }) => {
    await signUpWithAcme(page)
    const wanted = `new.${someone.email}`
    const requestChangeLate = async () => {
      await page.clock.setSystemTime(Date.now() + quarterHour)
      await page.getByLabel('New e-mail address').fill(wanted)
      await page.getByRole('button', { name: 'Change my address' }).click()
      await expect(confirmation(page)).toBeVisible()
      await page.context().clearCookies({ domain: new URL(peer.issuer).hostname })
    }
    await requestChangeLate()
    peer.switches.person = { sub: `other.${someone.sub}`, name: 'Somebody else' }
    await withAcme(page).click()
    await expect(page.getByRole('alert')).toContainText('That is another account')

    await requestChangeLate()
    peer.switches.person = someone
    await withAcme(page).click()
    await expect(page.getByText('Thank you for confirming.')).toBeVisible()
    await page.clock.setSystemTime(Date.now())
    await page.getByLabel('New e-mail address').fill(wanted)
    await page.getByRole('button', { name: 'Change my address' }).click()
    await expect(page.getByText(`A link is on its way to ${wanted}`)).toBeVisible()
  })
})
