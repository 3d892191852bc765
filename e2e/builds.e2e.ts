import { expect, type Page, test } from '@playwright/test'
import { z } from 'zod'
import { isComplete } from './people.ts'

const hour = 36e5
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()

const Latest = z.object({ id: z.string() })
const Build = z.object({ id: z.string(), builtAt: z.string(), prerendered: z.array(z.string()) })

test('the build metadata lists the prerendered pages, and each has its data file', async ({ request }) => {
  const { id } = Latest.parse(await (await request.get('/builds/latest.json')).json())
  const meta = await request.get(`/builds/meta/${id}.json`)
  expect(meta.status()).toBe(200)
  const build = Build.parse(await meta.json())
  expect(build.id).toBe(id)
  expect(Date.parse(build.builtAt)).toBeGreaterThan(0)
  expect(build.prerendered).toEqual(
    expect.arrayContaining(['/blog', '/how-it-works', '/help', '/legal/service-fee']),
  )
  for (const path of build.prerendered) {
    const payload = await request.get(`${path}/_payload.json`)
    expect(payload.status(), path).toBe(200)
    expect(payload.headers()['content-type']).toContain('application/json')
    expect(await payload.json()).toBeTruthy()
  }
})

test('a prerendered page returns 304 for its current ETag', async ({ request }) => {
  const first = await request.get('/how-it-works')
  const { etag } = first.headers()
  expect(etag).toBeTruthy()
  const again = await request.get('/how-it-works', { headers: { 'if-none-match': etag! } })
  expect(again.status()).toBe(304)
})

/** Records the paths of all page data requests; API calls of the mounted page are not included. */
function dataRequests(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/\.data$|_payload\.json$/.test(pathname)) paths.push(pathname)
  })
  return paths
}

test('a navigation to a prerendered page loads its prerendered data file', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  await isComplete(page)
  const requests = dataRequests(page)
  await goTo(page, 'How it works')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How it works')
  await expect(page).toHaveURL('/how-it-works')
  expect(requests).toEqual(['/how-it-works/_payload.json'])
  requests.length = 0
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cancellation policy' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cancellation policy')
  expect(requests).toEqual(['/legal/cancellation-policy/_payload.json'])
})

test('without the prerendered data file a page loads its data from the server', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  await isComplete(page)
  await page.route('**/blog/_payload.json', (route) => route.fulfill({ status: 404 }))
  const requests = dataRequests(page)
  await goTo(page, 'Blog')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog')
  expect(requests).toEqual(['/blog/_payload.json', '/blog.data'])
})

test('the latest build is checked once an hour, and after a newer one the next navigation is a full page load', async ({
  page,
}) => {
  let checks = 0
  await page.route('**/builds/latest.json', (route) => {
    checks++
    return checks === 1 ? route.continue() : route.fulfill({ json: { id: 'a-newer-build' } })
  })
  let documents = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents++
  })
  await page.clock.install()
  await page.goto('/', { waitUntil: 'networkidle' })
  await isComplete(page)
  expect(documents).toBe(1)

  await page.clock.fastForward(hour - 60_000)
  expect(checks).toBe(0)
  const same = page.waitForResponse('**/builds/latest.json')
  await page.clock.fastForward(120_000)
  await same
  expect(checks).toBe(1)
  await goTo(page, 'Blog')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog')
  expect(documents).toBe(1)

  const newer = page.waitForResponse('**/builds/latest.json')
  await page.clock.fastForward(hour)
  await newer
  expect(checks).toBe(2)
  await goTo(page, 'How it works')
  await expect(page).toHaveURL('/how-it-works')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How it works')
  expect(documents).toBe(2)
})

/** Blocks scripts until the next full page load, as a short network failure would. */
async function breakScriptsOnce(page: Page): Promise<void> {
  let isBroken = true
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isBroken = false
  })
  await page.route('**/assets/**/*.js', (route) => (isBroken ? route.abort() : route.continue()))
}

test('a navigation falls back to a full page load if the page’s code fails to load', async ({ page }) => {
  await page.goto('/how-it-works', { waitUntil: 'networkidle' })
  await isComplete(page)
  await breakScriptsOnce(page)
  await goTo(page, 'Blog')
  await expect(page).toHaveURL('/blog')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog')
})

test('if code fails to load after a click, a message asks the user to click again', async ({ page }) => {
  await page.goto('/how-it-works', { waitUntil: 'networkidle' })
  await isComplete(page)
  await page.evaluate(() => {
    const payload = new TypeError('Failed to fetch dynamically imported module')
    window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
  })
  await expect(page.getByText('please press it again')).toBeVisible()
  await page.reload({ waitUntil: 'networkidle' })
  await isComplete(page)
  await expect(page.getByText('please press it again')).toHaveCount(0)
})

test('without heat maps the console logs it, no banner is shown and no third party is contacted', async ({
  page,
  baseURL,
}) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/^https?:$/.test(url.protocol) && url.origin !== baseURL) elsewhere.push(url.href)
  })
  const noted = page.waitForEvent('console', (message) => message.text() === 'Hotjar is disabled.')
  await page.goto('/', { waitUntil: 'networkidle' })
  await noted
  await goTo(page, 'Find a sitter')
  await expect(page).toHaveURL('/sitters')
  await expect(page.getByRole('region', { name: 'Privacy' })).toHaveCount(0)
  expect(elsewhere).toEqual([])
})

test('the CSP allows scripts only by nonce or hash, and no page violates it', async ({ page, request }) => {
  for (const path of ['/', '/blog', '/sitters', '/auth/sign-in']) {
    const policy = (await request.get(path)).headers()['content-security-policy'] ?? ''
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1]
    expect(scripts, path).toMatch(/'(nonce|sha256)-/)
    expect(scripts, path).not.toContain('unsafe-inline')
  }
  const refused: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text())
  })
  for (const path of ['/', '/blog', '/sitters', '/auth/sign-in'])
    await page.goto(path, { waitUntil: 'networkidle' })
  expect(refused).toEqual([])
})
