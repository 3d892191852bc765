import { expect, test } from '@playwright/test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchPath } from 'react-router'
import routes from '#web/routes.ts'
import { allFit } from './fit.ts'
import { makeOperator, openSession, signUp, unique, withoutStream } from './people.ts'
import { accountPages, operatorPages, pathOf, publicPages, type Where } from './screens.ts'
import { open, sharedFixture } from './shared-fixture.ts'

/** Routes that are not opened here, because they redirect or need a state that only the tests of their part make. */
const openedElsewhere = [
  '/i/:code',
  '/lost/:code',
  '/lost/:code/poster',
  '/account/messages/new',
  '/account/fee-invoices/:invoiceId',
  '/account/circle/join/:token',
  '/account/circle/:memberId',
  '/admin/cases/:caseId',
  '/admin/fee-invoices/:invoiceId',
  '/admin/sitters/:sitterId',
  '/auth/action',
]

/** Paths of all routes with a page, like `/sitters/:sitterId`. */
const routePaths = (routes: RouteConfigEntry[], above = ''): string[] =>
  routes.flatMap(({ path, index, children = [] }) => {
    const here = path ? `${above}/${path}` : above
    return children.length > 0 || (!path && !index) ? routePaths(children, here) : [here || '/']
  })

for (const [which, pages] of Object.entries(publicPages))
  test(`the pages ${which} fit the viewport and are accessible`, async ({ page }) => allFit(page, pages))

for (const [which, pages] of Object.entries(accountPages))
  test(`the account pages ${which} fit the viewport and are accessible`, async ({ page }) => {
    await withoutStream(page)
    await openSession(page, (await sharedFixture()).owner)
    await allFit(page, pages)
  })

for (const [which, pages] of Object.entries(operatorPages))
  test(`the pages of an operator ${which} fit the viewport and are accessible`, async ({ page }) => {
    const operator = await signUp(unique('Ada'))
    await makeOperator(operator)
    await withoutStream(page)
    await openSession(page, operator)
    await allFit(page, pages)
  })

test('every route is opened by one of these tests, or listed as opened elsewhere', async () => {
  const fixture = await sharedFixture()
  const opened = [publicPages, accountPages, operatorPages]
    .flatMap((groups) => Object.values<readonly Where[]>(groups))
    .flat()
    .map((where) => pathOf(where, fixture).split('?')[0]!)
  const missing = routePaths(routes).filter(
    (pattern) =>
      !openedElsewhere.includes(pattern) && !opened.some((path) => matchPath(pattern, path) !== null),
  )
  expect(missing).toEqual([])
})

test('at 400 % zoom no bar stays over the page, and a conversation shows its messages', async ({ page }) => {
  const { owner, paths } = await sharedFixture()
  await withoutStream(page)
  await openSession(page, owner)
  await page.setViewportSize({ width: 320, height: 256 })
  for (const path of [paths.thread, paths.sitter, paths.confirmed, '/sitters']) {
    await open(page, path)
    const bars = await page.locator('body *').evaluateAll((elements) =>
      elements
        .filter((element) => {
          const { position } = getComputedStyle(element)
          return (position === 'fixed' || position === 'sticky') && element.getBoundingClientRect().height > 1
        })
        .map(({ outerHTML }) => outerHTML.slice(0, 120)),
    )
    expect(bars, path).toEqual([])
  }
  await open(page, paths.thread)
  const message = page.getByRole('listitem').filter({ hasText: 'Booking accepted' })
  await message.scrollIntoViewIfNeeded()
  const shown = await message.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  expect(shown).toBe(true)
})
