import { expect, test } from '@playwright/test'
import { card, confirmation, heading, linkTo } from './identity-mail.ts'
import { addCat, as, type Person, signInByForm, signUp, unique } from './people.ts'

const security = '/account/security'
const ownData = '/account/data'
const quarterHour = 15 * 60_000

test('a sign-in link asks for the address on another device, and works once', async ({ page, browser }) => {
  const person = await signUp(unique('Alma'))
  await page.goto('/auth/sign-in?next=/account/bookings')
  await page.getByLabel('E-mail', { exact: true }).fill(person.email)
  await page.getByRole('button', { name: 'Send me a link by e-mail' }).click()
  await expect(heading(page)).toHaveText('Check your mailbox')
  const link = await linkTo(person.email, /sign-in link/i)

  const other = await browser.newContext()
  const telephone = await other.newPage()
  await telephone.goto(link)
  const address = telephone.getByLabel('E-mail', { exact: true })
  await expect(address).toHaveValue('')
  await address.fill('somebody.else@example.org')
  await telephone.getByRole('button', { name: 'Sign in' }).click()
  await expect(telephone.getByRole('alert')).toContainText('There is a problem')
  await address.fill(person.email)
  await telephone.getByRole('button', { name: 'Sign in' }).click()
  await expect(telephone).toHaveURL('/account/bookings')
  await expect(heading(telephone)).toHaveText('Your bookings')
  await other.close()

  // This browser knows the address, but the link has been used.
  await page.goto(link)
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(person.email)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('used already')
})

test('an address is confirmed by a mail, which can be resent', async ({ page }) => {
  const person = await signUp(unique('Bruno'))
  await signInByForm(page, person)
  await expect(page.getByText('Confirm your e-mail address')).toBeVisible()
  await page.getByRole('button', { name: 'Send the mail again' }).click()
  await expect(page.getByText('The mail is on its way')).toBeVisible()
  await page.goto(await linkTo(person.email, /confirm/i))
  await page.getByRole('button', { name: 'Yes, this is my address' }).click()
  await expect(heading(page)).toHaveText('Thank you, your address is confirmed')
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(heading(page)).toContainText('Hello')
  await expect(page.getByText('Confirm your e-mail address')).toHaveCount(0)
})

test('a new address takes effect through the link in its mail and ends the session', async ({ page }) => {
  const person = await signUp(unique('Carla'))
  const next = `new.${person.email}`
  await signInByForm(page, person, security)
  await page.getByLabel('New e-mail address').fill(next)
  await page.getByRole('button', { name: 'Change my address' }).click()
  await expect(page.getByText(`A link is on its way to ${next}`)).toBeVisible()
  await page.goto(await linkTo(next, /address/i))
  await page.getByRole('button', { name: 'Use this address' }).click()
  await expect(heading(page)).toHaveText('Your new address is in use')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(next)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(card(page, 'E-mail address')).toContainText(next)
})

test('changing the password requires the current one', async ({ page }) => {
  const person = await signUp(unique('Dora'))
  await signInByForm(page, person, security)
  const password = card(page, 'Password')
  const change = password.getByRole('button', { name: 'Change password' })
  await password.getByLabel('New password', { exact: true }).fill('kittens-on-the-roof')
  await expect(password.getByRole('meter', { name: 'Strength' })).toHaveAttribute('aria-valuetext', 'Strong')
  await change.click()
  await expect(password.getByRole('alert')).toContainText('Fill in your current password')
  await password.getByLabel('Current password', { exact: true }).fill('not my password')
  await change.click()
  await expect(password.getByRole('alert')).toContainText('That is not your password')
  await password.getByLabel('Current password', { exact: true }).fill(person.password)
  await change.click()
  await expect(page.getByText('Your password is changed.')).toBeVisible()
  // The reauthentication replaced the session, so the list shows one device.
  await expect(card(page, 'Where you are signed in').getByRole('listitem')).toHaveCount(1)
  const again = await page.request.post('/identity/v1/accounts:signInWithPassword?key=sitwell-public-key', {
    data: { email: person.email, password: 'kittens-on-the-roof', returnSecureToken: true },
  })
  expect(again.status()).toBe(200)
})

