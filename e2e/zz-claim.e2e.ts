import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { addCat, as, becomeSitter, dayFromToday, findTown, signInHere, signUp, unique } from './people.ts'
import { accept, type Booking, openAs } from './stay.ts'
import { beginInHours } from './time.ts'

test('claim and handover', async ({ page, browser }) => {
  const [olga, sam] = await Promise.all([signUp(unique('Olga')), signUp(unique('Sam'))])
  const town = await findTown('Ponta Delgada')
  const service = {
    service: 'drop_in',
    rates: { base: 20_00, minutes60Extra: 10_00 },
    capacity: 4,
    maxPets: 1,
  }
  const sitter = await becomeSitter(sam, town.id, unique('Visits'), [service])
  const cat = await addCat(olga, 'Miso')
  const draft = {
    sitterId: sitter.id,
    service: 'drop_in',
    visits: [{ on: dayFromToday(3), time: '09:00', minutes: 60 }],
    petIds: [cat.id],
  }
  const { quoteHash } = await as(olga).post<{ quoteHash: string }>('/v1/bookings/calculate-cost', draft)
  const booking = await as(olga).post<Booking>('/v1/bookings', { ...draft, quoteHash })
  await accept(sam, booking)
  await beginInHours(booking.id, -0.9)
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const id = () => randomUUID()
  await as(sam).post(`/v1/bookings/${booking.id}/report-cards`, {
    entries: [
      { id: id(), happenedAt: at(50), kind: 'arrive', unit: 0 },
      { id: id(), happenedAt: at(48), kind: 'note', unit: 0, text: 'Miso was asleep on the sill.' },
      { id: id(), happenedAt: at(40), kind: 'toilet', unit: 0, what: 'pee' },
      { id: id(), happenedAt: at(30), kind: 'leave', unit: 0 },
      {
        id: id(),
        happenedAt: at(49),
        kind: 'handover',
        moment: 'drop_off',
        items: 'Two keys, one bag of food',
        condition: 'Bright and hungry',
        givenBy: 'Olga',
        takenBy: 'Sam',
      },
    ],
  })
  await page.setViewportSize({ width: 360, height: 800 })
  await signInHere(page, olga, `/account/bookings/${booking.id}`)
  await expect(page.getByText('Miso was asleep')).toBeVisible()
  await page.waitForTimeout(1500)
  await page.screenshot({ path: '/tmp/shots/claim-360.png', fullPage: true })
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.waitForTimeout(800)
  await page.screenshot({ path: '/tmp/shots/claim-1280.png', fullPage: true })
  await page.emulateMedia({ colorScheme: 'light' })
  await page
    .getByRole('button', { name: /laim|back/ })
    .first()
    .click()
  await page.waitForTimeout(1500)
  await page.screenshot({ path: '/tmp/shots/claim2-1280.png', fullPage: true })
  const his = await openAs(browser, sam, `/account/bookings/${booking.id}/care`)
  await his.setViewportSize({ width: 360, height: 800 })
  await his.waitForTimeout(1500)
  await his.screenshot({ path: '/tmp/shots/care-360.png', fullPage: true })
})
