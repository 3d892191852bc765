import { expect, type Page, test } from '@playwright/test'
import { Booking } from '#contract/bookings/bookings.ts'
import {
  addCat,
  becomeSitter,
  boarding,
  dayFromToday,
  findTown,
  type Person,
  requestBooking,
  signInByForm,
  signInHere,
  signUp,
  unique,
} from './people.ts'
import { accept, dialog, main, press, readAs } from './stay.ts'
import { beginInHours } from './time.ts'

/** Requests two nights for a new cat with this name. */
async function request(owner: Person, sitterId: string, cat: string): Promise<Booking> {
  const { id } = await addCat(owner, cat)
  const draft = {
    sitterId,
    service: 'boarding',
    startOn: dayFromToday(20),
    endOn: dayFromToday(22),
    petIds: [id],
  }
  return requestBooking(owner, draft)
}

const card = (page: Page, cat: string) =>
  main(page)
    .getByRole('listitem')
    .filter({ hasText: `for ${cat}` })

/** True if nothing is wider than the window. */
const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

test('a sitter answers requests in place, sees what that leaves of the day, and checks in from Today', async ({
  page,
}) => {
  const [olga, rui, ana, sam] = await Promise.all(
    ['Olga', 'Rui', 'Ana', 'Sam'].map((name) => signUp(unique(name))),
  )
  const town = await findTown('Horta')
  const sitter = await becomeSitter(sam!, town.id, unique('A house by the marina'), [
    { ...boarding, capacity: 3 },
  ])
  const miso = await request(olga!, sitter.id, 'Miso')
  const kiki = await request(rui!, sitter.id, 'Kiki')
  const luna = await request(ana!, sitter.id, 'Luna')

  await page.setViewportSize({ width: 360, height: 740 })
  await signInHere(page, sam!, '/account/requests')
  await expect(main(page).getByRole('heading', { level: 3 })).toHaveText([/Miso/, /Kiki/, /Luna/])
  await expect(card(page, 'Kiki').getByText(/^1 of 3 places taken on .* if you accept$/)).toBeVisible()
  expect(await fits(page)).toBe(true)
  await card(page, 'Miso').getByRole('button', { name: 'Accept booking' }).click()
  await expect(main(page).getByText('Boarding for Miso: Confirmed')).toBeVisible()
  await expect(card(page, 'Miso')).toBeHidden()
  await expect(card(page, 'Kiki').getByText(/^2 of 3 places taken on /)).toBeVisible()
  expect((await readAs(sam!, miso)).status).toBe('confirmed')

  await card(page, 'Kiki').getByRole('button', { name: 'Decline' }).click()
  await dialog(page).getByRole('button', { name: 'Decline the request' }).click()
  await expect(main(page).getByText('Boarding for Kiki: Declined')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await expect(main(page).locator(':focus')).toContainText('Boarding for Kiki: Declined')
  expect((await readAs(sam!, kiki)).status).toBe('declined')

  await beginInHours(miso.id, 0)
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto('/account/today')
  await expect(main(page).getByRole('heading', { name: 'Miso arrives' })).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'Answer the request' })).toBeVisible()
  expect(await fits(page)).toBe(true)
  await press(page, 'Check in')
  await expect(main(page).getByText(/^Checked in at /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Check in' })).toBeHidden()
  await expect.poll(async () => (await readAs(sam!, miso)).status).toBe('in_progress')

  // Accepted elsewhere, it leaves the open page by a live event.
  await expect(main(page).getByRole('link', { name: 'Boarding for Luna' })).toBeVisible()
  await accept(sam!, luna)
  await expect(main(page).getByText('No request is waiting for you.')).toBeVisible()

  for (const [width, height] of [
    [768, 1024],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await fits(page)).toBe(true)
  }
  const places = page.getByRole('navigation', { name: 'Places' })
  const sitting = page.getByRole('navigation', { name: 'Sitting' })
  await expect(sitting.getByRole('link')).toHaveText([
    'Today',
    'Requests',
    'Calendar',
    /^Messages, \d+ unread$/,
    'Earnings',
  ])
  await expect(places).toBeHidden()
  await sitting.getByRole('link', { name: 'Messages' }).click()
  await expect(page).toHaveURL('/account/messages')
  await page.reload()
  await expect(sitting).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'On duty' }).click()
  await expect(page).toHaveURL('/account/on-duty')
  await page.getByRole('button', { name: 'Switch to owner' }).click()
  await expect(page).toHaveURL('/account')
  await expect(places).toBeVisible()
  await expect(sitting).toBeHidden()
  await page.getByRole('button', { name: 'Switch to sitter' }).click()
  await expect(main(page).getByRole('heading', { name: 'Today', exact: true })).toBeFocused()

  // Somebody without a sitter profile on the same device has the owners' bar and no switch.
  await page.goto('/account')
  await main(page).getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await signInHere(page, olga!)
  await expect(places).toBeVisible()
  await expect(sitting).toBeHidden()
  await expect(page.getByRole('button', { name: /^Switch to/ })).toBeHidden()
})

test('the care sheet of a guest stays on the sitter’s side, and the page of an own pet is on the owner’s', async ({
  page,
}) => {
  const [olga, sam, town] = await Promise.all([
    signUp(unique('Olga')),
    signUp(unique('Sam')),
    findTown('Horta'),
  ])
  const sitter = await becomeSitter(sam, town.id, unique('A house above the bay'))
  const own = await addCat(sam, 'Tinto')
  const miso = await request(olga, sitter.id, 'Miso')
  await accept(sam, miso)
  await page.setViewportSize({ width: 360, height: 740 })
  const places = page.getByRole('navigation', { name: 'Places' })
  const sitting = page.getByRole('navigation', { name: 'Sitting' })
  await signInHere(page, sam, '/account/today')
  await expect(sitting).toBeVisible()

  await page.goto(`/account/bookings/${miso.id}`)
  await main(page).locator('a[href*="/account/pets/"]').first().click()
  await expect(main(page).getByRole('heading', { level: 1, name: 'Miso' })).toBeVisible()
  await expect(sitting).toBeVisible()
  await expect(places).toBeHidden()
  await page.reload()
  await expect(main(page).getByRole('heading', { level: 1, name: 'Miso' })).toBeVisible()
  await expect(sitting).toBeVisible()
  await expect(places).toBeHidden()

  await page.goto(`/account/pets/${own.id}`)
  await expect(main(page).getByRole('heading', { level: 1, name: 'Tinto' })).toBeVisible()
  await expect(places).toBeVisible()
  await expect(sitting).toBeHidden()
})

test('after a sitter has signed in on a new device, their next page appears with the sitter’s navigation', async ({
  page,
}) => {
  const sam = await signUp(unique('Sam'))
  const town = await findTown('Tomar')
  await becomeSitter(sam, town.id, 'A house by the river')
  // Records whose navigation the page with the header has when it appears.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('#header-slot')) return
      observer.disconnect()
      const { dataset } = document.documentElement
      dataset['modeAtFirst'] = dataset['mode'] ?? 'none'
    }).observe(document, { childList: true, subtree: true })
  })
  await signInByForm(page, sam, '/account/today')
  await expect(page.locator('html')).toHaveAttribute('data-mode-at-first', 'sitter')
})
