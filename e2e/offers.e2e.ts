import { expect, test } from '@playwright/test'
import { Booking, listBookings, Quote } from '#contract/bookings/bookings.ts'
import { Sitter } from '#contract/sitters/sitters.ts'
import {
  addCat,
  as,
  becomeSitter,
  dayFromToday,
  findTown,
  mailTo,
  signInHere,
  signUp,
  unique,
  untilFound,
} from './people.ts'
import { dialog, euros, history, main, openAs, press, status, twoPeople, typeDay } from './stay.ts'

const boarding = (base: number) => [
  { service: 'boarding', rates: { base, extraPet: 10_00 }, capacity: 1, maxPets: 2, policy: 'flexible' },
]
const stay = (days: number) => `service=boarding&start=${dayFromToday(days)}&end=${dayFromToday(days + 2)}`

test('a sitter answers a question with a discounted offer for proposed days, which the owner accepts', async ({
  page,
  browser,
}) => {
  const [olga, sam] = await Promise.all([signUp(unique('Olga')), signUp(unique('Sam'))])
  const town = await findTown('Horta')
  const [sitter] = await Promise.all([
    becomeSitter(sam, town.id, unique('A garden above the bay'), boarding(30_00)),
    addCat(olga, 'Miso'),
  ])
  await signInHere(page, olga, `/sitters/${sitter.id}`)
  await page.mouse.move(5, 5)
  await press(page, 'Ask Sam a question')
  const asking = page.getByRole('dialog', { name: 'Ask Sam a question' })
  await asking.getByRole('button', { name: 'Send the question' }).click()
  await expect(asking.getByRole('alert')).toContainText('Write what you would like to know')
  await expect(asking.getByRole('checkbox', { name: 'Miso' })).toBeChecked()
  await asking.getByLabel('Your question').fill('Is there a door to the garden?')
  await asking.getByRole('button', { name: 'Send the question' }).click()
  await status(page, 'Question')
  await expect(main(page)).toContainText('Your question to Sam has been sent.')
  await expect(main(page)).toContainText('Days not decided yet')
  const path = new URL(page.url()).pathname
  expect((await mailTo(sam.email, /has a question for you/)).text).toContain('Is there a door to the garden?')

  const samPage = await openAs(browser, sam, path)
  await press(samPage, 'Make an offer')
  const offering = dialog(samPage)
  await press(samPage, 'Send the offer')
  await expect(offering.getByRole('alert')).toContainText('Choose the days and wait for the price')
  await typeDay(offering, 'Drop-off', 30)
  await typeDay(offering, 'Pick-up', 32)
  await offering.getByLabel(/^Discount/).fill('6')
  await expect(offering).toContainText('You receive€48.60')
  await expect(offering).toContainText('The owner pays €59.40.')
  await offering.getByLabel(/^A few words to Olga/).fill('There is, and it is open all day.')
  await press(samPage, 'Send the offer')
  await status(samPage, 'Offer sent')

  await page.goto(path)
  await status(page, 'Offer to answer')
  await expect(main(page)).toContainText('There is, and it is open all day.')
  await expect(page.getByRole('row', { name: /^You pay/ })).toContainText('€59.40')
  await press(page, 'Accept the offer')
  await expect(dialog(page).getByRole('button', { name: 'Not yet' })).toBeFocused()
  await press(page, 'Accept for €59.40')
  await status(page, 'Confirmed')
  await expect(history(page)).toContainText('accepted the offer and the booking is confirmed')
  await samPage.reload()
  await status(samPage, 'Confirmed')
  await samPage.context().close()
})

