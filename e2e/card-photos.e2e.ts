import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { findBarriers } from './barriers.ts'
import { check, visit } from './budget.ts'
import {
  becomeSitter,
  boarding,
  dayFromToday,
  findTown,
  isComplete,
  signUp,
  unique,
  untilFound,
} from './people.ts'
import { main } from './stay.ts'
import { addPhotos } from './sitter-photos.ts'

const walls = ['#c8553d', '#2f6f8f', '#7a9e4a']

/** A sitter with three photos and one with a single photo, in a town of their own. */
async function twoSitters(townName: string) {
  const [ann, ben, town] = await Promise.all([
    signUp(unique('Ann')),
    signUp(unique('Ben')),
    findTown(townName),
  ])
  const [many, single] = await Promise.all([
    becomeSitter(ann, town.id, unique('Three rooms')),
    becomeSitter(ben, town.id, unique('One room')),
  ])
  const [{ photos }] = await Promise.all([addPhotos(ann, many, walls), addPhotos(ben, single, ['#d9a441'])])
  await Promise.all([untilFound(many, town.id), untilFound(single, town.id)])
  return { many, single, photos, address: `/sitters?place=${town.id}` }
}

const cardOf = (page: Page, { id }: { id: string }) => page.locator(`li[data-sitter="${id}"]`)
const strip = (card: Locator) => card.locator('.photo-strip > a')

/** The photo in view, counted from 0, once the strip rests; and the dot that says so. */
const shown = (card: Locator) =>
  strip(card).evaluate((row) => {
    const dots = [...row.parentElement!.querySelectorAll('i')]
    return { photo: row.scrollLeft / row.clientWidth, dot: dots.findIndex((dot) => dot.dataset['at']) }
  })
const shows = (card: Locator, index: number) =>
  expect.poll(() => shown(card)).toEqual({ photo: index, dot: index })

const boxOf = async (part: Locator) => (await part.boundingBox())!

const moves = 10
/** Most of the width of a picture, whose middle decides which photo comes to rest. */
const [forward, back] = [{ x: -240 }, { x: 240 }]

/** A finger that moves so many pixels over the middle of the picture: real touches, which the browser scrolls by. */
async function swipe(page: Page, card: Locator, { x = 0, y = 0 }): Promise<void> {
  const picture = card.locator('.sitter-picture')
  await picture.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const box = await boxOf(picture)
  const [startX, startY] = [box.x + (box.width - x) / 2, box.y + (box.height - y) / 2]
  // A part that has just appeared can be scrolled once the browser has drawn it.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share?: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: share === undefined ? [] : [{ x: startX + x * share, y: startY + y * share }],
    })
  await touch('touchStart', 0)
  for (let move = 1; move <= moves; move += 1) await touch('touchMove', move / moves)
  await touch('touchEnd')
  await client.detach()
}

/**
 * Waits until the page has not moved for some frames. The event `scrollend` does not say so: the swipe itself may first
 * scroll the card into view, which ends with one too.
 */
const untilStill = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let [at, still] = [scrollY, 0]
        const look = () => {
          still = scrollY === at ? still + 1 : 0
          at = scrollY
          if (still >= 20) resolve()
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
  )

const atDesk = async (browser: Browser, reducedMotion: 'reduce' | 'no-preference' = 'no-preference') =>
  (
    await browser.newContext({
      baseURL: process.env['BASE_URL']!,
      viewport: { width: 1280, height: 900 },
      hasTouch: false,
      isMobile: false,
      reducedMotion,
    })
  ).newPage()

test('the first swipe over the picture of a result shows the next photo, and a tap opens the profile', async ({
  page,
}) => {
  const { many, single, photos, address } = await twoSitters('Mértola')
  const loaded: string[] = []
  page.on('requestfinished', (request) => loaded.push(new URL(request.url()).pathname))
  const isLoaded = (index: number) => photos[index]!.sizes.some(({ url }) => loaded.includes(url))

  await page.goto(address)
  const card = cardOf(page, many)
  // Nothing has been touched yet.
  await expect(card.locator('.photo-strip-dots > i')).toHaveCount(3)
  await shows(card, 0)
  expect([0, 1, 2].map(isLoaded)).toEqual([true, false, false])

  await swipe(page, card, forward)
  await shows(card, 1)
  const before = await card.locator('.sitter-picture').boundingBox()
  await expect(page).toHaveURL(new RegExp(`/sitters\\?place=`))
  await expect.poll(() => isLoaded(1)).toBe(true)
  await swipe(page, card, forward)
  await shows(card, 2)
  await swipe(page, card, forward)
  await shows(card, 2)
  await swipe(page, card, back)
  await shows(card, 1)
  expect(await card.locator('.sitter-picture').boundingBox()).toEqual(before)

  await expect(cardOf(page, single).locator('.sitter-picture > img')).toBeVisible()
  await expect(cardOf(page, single).locator('.photo-strip')).toHaveCount(0)
  await expect(card.locator('.photo-strip button').first()).toBeHidden()
  await expect(card.getByRole('img', { name: /Ann/ })).toHaveCount(1)
  await expect(card.getByRole('link')).toHaveCount(1)
  expect(await findBarriers(page, { within: '.results-found' })).toEqual([])

  const scrolled = () => page.evaluate(() => scrollY)
  const start = await scrolled()
  // A tap while the page still moves only stops it.
  await swipe(page, card, { y: -60 })
  await expect.poll(scrolled).toBeGreaterThan(start + 20)
  await untilStill(page)
  await card.locator('.sitter-picture').tap()
  await expect(page).toHaveURL(new RegExp(`/sitters/${many.id}`))
  // Only the link of the card passes on the search that was left.
  await expect(page.getByRole('link', { name: 'Back to the results' })).toBeVisible()
})

