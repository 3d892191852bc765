import { expect, type Page, test } from '@playwright/test'
import { Booking } from '#contract/bookings/bookings.ts'
import {
  addCat,
  becomeSitter,
  boarding,
  dayFromToday,
  findTown,
  isComplete,
  makeOperator,
  type Person,
  requestBooking,
  openSession,
  signInHere,
  signUp,
  unique,
} from './people.ts'
import { main } from './stay.ts'

const label = 'Find a booking, person or page'
const findButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: label })
const palette = (page: Page) => page.getByRole('dialog', { name: label })
const field = (page: Page) => palette(page).getByRole('combobox')
const options = (page: Page) => palette(page).getByRole('option')

type Asked = { owner: Person; sitter: Person; booking: Booking }

/** A sitter with a request for the cat Ågot from an owner whose name begins with “Zoe”. */
async function oneRequest(): Promise<Asked> {
  const [owner, sitter] = await Promise.all([signUp(unique('Zoe')), signUp(unique('Sam'))])
  const town = await findTown('Horta')
  const { id: sitterId } = await becomeSitter(sitter, town.id, unique('A house by the marina'), [boarding])
  const { id } = await addCat(owner, 'Ågot')
  const booking = await requestBooking(owner, {
    sitterId,
    service: 'boarding',
    startOn: dayFromToday(20),
    endOn: dayFromToday(22),
    petIds: [id],
  })
  return { owner, sitter, booking }
}

const activeOption = (page: Page) =>
  field(page).evaluate(
    (input) => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent,
  )

test('a sitter opens a booking by the name of its pet with the keyboard alone, and Escape returns the focus', async ({
  page,
}) => {
  const { owner, sitter, booking } = await oneRequest()
  await signInHere(page, sitter, '/account/calendar')
  await expect(findButton(page)).toBeVisible()
  const before = page.getByRole('link', { name: 'Requests' }).first()
  await before.focus()

  await page.keyboard.press('ControlOrMeta+K')
  await expect(field(page)).toBeFocused()
  await expect(options(page).filter({ hasText: owner.name })).not.toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect(before).toBeFocused()

  await page.keyboard.press('ControlOrMeta+K')
  await field(page).pressSequentially('AGOT zoé')
  await expect(options(page)).toHaveText([/^Boarding for Ågot/])
  await page.keyboard.press('ArrowDown')
  await expect(field(page)).toBeFocused()
  await expect.poll(() => activeOption(page)).toMatch(/^Boarding for Ågot/)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/account/bookings/${booking.id}`)
  await expect(palette(page)).toBeHidden()
  await expect(main(page).getByRole('heading', { level: 1 })).toBeFocused()
})

test('pages, actions and people are found from any page, and the keys close what they opened', async ({
  page,
}) => {
  const { owner, sitter } = await oneRequest()
  await openSession(page, sitter)
  await page.goto('/blog')
  await expect(findButton(page)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+K')
  await field(page).pressSequentially('earn')
  await expect(options(page).first()).toHaveText('Earnings')
  await page.keyboard.press('ControlOrMeta+K')
  await expect(palette(page)).toBeHidden()

  await page.keyboard.press('ControlOrMeta+K')
  await expect(field(page)).toHaveValue('')
  await field(page).fill('switch')
  await options(page).filter({ hasText: 'Switch to sitter' }).click()
  await page.waitForURL('**/account/today')

  await page.keyboard.press('ControlOrMeta+K')
  await field(page).fill(owner.name)
  await options(page).filter({ hasText: 'Messages' }).click()
  await page.waitForURL(/\/account\/messages\/[0-9a-f-]{36}$/)
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(owner.name)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('the button in the header opens the palette by touch', async ({ page }) => {
    const { sitter, booking } = await oneRequest()
    await signInHere(page, sitter)
    await findButton(page).tap()
    await field(page).fill('agot')
    await options(page).filter({ hasText: 'Boarding for Ågot' }).tap()
    await page.waitForURL(`**/account/bookings/${booking.id}`)
  })
})

/** The header at its usual height, with nothing beyond its edges. */
const oneRow = { isOneRow: true, overflow: 0 }

async function expectOneRow(page: Page): Promise<void> {
  for (const width of [360, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    await expect(findButton(page)).toBeVisible()
    const read = () =>
      page.getByRole('banner').evaluate((header) => ({
        isOneRow: header.getBoundingClientRect().height < 80,
        overflow: header.scrollWidth - header.clientWidth,
      }))
    await expect.poll(read, { message: `at ${width} px` }).toEqual(oneRow)
  }
}

test('the header of an owner stays one row at each width', async ({ page }) => {
  await signInHere(page, await signUp(unique('Zoe')))
  await expectOneRow(page)
})

test('the header of a sitter stays one row at each width, on both sides', async ({ page }) => {
  const sitter = await signUp(unique('Sam'))
  await becomeSitter(sitter, (await findTown('Horta')).id, unique('A house by the marina'))
  await signInHere(page, sitter)
  await expect(page.getByRole('button', { name: 'Switch to sitter' })).toBeVisible()
  await expectOneRow(page)
  await page.getByRole('button', { name: 'Switch to sitter' }).click()
  await page.waitForURL('**/account/today')
  await expectOneRow(page)
})

test('what could not be loaded is said and can be tried again, while pages are found all the same', async ({
  page,
}) => {
  const { sitter } = await oneRequest()
  await signInHere(page, sitter)
  await page.route('**/booking-lines*', (route) => route.abort())
  await findButton(page).click()
  await expect(palette(page).getByText('could not be loaded')).toBeVisible()
  // Typing tries again by itself. Each attempt must have failed before the next step, or it would succeed after it.
  const typeAndFail = async (text: string) => {
    const attempt = page.waitForEvent('requestfailed', (request) => request.url().includes('booking-lines'))
    await field(page).fill(text)
    await attempt
  }
  await typeAndFail('calendar')
  await expect(options(page)).toHaveText(['Calendar'])
  await typeAndFail('agot')
  await expect(palette(page).getByText('Nothing found for “agot”')).toBeVisible()
  await page.unroute('**/booking-lines*')
  await palette(page).getByRole('button', { name: 'Try again' }).click()
  await expect(options(page)).toHaveText([/^Boarding for Ågot/])
})

test('an operator finds any booking by an address, and their own pages; nobody else finds either', async ({
  browser,
  page,
}) => {
  const { owner, booking } = await oneRequest()
  const operator = await signUp(unique('Ada'))
  await makeOperator(operator)
  await signInHere(page, operator)
  await isComplete(page)
  await findButton(page).click()
  await field(page).fill(owner.email)
  await options(page).filter({ hasText: booking.number }).click()
  await page.waitForURL(`**/admin/bookings/${booking.id}`)

  const other = await browser.newPage()
  await signInHere(other, owner)
  await findButton(other).click()
  await field(other).fill('promo')
  await expect(palette(other).getByText('Nothing found for “promo”')).toBeVisible()
  await other.close()
})

test('visitors have no palette, and its code is loaded only when it is wanted', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
  await page.goto('/')
  await isComplete(page)
  await page.keyboard.press('ControlOrMeta+K')
  await expect(page.getByRole('dialog')).toBeHidden()
  const { sitter } = await oneRequest()
  await signInHere(page, sitter)
  await expect(findButton(page)).toBeVisible()
  const isPalette = (path: string) => /\/palette-/.test(path)
  expect(scripts.filter(isPalette)).toEqual([])
  await page.keyboard.press('ControlOrMeta+K')
  await expect(field(page)).toBeFocused()
  expect(scripts.filter(isPalette)).not.toEqual([])
})