test('a sitter offers new dates from a declined request, and the owner accepts them', async ({
  page,
  browser,
}) => {
  const { olga, sam, booking, path } = await twoPeople(24)
  const { id, version } = booking
  await as(sam, Booking).put('/v1/bookings', { id, version, event: 'decline', reason: 'dates' })
  const terms = { startOn: dayFromToday(40), endOn: dayFromToday(42), discount: 10_00 }
  const quote = await as(sam, Quote).post(`/v1/bookings/${id}/calculate-offer`, terms)
  const total = euros(quote.total)
  const samPage = await openAs(browser, sam, path)
  await press(samPage, 'Offer new dates')
  const offering = dialog(samPage)
  await typeDay(offering, 'Drop-off', 40)
  await typeDay(offering, 'Pick-up', 42)
  await offering.getByLabel(/^Discount/).fill('10')
  await expect(offering).toContainText(`The owner pays ${total}.`)
  await press(samPage, 'Send the offer')
  await status(samPage, 'Offer sent')
  const offered = new URL(samPage.url()).pathname
  expect(offered).not.toBe(path)
  await samPage.context().close()
  expect((await mailTo(olga.email, /has made you an offer/)).text).toContain('Miso')

  await signInHere(page, olga, offered)
  await status(page, 'Offer to answer')
  await expect(main(page)).toContainText('offers you these days without a request')
  await press(page, 'Accept the offer')
  await press(page, `Accept for ${total}`)
  await status(page, 'Confirmed')
})

test('a sitter enables instant booking for everyone, and an owner uses it', async ({ page, browser }) => {
  const [olga, sam] = await Promise.all([signUp(unique('Olga')), signUp(unique('Sam'))])
  const town = await findTown('Horta')
  const [sitter] = await Promise.all([
    becomeSitter(sam, town.id, unique('A house by the marina'), boarding(25_00)),
    addCat(olga, 'Miso'),
  ])
  const samPage = await openAs(browser, sam, `/account/sitters/${sitter.id}?tab=services`)
  await samPage.getByText('Everybody', { exact: true }).click()
  await press(samPage, 'Save')
  await expect
    .poll(async () => (await as(sam, Sitter).get(`/v1/sitters/by-id/${sitter.id}`)).instantBooking)
    .toBe('everyone')
  await samPage.context().close()

  await signInHere(page, olga, `/sitters/${sitter.id}?${stay(25)}`)
  await page.mouse.move(5, 5)
  await expect(main(page)).toContainText('Books at once')
  await page.locator('#book').getByRole('link', { name: 'Book now' }).click()
  await expect(page.getByRole('dialog', { name: 'Check your booking' })).toContainText('confirmed at once')
  await press(page, 'Book now, €55.00')
  await status(page, 'Confirmed')
  await expect(main(page)).toContainText('You have booked Sam.')
  await expect(history(page)).toContainText('booked instantly and the booking is confirmed')
  expect((await mailTo(sam.email, /has booked you/)).text).toContain('Miso')
})

test('a declined owner sends requests to several other sitters in one step', async ({ page }) => {
  const { olga, sam, booking, town, path } = await twoPeople(22)
  const others = await Promise.all(['Mia', 'Noah', 'Zoe'].map((name) => signUp(unique(name))))
  const sitters = await Promise.all(
    others.map((person) => becomeSitter(person, town.id, unique('A house near the lake'), boarding(28_00))),
  )
  for (const sitter of sitters) await untilFound(sitter, town.id)
  const { id, version } = booking
  await as(sam, Booking).put('/v1/bookings', { id, version, event: 'decline', reason: 'full' })
  await signInHere(page, olga, path)
  await status(page, 'Declined')
  const choices = page.getByRole('group', { name: /free$/ }).getByRole('checkbox')
  await expect(choices).toHaveCount(3)
  await choices.first().uncheck()
  await press(page, 'Ask these 2 sitters')
  await expect(main(page)).toContainText(/You have asked \p{L}+ and \p{L}+\./u)
  const { items } = await as(olga, listBookings.response).get(
    `/v1/accounts/${olga.accountId}/bookings?scope=requests`,
  )
  expect(items).toHaveLength(2)
  await choices.first().check()
  await press(page, 'Ask this sitter')
  await expect(choices).toHaveCount(0)
})
