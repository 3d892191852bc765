import { expect, type Page, test } from '@playwright/test'
import { becomeSitter, findTown, signUp, unique, untilFound } from './people.ts'

type Card = { id: string; name: string }
let islands: Promise<{ here: Card[]; there: Card }> | undefined

/** Two sitters of one town and one of another, 80 km away; made once by each worker. */
const theIslands = () => (islands ??= makeIslands())

async function makeIslands() {
  const [stornoway, ullapool] = await Promise.all([findTown('Stornoway'), findTown('Ullapool')])
  const settle = async (placeId: number): Promise<Card> => {
    const name = unique('Una')
    const { id } = await becomeSitter(await signUp(name), placeId, 'Sea walks every morning')
    await untilFound({ id }, placeId)
    return { id, name }
  }
  return {
    here: [await settle(stornoway.id), await settle(stornoway.id)],
    there: await settle(ullapool.id),
  }
}

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const aroundStornoway = '58.1,-6.6,58.3,-6.2'

const listed = (page: Page): Promise<string[]> =>
  page
    .locator('[data-sitter]')
    .evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset['sitter']!).sort())
const pinned = (page: Page): Promise<string[]> =>
  page
    .locator('[data-pins]')
    .evaluateAll((pins) => pins.flatMap((pin) => (pin as HTMLElement).dataset['pins']!.split(' ')).sort())

const mapOf = (page: Page) => page.getByRole('region', { name: 'Map of the results' })
const pinOf = (page: Page, { id }: Card) => page.locator(`[data-pins~="${id}"]`)
const cardOf = (page: Page, { id }: Card) => page.locator(`[data-sitter="${id}"]`)

/** Waits until the map has come and shows whom the list shows. */
async function agrees(page: Page, most: Card[]) {
  await expect(mapOf(page).locator('.search-map')).toHaveAttribute('aria-busy', 'false')
  await expect.poll(() => listed(page)).toEqual(expect.arrayContaining(most.map(({ id }) => id)))
  await expect
    .poll(async () => JSON.stringify(await pinned(page)) === JSON.stringify(await listed(page)))
    .toBe(true)
}

async function openMap(page: Page, query = '') {
  await page.goto(`/sitters?map=open&bounds=${aroundStornoway}${query}`)
}

test('the map is opened by a press, shows whom the list shows, and asks nobody else', async ({ page }) => {
  const { here } = await theIslands()
  const hosts = new Set<string>()
  const chunks: string[] = []
  page.on('request', (request) => {
    hosts.add(new URL(request.url()).host)
    if (/map-panel|maplibre/.test(request.url())) chunks.push(request.url())
  })
  await page.goto(`/sitters?bounds=${aroundStornoway}`)
  await expect(cardOf(page, here[0]!)).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(chunks).toEqual([])

  await page.getByRole('link', { name: 'Show the Map' }).click()
  await page.waitForURL(/map=open/)
  await agrees(page, here)
  await expect(mapOf(page)).toContainText('Natural Earth')
  expect([...hosts]).toEqual([new URL(page.url()).host])

  await page.getByRole('link', { name: /Close the map|Show the list/ }).click()
  await expect(mapOf(page)).toBeHidden()
  await expect(cardOf(page, here[0]!)).toBeVisible()
})

test('a moved map offers to search there; the address says where, and going back goes back', async ({
  page,
}) => {
  const { here, there } = await theIslands()
  await openMap(page)
  await agrees(page, here)
  await expect(page.getByRole('button', { name: 'Search this area' })).toBeHidden()

  const further = mapOf(page).getByRole('button', { name: 'Further away' })
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

test('the search follows the map when it is asked to, and remembers that in the address', async ({
  page,
}) => {
  const { here, there } = await theIslands()
  await openMap(page)
  await agrees(page, here)
  await mapOf(page).getByLabel('Search as I move').click()
  await page.waitForURL(/map=follow/)
  const further = mapOf(page).getByRole('button', { name: 'Further away' })
  for (let step = 0; step < 4; step++) await further.click()
  await agrees(page, [...here, there])
  expect(new URL(page.url()).searchParams.get('bounds')).not.toBe(aroundStornoway)

  await page.reload()
  await expect(mapOf(page).getByLabel('Search as I move')).toBeChecked()
})

test('a card lights its pin, and a pin its card and a small one beside it', async ({ page }) => {
  const { here } = await theIslands()
  const [first] = here as [Card]
  await openMap(page)
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
  // A pin of several is parted by coming closer, until it is one sitter or the closest view.
  await expect(async () => {
    await pin.press('Enter')
    await expect(mapOf(page).locator('article a:focus')).toHaveCount(1, { timeout: 5_000 })
  }).toPass()
  await expect(mapOf(page).locator(`article a[href^="/sitters/${first.id}"]`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(pin).toBeFocused()
})

test('without WebGL a sentence says so, and the list has everybody', async ({ page }) => {
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

test('a search near me asks for the position on a press, and the address holds it rounded', async ({
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

test('a position that is refused is no dead end', async ({ page }) => {
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

  test('the address of a map shows the list', async ({ page }) => {
    const { here } = await theIslands()
    await openMap(page)
    for (const card of here) await expect(cardOf(page, card)).toBeVisible()
  })
})
