import { expect } from '@playwright/test'
import {
  agrees,
  aroundStornoway,
  cardOf,
  mapColours,
  findBarriers,
  listed,
  mapOf,
  openMap,
  pinOf,
  shareOf,
  theIslands,
  recordHosts,
} from './map-page.ts'
import { pictureColour, test } from './map-sites.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('the map loads on a click, matches the list, and contacts no third party', async ({ page }) => {
  const { here } = await theIslands()
  const hosts = recordHosts(page)
  const chunks: string[] = []
  page.on('request', (request) => {
    if (/map-panel|maplibre/.test(request.url())) chunks.push(request.url())
  })
  await page.goto(`/sitters?bounds=${aroundStornoway}`)
  await expect(cardOf(page, here[0])).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(chunks).toEqual([])

  await page.getByRole('link', { name: 'Map of these sitters' }).click()
  await page.waitForURL(/map=open/)
  await agrees(page, here)
  await expect(mapOf(page)).toContainText('Natural Earth')
  expect([...hosts]).toEqual([new URL(page.url()).host])

  await page.getByRole('link', { name: /Close the map|Show the list/ }).click()
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
    expect.soft(await findBarriers(page), colorScheme).toEqual([])
  }
  expect([...hosts]).toEqual([new URL(sites.archive).host])
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

  test('the map replaces the list, tapping a pin shows its sitter, and the list can be shown again', async ({
    page,
    sites,
  }) => {
    const { here } = await theIslands()
    await page.goto(`${sites.archive}/sitters?bounds=${aroundStornoway}`)
    await page.getByRole('link', { name: 'Map of these sitters' }).tap()
    await page.waitForURL(/map=open/)
    await agrees(page, here)
    await expect(cardOf(page, here[0])).toBeHidden()
    await expect(mapOf(page)).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await expect(async () => {
      await pinOf(page, here[0]).tap()
      await expect(mapOf(page).locator('article').first()).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await page.getByRole('link', { name: 'Show the list' }).tap()
    await expect(mapOf(page)).toBeHidden()
    await expect(cardOf(page, here[0])).toBeVisible()
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

  await pin.focus()
  await expect(cardOf(page, first)).toHaveAttribute('data-lit')
  // A pin of several sitters zooms in at each press, until it is one sitter or the zoom limit is reached.
  await expect(async () => {
    await pin.press('Enter')
    await expect(mapOf(page).locator('article a:focus')).toHaveCount(1, { timeout: 5_000 })
  }).toPass()
  await expect(mapOf(page).locator(`article a[href^="/sitters/${first.id}"]`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(pin).toBeFocused()
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
})
