import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { Booking } from '#contract/bookings/bookings.ts'
import {
  addCat,
  as,
  becomeSitter,
  dayFromToday,
  findTown,
  type Person,
  requestBooking,
  signInHere,
  signUp,
  unique,
} from './people.ts'

/** An owner with a cat and a sitter, and a request for a stay that begins in the given number of days. */
export async function twoPeople(startIn: number, nights = 2) {
  const [olga, sam] = await Promise.all([signUp(unique('Olga')), signUp(unique('Sam'))])
  const town = await findTown('Ponta Delgada')
  const [sitter, cat] = await Promise.all([
    becomeSitter(sam, town.id, unique('A house above the harbour')),
    addCat(olga, 'Miso'),
  ])
  const draft = {
    sitterId: sitter.id,
    service: 'boarding',
    startOn: dayFromToday(startIn),
    endOn: dayFromToday(startIn + nights),
    petIds: [cat.id],
  }
  const booking = await requestBooking(olga, draft)
  return { olga, sam, sitter, town, booking, path: `/account/bookings/${booking.id}` }
}

export const accept = (sam: Person, { id, version }: Booking) =>
  as(sam, Booking).put('/v1/bookings', { id, version, event: 'accept' })
export const readAs = (person: Person, { id }: Booking) => as(person, Booking).get(`/v1/bookings/${id}`)

/** Opens the path in a separate browser context, signed in as the person. */
export async function openAs(
  browser: Browser,
  person: Person,
  path: string,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env['BASE_URL']!, locale: 'en-GB' })
  const page = await context.newPage()
  await prepare?.(page)
  await signInHere(page, person, path)
  return page
}

export const main = (page: Page) => page.locator('#main')
export const history = (page: Page) => page.getByRole('region', { name: 'What happened' })
export const dialog = (page: Page) => page.getByRole('alertdialog')
export const status = (page: Page, words: string) =>
  expect(page.locator('#main header').getByText(words, { exact: true })).toBeVisible()
export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
/**
 * Opens what is folded on a booking's page: "More actions", or the refund with the button that cancels. By keyboard,
 * because a part that loads above it may move it during a press of the mouse.
 */
export const unfold = (page: Page, name: string) =>
  page.locator('#main summary').filter({ hasText: name }).press('Enter')
export const euros = (minor: number) => `€${(minor / 100).toFixed(2)}`

/** Types a day into the date fields, which load when hovered. */
export async function typeDay(form: Locator, edge: 'Drop-off' | 'Pick-up', daysFromToday: number) {
  await form.getByRole('group', { name: 'When' }).hover()
  const typed = dayFromToday(daysFromToday).split('-').toReversed().join('')
  await form.getByRole('spinbutton', { name: `day, ${edge}` }).pressSequentially(typed)
}

/** The visible menu of the desk: wide screens show it on every page, narrow ones only on `/admin`. */
export const deskMenu = (page: Page) =>
  page.getByRole('navigation', { name: 'Pages of the desk' }).filter({ visible: true })

/** Goes from the account page of a member of staff to a page of the desk. */
export async function openOnDesk(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Open the desk' }).click()
  await deskMenu(page).getByRole('link', { name }).click()
}
