import { test } from '@playwright/test'
import { type Budget, check, visit } from './budget.ts'
import { isComplete, signInHere, signUp, unique, withoutStream } from './people.ts'
import { sharedFixture } from './shared-fixture.ts'

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
    // Wider screens have a map beside the results, whose budget is checked with the other tests of the map.
    const viewport = { width: 1024, height: 900 }
    const page = await browser.newPage({ baseURL: process.env['BASE_URL']!, viewport })
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
  check('/account', found, { requests: 21, scripts: 10, kilobytes: 259 })
})
