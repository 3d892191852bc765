import { expect, type Page } from '@playwright/test'
import { findBarriers } from './barriers.ts'
import {
  agrees,
  aroundStornoway,
  type Card,
  cardOf,
  mapColours,
  isOfMap,
  isUncovered,
  listed,
  mapOf,
  openMap,
  pinOf,
  shareOf,
  theIslands,
  recordHosts,
  recordMapRequests,
} from './map-page.ts'
import { pictureColour, test } from './map-sites.ts'
import { check, visit } from './budget.ts'
import { ignoreInteraction } from './people.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('the map appears beside the results after the page without moving it, and contacts no third party', async ({
  page,
}) => {
  const { here } = await theIslands()
  await page.addInitScript(ignoreInteraction)
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) shifts.sum += Number(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const hosts = recordHosts(page)
  for (const width of [1100, 1280]) {
    await page.setViewportSize({ width, height: 720 })
    await page.goto(`/sitters?bounds=${aroundStornoway}`)
    await agrees(page, here)
    await expect(mapOf(page)).toContainText('Natural Earth')
    await expect(cardOf(page, here[0])).toBeVisible()
    const [map, card] = await Promise.all([mapOf(page).boundingBox(), cardOf(page, here[0]).boundingBox()])
    expect(map!.x).toBeGreaterThan(card!.x + card!.width)
    expect(Math.round(map!.x + map!.width)).toBe(width)
    expect(await page.evaluate(() => window.shifts?.sum)).toBeLessThan(0.02)
    const { loadedAt, requests } = await loadTimes(page)
    const ofMap = requests.filter(({ url }) => isOfMap(url))
    expect(ofMap).not.toEqual([])
    expect(ofMap.filter(({ at }) => at < loadedAt)).toEqual([])
  }
  expect([...hosts]).toEqual([new URL(page.url()).host])
})

/**
 * When the page was loaded, and when each of its requests began, by the clock of the page. Playwright's own events arrive
 * in another order: what is requested in the handler of `load` is reported before the event.
 */
const loadTimes = (page: Page) =>
  page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    return {
      loadedAt: navigation instanceof PerformanceNavigationTiming ? navigation.loadEventStart : Infinity,
      requests: performance
        .getEntriesByType('resource')
        .map(({ name, startTime }) => ({ url: name, at: startTime })),
    }
  })

test('a first visit with the map requests no more than its budget', async ({ page }) => {
  const { here } = await theIslands()
  const found = await visit(page, `/sitters?bounds=${aroundStornoway}`, () => agrees(page, here))
  check('/sitters with the map', found, { requests: 25, scripts: 16, kilobytes: 482 })
})

/** True for requests of the map itself. The small file that decides whether to load it is fetched on any interaction. */
const isDrawing = (url: string) => isOfMap(url) && !url.includes('/map-pane-')

