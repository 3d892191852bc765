import { expect, type Page, test } from '@playwright/test'
import { isComplete, signUp, unique } from './people.ts'
import { main } from './stay.ts'

/** Holds back matching scripts until released; at least one must have been requested by then. */
async function hold(page: Page, files: RegExp): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let held = 0
  await page.route(files, async (route) => {
    held += 1
    await promise
    await route.continue()
  })
  return async () => {
    await expect.poll(() => held).toBeGreaterThan(0)
    resolve()
  }
}

test('a press before the page’s code is carried out once it is there, and once only', async ({ page }) => {
  const release = await hold(page, /\/assets\/.*\.js$/)
  await page.goto('/auth/sign-in', { waitUntil: 'commit' })
  const show = page.getByRole('button', { name: 'Show password' })
  await show.click()
  await expect(show).toHaveAttribute('aria-pressed', 'false')
  await expect(page.locator('html')).not.toHaveAttribute('data-ready')
  await release()
  await isComplete(page)
  await expect(show).toHaveAttribute('aria-pressed', 'true')
  await show.click()
  await expect(show).toHaveAttribute('aria-pressed', 'false')
})

test('a search kept before its part has code, and before signing in, is kept after it', async ({ page }) => {
  const person = await signUp(unique('Nia'))
  const release = await hold(page, /\/assets\/side-panel-.*\.js$/)
  await page.goto('/sitters?service=boarding', { waitUntil: 'commit' })
  await main(page).getByRole('button', { name: 'Save this search' }).click()
  await release()
  await page.getByLabel('E-mail', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(main(page)).toContainText('Saved. You hear of it when somebody new fits.')
  await main(page).getByRole('link', { name: 'Your searches' }).click()
  await expect(main(page)).toContainText('Boarding')
})