test('on a phone the picture comes first: as wide as the card, sharp, with the heart on it, above the text', async ({
  page,
}) => {
  const { many, address } = await twoSitters('Odemira')
  await page.goto(address)
  await isComplete(page)
  const card = cardOf(page, many)
  const heart = card.getByRole('button', { name: /as a favourite/ })
  await expect(heart).toBeVisible()
  for (const width of [320, 360, 414]) {
    await page.setViewportSize({ width, height: 740 })
    const whole = await boxOf(card)
    const [picture, name, rating, price] = await Promise.all(
      ['.sitter-picture', 'h2', 'h2 ~ p:nth-of-type(2)', '.sitter-card-price'].map((selector) =>
        boxOf(card.locator(selector).first()),
      ),
    )
    expect(whole.width - picture!.width).toBeLessThanOrEqual(2)
    expect(picture!.width / picture!.height).toBeCloseTo(1.5, 1)
    const { x, y } = await boxOf(heart)
    expect(x).toBeGreaterThan(picture!.x + picture!.width / 2)
    expect(y).toBeLessThan(picture!.y + picture!.height / 2)
    const tops = [picture!.y + picture!.height, name!.y, rating!.y, price!.y]
    expect(tops).toEqual(tops.toSorted((one, other) => one - other))
  }
  await page.setViewportSize({ width: 360, height: 740 })
  const loaded = card.locator('.sitter-picture > img').first()
  await expect.poll(() => loaded.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640)
  expect((await boxOf(card.locator('.sitter-picture'))).width * 2).toBeLessThan(640 * 1.05)
})

test('of a page of results only the first two pictures are loaded before anybody scrolls to them', async ({
  page,
}) => {
  // In the other towns tests publish sitters without pictures.
  const lisbon = await findTown('Lisbon')
  await page.goto('/blog')
  const html = await (await page.request.get(`/sitters?place=${lisbon.id}`)).text()
  const loading = await page.evaluate((text) => {
    const results = new DOMParser().parseFromString(text, 'text/html').querySelectorAll('li[data-sitter]')
    return [...results].map((result) =>
      result.querySelector('.sitter-picture > .photo')?.getAttribute('loading'),
    )
  }, html)
  expect(loading.slice(0, 2)).toEqual(['eager', 'eager'])
  expect(new Set(loading.slice(2))).toEqual(new Set(['lazy']))
})

test('the photos add little to the first visit of the results on a phone', async ({ page }) => {
  const { many, address } = await twoSitters('Castro Verde')
  const found = await visit(page, address, () => shows(cardOf(page, many), 0))
  check('/sitters with photos on a phone', found, { requests: 17, scripts: 10, kilobytes: 226 })
})