test('a hidden map stays hidden in the address and on the device, until it is shown again', async ({
  page,
  browser,
}) => {
  const { here } = await theIslands()
  await page.goto(`/sitters?bounds=${aroundStornoway}`)
  await agrees(page, here)
  await page.getByRole('button', { name: 'Hide map' }).click()
  await page.waitForURL(/map=hidden/)
  await expect(mapOf(page)).toBeHidden()
  await expect(page.getByRole('complementary', { name: 'About these results' })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Map', exact: true })).toBeFocused()

  const other = await browser.newPage({ baseURL: process.env['BASE_URL']! })
  await other.goto(page.url())
  await expect(other.getByRole('button', { name: 'Map', exact: true })).toBeVisible()
  await expect(other.locator('.map-place')).toBeHidden()
  await other.close()

  const chunks = recordMapRequests(page)
  await page.goto(`/sitters?bounds=${aroundStornoway}`)
  await expect(page.getByRole('button', { name: 'Map', exact: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(chunks.filter(isDrawing)).toEqual([])
  await page.getByRole('button', { name: 'Map', exact: true }).click()
  await page.waitForURL(/map=open/)
  await agrees(page, here)

  await page.goto(`/sitters?bounds=${aroundStornoway}`)
  await agrees(page, here)
})

test('where it has no room beside the results the map loads on a click', async ({ page }) => {
  const { here } = await theIslands()
  await page.setViewportSize({ width: 1099, height: 768 })
  const chunks = recordMapRequests(page)
  await page.goto(`/sitters?bounds=${aroundStornoway}`)
  await expect(cardOf(page, here[0])).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(chunks.filter(isDrawing)).toEqual([])

  await page.getByRole('button', { name: 'Map', exact: true }).click()
  await page.waitForURL(/map=open/)
  await agrees(page, here)
  await page.getByRole('button', { name: 'Hide map' }).click()
  await page.waitForURL(/map=hidden/)
  await expect(mapOf(page)).toBeHidden()
  await expect(cardOf(page, here[0])).toBeVisible()
})

test('a self-hosted map archive is drawn in both themes, accessibly and without third-party requests', async ({
  page,
  sites,
}) => {
  const { here } = await theIslands()
  const hosts = recordHosts(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await openMap(page, sites.archive)
  await agrees(page, here)
  await expect(mapOf(page)).toContainText('© Somebody who draws maps')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { water, road } = mapColours[colorScheme]
    await expect.poll(() => shareOf(page, water), colorScheme).toBeGreaterThan(0.2)
    expect(await shareOf(page, road), colorScheme).toBeGreaterThan(0.001)
    expect.soft(await findBarriers(page, { within: 'main' }), colorScheme).toEqual([])
  }
  expect([...hosts]).toEqual([new URL(sites.archive).host])
})

test('a theme that is chosen while the map loads is the one it is drawn in', async ({ page, sites }) => {
  await theIslands()
  const { promise: chosen, resolve: release } = Promise.withResolvers<void>()
  let held = 0
  await page.route(/\.pmtiles/, async (route) => {
    held += 1
    await chosen
    await route.continue()
  })
  await page.emulateMedia({ colorScheme: 'light' })
  await openMap(page, sites.archive)
  await expect.poll(() => held).toBeGreaterThan(0)
  await page.emulateMedia({ colorScheme: 'dark' })
  release()
  await expect.poll(() => shareOf(page, mapColours.dark.water)).toBeGreaterThan(0.2)
})

test('tiles from another server are drawn with attribution, and no further host is contacted', async ({
  page,
  sites,
}) => {
  const { here } = await theIslands()
  const hosts = recordHosts(page)
  await openMap(page, sites.pictures)
  await agrees(page, here)
  await expect.poll(() => shareOf(page, pictureColour)).toBeGreaterThan(0.4)
  await expect(mapOf(page).getByRole('link', { name: '© Somebody who draws maps' })).toHaveAttribute(
    'href',
    'https://maps.example.org',
  )
  expect([...hosts].sort()).toEqual([sites.tileHost, new URL(sites.pictures).host].sort())
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('the map replaces the list, its pins and the row of cards show each other, and the list can be shown again', async ({
    page,
    sites,
  }) => {
    const { here } = await theIslands()
    await page.goto(`${sites.archive}/sitters?bounds=${aroundStornoway}`)
    await page.getByRole('button', { name: 'Map', exact: true }).tap()
    await page.waitForURL(/map=open/)
    await agrees(page, here)
    await expect(cardOf(page, here[0])).toBeHidden()
    await expect(mapOf(page)).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    const sizeOf = (selector: string) =>
      mapOf(page)
        .locator(selector)
        .evaluate((part) => [part.getBoundingClientRect().width, part.getBoundingClientRect().height])
    expect(await sizeOf('canvas')).toEqual(await sizeOf('.search-map'))

    const inRow = ({ id }: Card) => mapOf(page).locator(`[data-card="${id}"]`)
    // A pin of several sitters zooms in at each press, until it is one sitter.
    await expect(async () => {
      await pinOf(page, here[1]).tap()
      await expect(inRow(here[1]).getByRole('link')).toBeFocused({ timeout: 5_000 })
    }).toPass()
    await expect(inRow(here[1])).toBeInViewport({ ratio: 0.9 })
    await expect.poll(() => isUncovered(pinOf(page, here[1]))).toBe(true)
    await expect(pinOf(page, here[1])).toHaveAttribute('data-lit')
    await expect(pinOf(page, here[0])).not.toHaveAttribute('data-lit')
    await inRow(here[0]).evaluate((card) => card.scrollIntoView({ inline: 'center', block: 'nearest' }))
    await expect(pinOf(page, here[0])).toHaveAttribute('data-lit')
    await expect(pinOf(page, here[1])).not.toHaveAttribute('data-lit')
    await expect.poll(() => isUncovered(pinOf(page, here[0]))).toBe(true)

    await page.getByRole('button', { name: 'Show the list' }).tap()
    await expect(mapOf(page)).toBeHidden()
    await expect(cardOf(page, here[0])).toBeVisible()
  })

  test('a chosen pin behind the row of cards is moved out from under it', async ({ page, sites }) => {
    const { there } = await theIslands()
    const { lat, lng } = there.position
    // 0.2 degrees are the height of the map, so the pin is 45 to 95 pixels above its lower edge, where the row is.
    const bounds = [lat - 0.0205, lng - 0.1, lat + 0.1795, lng + 0.1].map((degrees) => degrees.toFixed(4))
    await page.goto(`${sites.archive}/sitters?map=open&bounds=${bounds.join(',')}`)
    await agrees(page, [there])
    expect(await isUncovered(pinOf(page, there))).toBe(false)

    await pinOf(page, there).press('Enter')
    await expect.poll(() => isUncovered(pinOf(page, there))).toBe(true)
    await expect(page.getByRole('button', { name: 'Search this area' })).toBeHidden()
  })
})

test('a moved map offers to search the area, whose bounds are in the URL, and Back restores the search', async ({
  page,
  sites,
}) => {
  const { here, there } = await theIslands()
  await openMap(page, sites.archive)
  await agrees(page, here)
  await expect(page.getByRole('button', { name: 'Search this area' })).toBeHidden()

  const further = mapOf(page).getByRole('button', { name: 'Zoom out' })
  for (let step = 0; step < 4; step++) await further.click()
  await page.getByRole('button', { name: 'Search this area' }).click()
  await page.waitForURL((url) => url.searchParams.get('bounds') !== aroundStornoway)
  await agrees(page, [...here, there])
  await expect(page.getByRole('heading', { level: 1 })).toContainText('in this part of the map')
  await expect(page.getByRole('button', { name: 'Search this area' })).toBeHidden()
  const seen = await listed(page)

  await page.reload()
  await agrees(page, [...here, there])
  expect(await listed(page)).toEqual(seen)

  await page.goBack()
  await page.waitForURL((url) => url.searchParams.get('bounds') === aroundStornoway)
  await agrees(page, here)
  await expect.poll(() => listed(page)).not.toContain(there.id)
  await agrees(page, here)
})

test('“Search as I move” updates the search and its URL with the map and survives a reload', async ({
  page,
  sites,
}) => {
  const { here, there } = await theIslands()
  await openMap(page, sites.archive)
  await agrees(page, here)
  await mapOf(page).getByLabel('Search as I move').click()
  await page.waitForURL(/map=follow/)
  const further = mapOf(page).getByRole('button', { name: 'Zoom out' })
  for (let step = 0; step < 4; step++) await further.click()
  await agrees(page, [...here, there])
  expect(new URL(page.url()).searchParams.get('bounds')).not.toBe(aroundStornoway)

  await page.reload()
  await expect(mapOf(page).getByLabel('Search as I move')).toBeChecked()
})

test('a card and its pin highlight each other, and Enter opens the pin’s card', async ({ page, sites }) => {
  const { here } = await theIslands()
  const [first] = here
  await openMap(page, sites.archive)
  await agrees(page, here)
  const pin = pinOf(page, first)
  await expect(pin).not.toHaveAttribute('data-lit')
  await cardOf(page, first).hover()
  await expect(pin).toHaveAttribute('data-lit')
  await page.mouse.move(5, 5)
  await expect(pin).not.toHaveAttribute('data-lit')
  await cardOf(page, first)
    .getByRole('link', { name: first.name.split(' ')[0]! })
    .focus()
  await expect(pin).toHaveAttribute('data-lit')

  await expect(pin).toHaveAccessibleName(/€[\d.,]+( a night)?, fees included$/)
  await pin.hover()
  await expect(cardOf(page, first)).toHaveAttribute('data-lit')
  await page.mouse.move(5, 5)
  await expect(cardOf(page, first)).not.toHaveAttribute('data-lit')
  await pin.focus()
  await expect(cardOf(page, first)).toHaveAttribute('data-lit')
  // A pin of several sitters zooms in at each press, until it is one sitter or the zoom limit is reached.
  await expect(async () => {
    await pin.press('Enter')
    await expect(mapOf(page).locator('article a:focus')).toHaveCount(1, { timeout: 5_000 })
  }).toPass()
  const shownLink = mapOf(page).locator(`article a[href^="/sitters/${first.id}"]`).filter({ visible: true })
  await expect(shownLink).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(pin).toBeFocused()
})

test('the memory of the map is freed after a sitter is opened from the results', async ({ page }) => {
  const { here } = await theIslands()
  await openMap(page)
  await agrees(page, here)
  await page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.maplibregl-canvas')
    window.mapDrawing = canvas?.getContext('webgl2') ?? null
  })
  const isFreed = () => page.evaluate(() => window.mapDrawing?.isContextLost())
  expect(await isFreed()).toBe(false)
  await cardOf(page, here[0]).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 2, name: /^Reviews/ })).toBeVisible()
  await expect.poll(isFreed).toBe(true)
})

