import { expect, type Page } from '@playwright/test'
import { test } from './client-page.ts'

const bob = {
  email: 'bob@bob.test',
  'display-name': 'Bob Test',
  'screen-name': 'bob.test',
  'profile-photo': 'http://bob.test/bob.png',
}

/** Creates a user on the fake provider's page. */
async function createWidgetUser(widget: Page, person: Partial<typeof bob>): Promise<void> {
  await expect(widget).toHaveTitle(/Auth Emulator/)
  await widget.locator('.js-new-account').click()
  for (const [name, value] of Object.entries(person)) await widget.locator(`#${name}-input`).fill(value)
  await widget.locator('#sign-in').click()
}
const chooseAgain = (widget: Page, email: string) =>
  widget.locator('#accounts-list li').filter({ hasText: email }).click()

type Way = 'signIn' | 'link' | 'reauthenticate'
/** Starts the flow in a pop-up; its result is read by `windowResult`. */
async function openWindow(page: Page, way: Way): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await page.evaluate((which) => {
    const { auth, client } = window
    const google = new client.GoogleAuthProvider()
    const user = auth.currentUser!
    const result = {
      signIn: () => client.signInWithPopup(auth, google),
      link: () => client.linkWithPopup(user, google),
      reauthenticate: () => client.reauthenticateWithPopup(user, google),
    }[which]()
    Object.assign(window, {
      result: result.then(
        ({ operationType, user: { uid } }) => ({ operationType, uid }),
        ({ code }: { code: string }) => ({ code }),
      ),
    })
  }, way)
  return opening
}
const windowResult = (page: Page) => page.evaluate(() => window.result)

/** Starts the flow by redirecting the page itself. */
async function startRedirect(page: Page, way: Way): Promise<void> {
  const redirected = page.waitForURL(/\/emulator\/auth\/handler\?/)
  await page.evaluate((which) => {
    const { auth, client } = window
    const google = new client.GoogleAuthProvider()
    const user = auth.currentUser!
    void {
      signIn: () => client.signInWithRedirect(auth, google),
      link: () => client.linkWithRedirect(user, google),
      reauthenticate: () => client.reauthenticateWithRedirect(user, google),
    }[which]()
  }, way)
  await redirected
}
async function isBack(page: Page, pageUrl: string): Promise<unknown> {
  await page.waitForURL(`${pageUrl}/`)
  await page.waitForFunction(() => window.auth)
  return page.evaluate(() =>
    window.client.getRedirectResult(window.auth).then(
      (result) => result && { operationType: result.operationType, uid: result.user.uid },
      ({ code }: { code: string }) => ({ code }),
    ),
  )
}
const current = (page: Page) =>
  page.evaluate(() => {
    const user = window.auth.currentUser
    return (
      user && {
        uid: user.uid,
        email: user.email,
        displayName: user.displayName,
        photoURL: user.photoURL,
        isAnonymous: user.isAnonymous,
        providers: user.providerData.map(({ providerId }) => providerId).toSorted(),
      }
    )
  })
const signUp = (page: Page, email: string) =>
  page.evaluate(
    async (address) =>
      (await window.client.createUserWithEmailAndPassword(window.auth, address, 'password')).user.uid,
    email,
  )

test('the stock client signs in, links and reauthenticates in a pop-up', async ({ page, pageUrl }) => {
  expect(pageUrl).toContain('127.0.0.1')
  const anonymous = await page.evaluate(
    async () => (await window.client.signInAnonymously(window.auth)).user.uid,
  )
  await createWidgetUser(await openWindow(page, 'link'), { email: bob.email })
  expect(await windowResult(page)).toEqual({ operationType: 'link', uid: anonymous })
  expect(await current(page)).toMatchObject({
    email: bob.email,
    isAnonymous: false,
    providers: ['google.com'],
  })

  await createWidgetUser(await openWindow(page, 'signIn'), { ...bob, email: 'ann@ann.test' })
  expect(await windowResult(page)).toMatchObject({ operationType: 'signIn' })
  expect(await current(page)).toMatchObject({
    email: 'ann@ann.test',
    displayName: bob['display-name'],
    photoURL: bob['profile-photo'],
  })

  await chooseAgain(await openWindow(page, 'reauthenticate'), 'ann@ann.test')
  expect(await windowResult(page)).toMatchObject({ operationType: 'reauthenticate' })
  await chooseAgain(await openWindow(page, 'reauthenticate'), bob.email)
  expect(await windowResult(page)).toEqual({ code: 'auth/user-mismatch' })
})

test('the stock client signs in, links and reauthenticates by redirect', async ({ page, pageUrl }) => {
  await startRedirect(page, 'signIn')
  await createWidgetUser(page, bob)
  const result = await isBack(page, pageUrl)
  const first = await current(page)
  expect(result).toEqual({ operationType: 'signIn', uid: first!.uid })
  expect(first).toMatchObject({ email: bob.email, displayName: bob['display-name'] })
  expect(await isBack(page, pageUrl)).toBeNull()

  const uid = await signUp(page, 'same@test.test')
  await startRedirect(page, 'link')
  await createWidgetUser(page, { email: 'same@test.test' })
  expect(await isBack(page, pageUrl)).toEqual({ operationType: 'link', uid })
  expect(await current(page)).toMatchObject({ uid, providers: ['google.com', 'password'] })

  await startRedirect(page, 'reauthenticate')
  await chooseAgain(page, bob.email)
  expect(await isBack(page, pageUrl)).toEqual({ code: 'auth/user-mismatch' })

  await startRedirect(page, 'reauthenticate')
  await page.goto(`${pageUrl}/`)
  expect(await isBack(page, pageUrl)).toBeNull()
  expect(await current(page)).toMatchObject({ uid })
})

test('the stock client keeps the user for as long as its persistence says', async ({ page, pageUrl }) => {
  const uid = await signUp(page, 'kept@test.test')
  const afterReload = async () => {
    await page.reload()
    await page.waitForFunction(() => window.auth)
    return current(page)
  }
  expect(pageUrl).toContain('127.0.0.1')
  expect(await afterReload()).toMatchObject({ uid })
  await page.evaluate(() => window.auth.setPersistence(window.client.browserSessionPersistence))
  expect(await page.evaluate(() => Object.keys(sessionStorage).join())).toContain('firebase:authUser:')
  expect(await afterReload()).toMatchObject({ uid })
  await page.evaluate(() => window.auth.setPersistence(window.client.inMemoryPersistence))
  expect(await current(page)).toMatchObject({ uid })
  expect(await afterReload()).toBeNull()
})
