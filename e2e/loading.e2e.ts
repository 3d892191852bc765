import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { isComplete, signInHere, signUp, unique } from './people.ts'
import { main } from './stay.ts'

/** Holds requests until they are released, so that what is shown meanwhile does not depend on the machine. */
async function hold(page: Page, path: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Stops all animations at their first moment, also of pages opened later, until `resume` is called in the page. */
const stopAnimations = (page: Page) =>
  page.addInitScript(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*, ::before, ::after { animation-play-state: paused !important }')
    document.adoptedStyleSheets.push(sheet)
    Object.assign(window, { resume: () => sheet.replaceSync('') })
  })

test('placeholders of a page that is loading appear only after 200 ms', async ({ page }) => {
  await signInHere(page, await signUp(unique('Olga')))
  await stopAnimations(page)
  const release = await hold(page, '**/v1/bookings/*/receipt')
  await page.goto(`/account/bookings/${randomUUID()}/receipt`)
  await isComplete(page)
  const placeholders = main(page).locator('.animate-late')
  await expect(placeholders).toHaveCount(3)
  for (const placeholder of await placeholders.all()) await expect(placeholder).toBeHidden()
  const lengths = await placeholders.evaluateAll((all) =>
    all.map((one) => one.getAnimations().map(({ effect }) => effect?.getComputedTiming().endTime)),
  )
  expect(lengths).toEqual([[200], [200], [200]])
  await page.evaluate(() => window.resume?.())
  for (const placeholder of await placeholders.all()) await expect(placeholder).toBeVisible()
  release()
  await expect(placeholders).toHaveCount(0)
})

test('a line at the top says that another page is loading, but only after 200 ms', async ({ page }) => {
  await page.goto('/how-it-works', { waitUntil: 'networkidle' })
  await isComplete(page)
  const release = await hold(page, '**/blog/_payload.json')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog', exact: true }).click()
  await expect(main(page)).toHaveAttribute('aria-busy', 'true')
  const widthAfter = (milliseconds: number) =>
    main(page).evaluate((content, milliseconds) => {
      const [line] = content
        .getAnimations({ subtree: true })
        .filter(
          ({ effect }) =>
            effect instanceof KeyframeEffect &&
            effect.target === content &&
            effect.pseudoElement === '::before',
        )
      line!.pause()
      line!.currentTime = milliseconds
      return new DOMMatrix(getComputedStyle(content, '::before').transform).a
    }, milliseconds)
  expect(await widthAfter(0)).toBe(0)
  expect(await widthAfter(200)).toBe(0)
  expect(await widthAfter(400)).toBeGreaterThan(0)
  release()
  await expect(page.locator('#main h1')).toHaveText('Blog')
  await expect(main(page)).toHaveAttribute('aria-busy', 'false')
})

test('a button that saves keeps its size and says so', async ({ page }) => {
  const olga = await signUp(unique('Olga'))
  await signInHere(page, olga, '/account/profile')
  await isComplete(page)
  const release = await hold(page, '**/v1/accounts/**')
  const button = main(page).getByRole('button', { name: 'Save profile' })
  const saving = main(page).getByRole('button', { name: 'Saving…' })
  await main(page).getByLabel('Phone number').fill('+351912345678')
  await button.scrollIntoViewIfNeeded()
  const before = await button.boundingBox()
  await button.click()
  await expect(saving).toBeVisible()
  const during = await saving.boundingBox()
  expect([during!.width, during!.height]).toEqual([before!.width, before!.height])
  release()
  await expect(button).toBeVisible()
})

const codeOfSitter = /\/assets\/sitter-page-/

test('the page of a sitter begins to load when the link is pressed, before it is released', async ({
  page,
}) => {
  await page.addInitScript(() =>
    addEventListener('pointerdown', () => {
      const preloads = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')]
      document.documentElement.dataset['preloads'] = preloads.map(({ href }) => href).join(' ')
    }),
  )
  await page.goto('/sitters')
  await isComplete(page)
  await main(page).locator('.sitter-card h2 a').first().hover()
  await page.mouse.down()
  await expect(page.locator('html')).toHaveAttribute('data-preloads', codeOfSitter)
  await page.mouse.up()
  await expect(page).toHaveURL(/\/sitters\/[\da-f-]{36}/)
})

test('the page of a sitter loads while somebody reads the results', async ({ page }) => {
  await page.goto('/sitters')
  await isComplete(page)
  const loading = page.waitForRequest(codeOfSitter)
  await page.mouse.wheel(0, 100)
  await loading
  await expect(page).toHaveURL('/sitters')
})
