import { expect, type Page, test } from '@playwright/test'
import { as, signInHere } from './people.ts'
import { accept, history, main, press, readAs, status, twoPeople, unfold } from './stay.ts'

const next = (page: Page) => main(page).getByRole('region', { name: 'What is next' })
const cancelButton = (page: Page) => page.getByRole('button', { name: 'Cancel booking' })

test('a confirmed booking begins with one main action on a phone; cancelling is folded, the history is last', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { olga, sam, booking, path } = await twoPeople(20)
  await accept(sam, booking)
  await signInHere(page, olga, path)

  await expect(next(page).getByRole('link').first()).toHaveText('Write to Sam')
  await expect(next(page).getByRole('link').first()).toBeInViewport({ ratio: 1 })
  await expect(cancelButton(page)).toBeHidden()
  await expect(page.getByRole('slider', { name: /^When would you/ })).toBeHidden()
  await unfold(page, 'If you cancel')
  await expect(cancelButton(page)).toBeVisible()
  await expect(page.getByRole('slider', { name: /^When would you/ })).toBeVisible()
  await expect(main(page).getByRole('region').last()).toHaveAccessibleName('What happened')
  await expect(history(page)).toBeVisible()
})

test('a booking in another time zone shows its times in one zone, and in the other when asked', async ({
  page,
}) => {
  // The clocks of the Azores are an hour behind those of Lisbon, where the reader is.
  const { olga, booking, path } = await twoPeople(20)
  await signInHere(page, olga, path)
  const deadline = main(page).locator('header time')
  const there = (await deadline.textContent())!
  const when = main(page).getByRole('region', { name: 'When' })
  await expect(when).toContainText(booking.startTime)
  await expect(main(page)).not.toContainText('Lisbon time.')

  await press(page, 'Show Lisbon time')
  await expect(main(page).locator('header')).toContainText('All times are Lisbon time.')
  await expect(deadline).not.toHaveText(there)
  await expect(when).toContainText('Lisbon time.')
  await expect(history(page)).toContainText('Times are Lisbon time.')
  await expect(main(page)).not.toContainText('Azores time.')
  await press(page, 'Show Azores time')
  await expect(deadline).toHaveText(there)
})

test('after a cancellation, the same sitter can be booked again for the same pet, from the page and the list', async ({
  page,
}) => {
  const { olga, sam, sitter, booking, path } = await twoPeople(20)
  const { id, version } = await accept(sam, booking)
  const { refundNow } = await readAs(olga, booking)
  const previewHash = refundNow!.previewHash
  await as(olga).put('/v1/bookings', { id, version, event: 'cancel', reason: null, previewHash })
  await signInHere(page, olga, path)
  await status(page, 'Cancelled')
  await expect(next(page).getByRole('link').first()).toHaveText('Other sitters for the same days')

  const box = page.getByRole('complementary', { name: 'Price and request' })
  for (const from of [path, '/account/bookings?scope=past']) {
    await page.goto(from)
    await main(page).getByRole('link', { name: 'Book again' }).click()
    await expect(page).toHaveURL((url) => url.pathname === `/sitters/${sitter.id}`)
    await expect(box.getByRole('checkbox', { name: 'Miso' })).toBeChecked()
    expect(new URL(page.url()).searchParams.get('start')).toBeNull()
  }
})
