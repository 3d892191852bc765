import { expect, type Locator, type Page, test } from '@playwright/test'
import type { Place } from '#contract/places.ts'
import { becomeSitter, boarding, findTown, signUp, unique, untilFound } from './people.ts'

export type Card = { id: string; name: string; position: { lat: number; lng: number } }
type Islands = { here: [Card, Card]; there: Card }
let islands: Promise<Islands> | undefined

/**
 * Two sitters in one town and one in another, 80 km away; created once per worker. They and those of other workers live
 * at least 1.1 km apart, because positions are shown up to 400 m away from the real ones: two at one place might share a
 * pin at every zoom.
 */
export const theIslands = () => (islands ??= makeIslands())

async function makeIslands(): Promise<Islands> {
  const [stornoway, ullapool] = await Promise.all([findTown('Stornoway'), findTown('Ullapool')])
  const settle = async ({ id: placeId, lat, lng }: Place, degreesNorth = 0): Promise<Card> => {
    const name = unique('Una')
    const degreesEast = 0.06 * test.info().parallelIndex
    const position = { lat: lat + degreesNorth, lng: lng + degreesEast }
    const sitter = await signUp(name)
    const { id } = await becomeSitter(sitter, placeId, 'Sea walks every morning', [boarding], 3, position)
    await untilFound({ id }, placeId)
    return { id, name, position }
  }
  return {
    here: [await settle(stornoway), await settle(stornoway, 0.01)],
    there: await settle(ullapool),
  }
}

export const aroundStornoway = '58.1,-6.6,58.3,-6.2'

export const listed = (page: Page): Promise<string[]> =>
  page
    .locator('[data-sitter]')
    .evaluateAll((cards) => cards.map((card) => card.getAttribute('data-sitter')!).sort())
const pinned = (page: Page): Promise<string[]> =>
  page
    .locator('[data-pins]')
    .evaluateAll((pins) => pins.flatMap((pin) => pin.getAttribute('data-pins')!.split(' ')).sort())

export const mapOf = (page: Page) => page.getByRole('region', { name: 'Map of the results' })
export const pinOf = (page: Page, { id }: Card) => page.locator(`[data-pins~="${id}"]`)
export const cardOf = (page: Page, { id }: Card) => page.locator(`[data-sitter="${id}"]`)

/** True if nothing covers the middle of an element, so that a press there reaches it. */
export const isUncovered = (element: Locator): Promise<boolean> =>
  element.evaluate((target) => {
    const { left, right, top, bottom } = target.getBoundingClientRect()
    return target.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))
  })

/** Waits until the map has loaded and shows the same sitters as the list. */
export async function agrees(page: Page, most: Card[]) {
  await expect(mapOf(page).locator('.search-map')).toHaveAttribute('aria-busy', 'false')
  await expect.poll(() => listed(page)).toEqual(expect.arrayContaining(most.map(({ id }) => id)))
  await expect
    .poll(async () => JSON.stringify(await pinned(page)) === JSON.stringify(await listed(page)))
    .toBe(true)
}

/** Opens the map on the given site, or on the default one. */
export async function openMap(page: Page, site = '') {
  await page.goto(`${site}/sitters?map=open&bounds=${aroundStornoway}`)
}

type Colour = readonly [red: number, green: number, blue: number]

/** Fraction of the map's pixels that have a colour, measured in a screenshot. */
export const shareOf = async (page: Page, colour: Colour): Promise<number> =>
  shareOfPicture(page, await mapOf(page).locator('canvas').screenshot(), colour)

/** Fraction of a picture's pixels that have a colour. The page does the counting. */
export const shareOfPicture = (page: Page, picture: Buffer, colour: Colour): Promise<number> =>
  page.evaluate(
    async ({ base64, wanted }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')!
      canvas.drawImage(image, 0, 0)
      const { data } = canvas.getImageData(0, 0, image.width, image.height)
      let matching = 0
      for (let at = 0; at < data.length; at += 4)
        if (wanted.every((value, index) => Math.abs(data[at + index]! - value) <= 2)) matching++
      return matching / (image.width * image.height)
    },
    { base64: picture.toString('base64'), wanted: [...colour] },
  )

/** Colours of land, water and roads in the two themes (map.css). */
export const mapColours = {
  light: { land: [235, 237, 230], water: [201, 221, 228], road: [255, 255, 255] },
  dark: { land: [37, 35, 28], water: [21, 38, 44], road: [61, 56, 45] },
} as const

/** Records all hosts that the page requests. */
export function recordHosts(page: Page): Set<string> {
  const hosts = new Set<string>()
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (protocol.startsWith('http')) hosts.add(host)
  })
  return hosts
}

export const isOfMap = (url: string): boolean => /map-(pane|panel)|maplibre|\/v1\/sitters\/pins/.test(url)

/** Records the requests of the map's code and pins. */
export function recordMapRequests(page: Page): string[] {
  const urls: string[] = []
  page.on('request', (request) => isOfMap(request.url()) && urls.push(request.url()))
  return urls
}