test('closing the confirmation dialog changes nothing and keeps the input', async ({ page }) => {
  await page.clock.install()
  await signInByForm(page, await signUp(unique('Edna')), security)
  await page.clock.fastForward(quarterHour)
  await page.getByLabel('New e-mail address').fill('elsewhere@example.org')
  await page.getByRole('button', { name: 'Change my address' }).click()
  await confirmation(page).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByLabel('New e-mail address')).toHaveValue('elsewhere@example.org')
  await expect(page.getByText('There is a problem')).toHaveCount(0)
  await expect(page.getByText('A link is on its way')).toHaveCount(0)
})

const policies = [
  [{ customStrengthOptions: {}, schemaVersion: 1 }, 'At least 6 characters', '5 of at least 6 characters'],
  [
    {
      customStrengthOptions: { minPasswordLength: 4, containsUppercaseCharacter: true },
      allowedNonAlphanumericCharacters: [],
      enforcementState: 'ENFORCE',
      schemaVersion: 1,
    },
    'At least 4 characters',
    'Needs a capital letter',
  ],
] as const

for (const [policy, hint, verdict] of policies)
  test(`the password meter follows the policy of the service: ${hint.toLowerCase()}`, async ({ page }) => {
    await page.route('**/identity/v2/passwordPolicy?*', (route) => route.fulfill({ json: policy }))
    await page.goto('/auth/sign-up')
    const field = page.getByLabel('Password', { exact: true })
    await field.click()
    await expect(page.getByText(hint)).toBeVisible()
    await field.fill('miaow')
    await expect(page.getByRole('meter', { name: 'Strength' })).toHaveAttribute('aria-valuetext', verdict)
  })

test('signing out everywhere else ends the other sessions immediately', async ({ page, browser }) => {
  const person = await signUp(unique('Fritz'))
  await signInByForm(page, person, security)
  const other = await browser.newContext()
  const stranger = await other.newPage()
  await signInByForm(stranger, person, security)
  await page.reload()
  const devices = card(page, 'Where you are signed in')
  // The test's own sign-up is a further session.
  await expect(devices.getByRole('listitem')).toHaveCount(3)
  await expect(devices.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1)
  await devices.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(as(person).get('/v1/sessions')).rejects.toThrow('401')
  await stranger.getByRole('link', { name: 'Bookings', exact: true }).first().click()
  await expect(stranger).toHaveURL('/auth/sign-in?next=%2Faccount%2Fbookings')
  await expect(stranger.getByText('Your sign-in has ended')).toBeVisible()
  await other.close()

  await devices.getByRole('button', { name: 'Sign out everywhere', exact: true }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
})

const openDeletion = async (person: Person, page: Parameters<typeof signInByForm>[0]) => {
  await signInByForm(page, person, ownData)
  await page.getByRole('button', { name: 'Delete my account…' }).click()
  return page.getByRole('dialog', { name: 'Delete your account?' })
}

test('deleting an account shows the consequences and asks to type the address, and a mail can restore it', async ({
  page,
}) => {
  const person = await signUp(unique('Gerda'))
  await addCat(person, 'Tom')
  const dialog = await openDeletion(person, page)
  await expect(dialog).toContainText('Former member')
  await dialog.getByRole('button', { name: 'Delete my account', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText(`Type ${person.email} to confirm`)
  await dialog.getByRole('textbox').fill(person.email)
  await dialog.getByRole('button', { name: 'Delete my account', exact: true }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText(/Your account will be deleted on .* the link in our e-mail/)).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  const again = await page.request.post('/identity/v1/accounts:signInWithPassword?key=sitwell-public-key', {
    data: { email: person.email, password: person.password, returnSecureToken: true },
  })
  expect(again.status()).toBe(400)

  await page.goto('/auth/sign-in')
  await page.getByLabel('E-mail', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('This account is going to be deleted on')
  await page.goto(await linkTo(person.email, /will be deleted/))
  await expect(page.getByRole('heading')).toHaveText('Keep your account?')
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByRole('heading')).toHaveText('Your account stays')
  await signInByForm(page, person, ownData)
  await expect(page.getByRole('button', { name: 'Delete my account…' })).toBeVisible()
})