test('without WebGL a message is shown, and the list is complete', async ({ page }) => {
  const { here } = await theIslands()
  await page.addInitScript(() => {
    const draw = HTMLCanvasElement.prototype.getContext
    Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
      value(this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
        return kind.startsWith('webgl') ? null : Reflect.apply(draw, this, [kind, ...rest])
      },
    })
  })
  await openMap(page)
  await expect(page.getByText('The map cannot be shown in this browser')).toBeVisible()
  await expect(mapOf(page)).toBeHidden()
  for (const card of here) await expect(cardOf(page, card)).toBeVisible()
})

test('“Near me” requests the position when clicked and stores it rounded in the URL', async ({
  page,
  context,
}) => {
  await theIslands()
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 58.209_13, longitude: -6.386_51 })
  await page.goto('/sitters')
  await page.locator('summary', { hasText: 'Change the search' }).click()
  await page.getByRole('search').getByRole('button', { name: 'Near me' }).click()
  await page.waitForURL('**/sitters?near=58.21%2C-6.39')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('near you')
  await expect(page.locator('[data-sitter]').first()).toContainText('km away')
})

test('a refused position suggests typing a town instead', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.geolocation.getCurrentPosition = (_, refuse) =>
      refuse?.({ code: 1, message: '', PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 })
  })
  await page.goto('/sitters')
  await page.locator('summary', { hasText: 'Change the search' }).click()
  await page.getByRole('search').getByRole('button', { name: 'Near me' }).click()
  await expect(page.getByRole('search').getByRole('alert')).toContainText('Type a town instead')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the URL of a map shows the list', async ({ page }) => {
    const { here } = await theIslands()
    await openMap(page)
    for (const card of here) await expect(cardOf(page, card)).toBeVisible()
  })

  test('there is no place for a map', async ({ page }) => {
    await page.goto('/sitters')
    await expect(page.locator('.map-place')).toBeHidden()
    await expect(page.getByRole('button', { name: /map/i }).filter({ visible: true })).toHaveCount(0)
    await expect(page.getByRole('complementary', { name: 'About these results' })).toBeInViewport()
  })
})