test('a swipe before the photos are there changes nothing, and the next one works', async ({ page }) => {
  const { many, address } = await twoSitters('Serpa')
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/v1\/sitters\/photos/, async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(address)
  await isComplete(page)
  const card = cardOf(page, many)
  await swipe(page, card, forward)
  await expect(card.locator('.photo-strip')).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/sitters\\?place=`))
  resolve()
  await shows(card, 0)
  await swipe(page, card, forward)
  await shows(card, 1)
})

test('a card whose photos cannot be read stays one picture that opens the profile', async ({ page }) => {
  const { many, address } = await twoSitters('Beja')
  await page.route(/\/v1\/sitters\/photos/, (route) => route.fulfill({ status: 503, json: {} }))
  const isRefused = page.waitForResponse(/\/v1\/sitters\/photos/)
  await page.goto(address)
  await isComplete(page)
  await isRefused
  const card = cardOf(page, many)
  await swipe(page, card, forward)
  await expect(card.locator('.photo-strip')).toHaveCount(0)
  // The link of the card lies over the picture.
  await card.locator('.sitter-picture').tap({ force: true })
  await expect(page).toHaveURL(new RegExp(`/sitters/${many.id}`))
})

test('with a mouse, arrows appear over the picture and move the photos, as the arrow keys do on the link', async ({
  browser,
}) => {
  const { many, single, address } = await twoSitters('Moura')
  const page = await atDesk(browser)
  await page.goto(address)
  await isComplete(page)
  const card = cardOf(page, many)
  const [previous, next] = [
    card.locator('.photo-strip .chevron-left'),
    card.locator('.photo-strip .chevron-right'),
  ]
  await expect(card.locator('.photo-strip')).toHaveCount(0)
  await cardOf(page, single).hover()
  await expect(next).toHaveCSS('opacity', '0')
  await card.getByRole('heading').hover()
  await expect(next).toHaveCSS('opacity', '1')
  await next.click()
  await shows(card, 1)
  // Faster than the photos move.
  await next.dblclick()
  await shows(card, 0)
  await previous.click()
  await shows(card, 2)
  await expect(page).toHaveURL(new RegExp(`/sitters\\?place=`))

  const link = card.getByRole('link')
  await link.focus()
  await page.keyboard.press('ArrowLeft')
  await shows(card, 1)
  await page.keyboard.press('ArrowRight')
  await shows(card, 2)
  await expect(link).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(card.locator('.photo-strip :focus')).toHaveCount(0)

  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    strip(card).click({ modifiers: ['ControlOrMeta'], position: { x: 74, y: 20 } }),
  ])
  await expect(tab).toHaveURL(new RegExp(`/sitters/${many.id}`))
  await tab.close()
  await card.getByRole('button', { name: /as a favourite/ }).click()
  await page.goto('/favorites')
  const kept = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /Ann/ }) })
  await kept.hover()
  await kept.locator('.photo-strip .chevron-right').click()
  await shows(kept, 1)
  await kept.locator('.sitter-picture').click()
  await expect(page).toHaveURL(new RegExp(`/sitters/${many.id}`))
  await page.context().close()
})

test('with reduced motion the arrows show the next photo at once', async ({ browser }) => {
  const { many, address } = await twoSitters('Ourique')
  const positionAfterPress = async (reducedMotion: 'reduce' | 'no-preference') => {
    const page = await atDesk(browser, reducedMotion)
    await page.goto(address)
    await isComplete(page)
    const card = cardOf(page, many)
    await card.hover()
    const position = await card.locator('.photo-strip .chevron-right').evaluate((arrow: HTMLElement) => {
      arrow.click()
      const row = arrow.parentElement!.querySelector('a')!
      return row.scrollLeft / row.clientWidth
    })
    await page.context().close()
    return position
  }
  expect(await positionAfterPress('no-preference')).toBeLessThan(1)
  expect(await positionAfterPress('reduce')).toBe(1)
})

/** How far lines of text reach into the columns of pixels that the button takes, at whatever height it is. */
const underMapButton = (page: Page) =>
  main(page).evaluate((results) => {
    const button = results.querySelector('.map-toggle')!.getBoundingClientRect()
    const prices = [...results.querySelectorAll('.sitter-card-price')]
    return prices.flatMap((price) => {
      const text = document.createRange()
      text.selectNodeContents(price)
      return [...text.getClientRects()]
        .map(({ left, right }) => Math.min(right, button.right) - Math.max(left, button.left))
        .filter((covered) => covered > 0)
    })
  })

test('the button for the map is never over a price, however far the page is scrolled', async ({ page }) => {
  const [sam, town] = await Promise.all([signUp(unique('Sam')), findTown('Viseu')])
  const services = [{ ...boarding, rates: { base: 145_00 } }]
  const sitter = await becomeSitter(sam, town.id, unique('A house with a view'), services)
  await untilFound(sitter, town.id)
  const dates = `start=${dayFromToday(40)}&end=${dayFromToday(54)}`
  for (const width of [320, 360, 640, 768])
    for (const query of ['', `&service=boarding&pets=cat&${dates}`]) {
      await page.setViewportSize({ width, height: 740 })
      await page.goto(`/sitters?place=${town.id}${query}`)
      await isComplete(page)
      await expect(cardOf(page, sitter).locator('.sitter-card-price')).toContainText(query ? 'total' : 'from')
      await expect(main(page).getByRole('button', { name: 'Map', exact: true })).toBeVisible()
      expect(await underMapButton(page), `${width} px, ${query}`).toEqual([])
    }
})
