import { expect, type Page } from '@playwright/test'
import { heatMapId, test } from './own-product.ts'
import { signInHere, signUp, unique } from './people.ts'

const notStarted = 'Failed to initialize Hotjar tracking script.'
const notThere = 'Hotjar is not available, make sure init has been called.'
const scriptAddress = `https://static.hotjar.com/c/hotjar-${heatMapId}.js?sv=6`

// A test changes the answer to a page load, which the worker for the offline page would request past it.
test.use({ serviceWorkers: 'block' })

/** Replaces the third party and records requests; nothing reaches the real one. */
async function fakeThirdParty(page: Page, answer: 'script' | 'nothing' = 'script') {
  const asked: string[] = []
  const said: string[] = []
  const failed: string[] = []
  await page.route(/^https?:\/\/(?!localhost)/, (route) => {
    asked.push(route.request().url())
    if (answer === 'nothing') return route.abort('blockedbyclient')
    return route.fulfill({
      contentType: 'text/javascript',
      body: 'window.told = [...(window.hj.q ?? [])].map((one) => [...one]); window.hj = (...one) => window.told.push(one)',
    })
  })
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => failed.push(error.message))
  const refused = () => said.filter((words) => words.includes('Content Security Policy'))
  return { asked, said, failed, refused }
}

const banner = (page: Page) => page.getByRole('region', { name: 'Privacy' })
const allow = async (page: Page) => banner(page).getByRole('button', { name: 'Allow', exact: true }).click()
const settled = (page: Page) => page.waitForLoadState('networkidle')
const goTo = async (page: Page, name: string) => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
}

test('nothing is fetched before consent or after a refusal, and the visitor is asked only once', async ({
  page,
}) => {
  const { asked } = await fakeThirdParty(page)
  for (const path of ['/', '/how-it-works']) {
    await page.goto(path)
    await expect(banner(page)).toBeVisible()
    await settled(page)
  }
  expect(asked).toEqual([])
  await banner(page).getByRole('button', { name: 'Do not allow' }).click()
  await expect(banner(page)).toHaveCount(0)
  await page.goto('/sitters')
  await settled(page)
  await expect(banner(page)).toHaveCount(0)
  expect(asked).toEqual([])
})

test('after consent the script is fetched exactly once per document, whether prerendered or not', async ({
  page,
}) => {
  const { asked, refused, failed } = await fakeThirdParty(page)
  await page.goto('/how-it-works')
  await allow(page)
  await expect.poll(() => asked).toEqual([scriptAddress])
  await expect.poll(() => page.evaluate(() => 'told' in window)).toBe(true)

  for (const path of ['/', '/sitters', '/blog', '/legal/privacy-policy', '/legal/ranking']) {
    asked.length = 0
    await page.goto(path)
    await expect.poll(() => asked, path).toEqual([scriptAddress])
    await settled(page)
    expect(asked, path).toHaveLength(1)
  }
  expect(refused()).toEqual([])
  expect(failed).toEqual([])
})

test('a client-side navigation is reported to the script without fetching the script again', async ({
  page,
}) => {
  const { asked } = await fakeThirdParty(page)
  await page.goto('/')
  await allow(page)
  await expect.poll(() => page.evaluate(() => 'told' in window)).toBe(true)
  await goTo(page, 'Blog')
  await goTo(page, 'How it works')
  await expect
    .poll(() => page.evaluate(() => window.told))
    .toEqual([
      ['stateChange', '/blog'],
      ['stateChange', '/how-it-works'],
    ])
  expect(asked).toEqual([scriptAddress])
})

test('sign-in pages, whose URLs contain codes, do not load the script; account pages suppress their text', async ({
  page,
}) => {
  const person = await signUp(unique('Rosa'))
  const { asked } = await fakeThirdParty(page)
  await page.goto('/')
  await banner(page).getByRole('button', { name: 'Allow', exact: true }).click()
  await expect.poll(() => asked).toHaveLength(1)
  asked.length = 0
  await page.goto('/auth/action?mode=resetPassword&oobCode=secret')
  await settled(page)
  expect(asked).toEqual([])
  await signInHere(page, person)
  await expect.poll(() => asked).toEqual([scriptAddress])
  await expect(page.locator('#main')).toHaveAttribute('data-hj-suppress')
})

test('a script that cannot be fetched is logged to the console without breaking the page', async ({
  page,
}) => {
  const { said, failed } = await fakeThirdParty(page, 'nothing')
  await page.goto('/')
  await allow(page)
  await expect.poll(() => said.filter((words) => words.includes(notStarted))).toHaveLength(1)
  expect(said.join()).not.toContain(notThere)
  await goTo(page, 'Blog')
  await expect.poll(() => said.filter((words) => words.includes(notThere))).toHaveLength(1)
  await goTo(page, 'How it works')
  expect(failed).toEqual([])
})

test('a script blocked by the CSP is also logged to the console', async ({ page }) => {
  const { asked, said, failed } = await fakeThirdParty(page)
  await page.goto('/')
  await allow(page)
  await expect.poll(() => asked).toHaveLength(1)
  asked.length = 0
  await page.route('**/how-it-works', async (route) => {
    const response = await route.fetch()
    const policy = response.headers()['content-security-policy']!
    const hash = /script-src.*('sha256-\S+') https:\/\/\*\.hotjar\.com/.exec(policy)![1]!
    const headers = { ...response.headers(), 'content-security-policy': policy.replace(hash, '') }
    await route.fulfill({ response, headers })
  })
  await page.goto('/how-it-works')
  await expect.poll(() => said.filter((words) => words.includes(notStarted))).toHaveLength(1)
  await goTo(page, 'Blog')
  await expect.poll(() => said.filter((words) => words.includes(notThere))).toHaveLength(1)
  expect(asked).toEqual([])
  expect(failed).toEqual([])
})
