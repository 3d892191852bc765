import { expect, type Page, test } from '@playwright/test'
import { isComplete, signInHere, signUp, unique, withoutStream } from './people.ts'
import { sharedFixture } from './shared-fixture.ts'

/** What a first visit may request until it is quiet; `kilobytes` of code, styles and fonts, as transferred. */
type Budget = { requests: number; scripts: number; kilobytes: number }

/**
 * Pictures, whose number depends on the data, are not counted. A name with rarer letters loads one font more, of 11 kB,
 * for which the budgets leave room.
 */
const counted = ['document', 'script', 'stylesheet', 'font', 'fetch', 'xhr']
const isCode = (type: string) => ['script', 'stylesheet', 'font'].includes(type)

/** Hides all interaction from the page, because the first one loads more. */
function ignoreInteraction() {
  for (const name of ['pointermove', 'pointerdown', 'keydown', 'touchstart', 'wheel', 'focusin'])
    window.addEventListener(name, (event) => event.stopImmediatePropagation(), true)
}

async function visit(page: Page, path: string): Promise<Budget> {
  await page.addInitScript(ignoreInteraction)
  const requests: { type: string; bytes: Promise<number> }[] = []
  page.on('requestfinished', (request) => {
    const type = request.resourceType()
    if (counted.includes(type))
      requests.push({ type, bytes: request.sizes().then(({ responseBodySize }) => responseBodySize) })
  })
  await page.goto(path)
  await isComplete(page)
  await page.waitForLoadState('networkidle')
  const codes = requests.filter(({ type }) => isCode(type))
  const bytes = (await Promise.all(codes.map((one) => one.bytes))).reduce((sum, size) => sum + size, 0)
  return {
    requests: requests.length,
    scripts: requests.filter(({ type }) => type === 'script').length,
    kilobytes: Math.ceil(bytes / 1000),
  }
}

const check = (path: string, found: Budget, budget: Budget) => {
  const { requests, scripts, kilobytes } = found
  console.log(
    `First visit of ${path}: ${requests} requests of ${budget.requests}, ${scripts} scripts of ${budget.scripts}, ${kilobytes} kB of code and fonts of ${budget.kilobytes}`,
  )
  expect.soft(requests, path).toBeLessThanOrEqual(budget.requests)
  expect.soft(scripts, path).toBeLessThanOrEqual(budget.scripts)
  expect.soft(kilobytes, path).toBeLessThanOrEqual(budget.kilobytes)
}

test('a first visit of a public page requests no more than its budget', async ({ browser }) => {
  const { paths } = await sharedFixture()
  const budgets: [path: string, budget: Budget][] = [
    ['/', { requests: 12, scripts: 6, kilobytes: 202 }],
    ['/sitters', { requests: 15, scripts: 8, kilobytes: 226 }],
    [paths.sitter, { requests: 15, scripts: 9, kilobytes: 220 }],
    ['/blog', { requests: 13, scripts: 7, kilobytes: 201 }],
    ['/auth/sign-in', { requests: 14, scripts: 9, kilobytes: 240 }],
  ]
  for (const [path, budget] of budgets) {
    const page = await browser.newPage({ baseURL: process.env['BASE_URL']! })
    const found = await visit(page, path)
    await page.close()
    check(path, found, budget)
  }
})

test('the account of a signed-in person requests no more than its budget', async ({ page, browser }) => {
  await signInHere(page, await signUp(unique('Olga')))
  await isComplete(page)
  const storageState = await page.context().storageState({ indexedDB: true })
  const fresh = await browser.newPage({ baseURL: process.env['BASE_URL']!, storageState })
  await withoutStream(fresh)
  const found = await visit(fresh, '/account')
  await fresh.close()
  check('/account', found, { requests: 22, scripts: 10, kilobytes: 259 })
})
