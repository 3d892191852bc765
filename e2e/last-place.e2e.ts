import { expect, test } from '@playwright/test'
import { Sitter } from '#contract/sitters/sitters.ts'
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
  untilFound,
  withoutStream,
} from './people.ts'

const stay = { service: 'boarding', startOn: dayFromToday(60), endOn: dayFromToday(63) }
const shown = `service=boarding&start=${stay.startOn}&end=${stay.endOn}`

async function request(owner: Person, sitterId: string, petId: string): Promise<{ id: string }> {
  const draft = { sitterId, ...stay, petIds: [petId] }
  return requestBooking(owner, draft)
}

/** A sitter in a town without other bookings, and two owners with a cat each. */
async function threePeople() {
  const name = unique('Carol')
  const [sitting, first, second] = await Promise.all([
    signUp(name),
    signUp(unique('First')),
    signUp(unique('Second')),
  ])
  const town = await findTown('Vestmannaeyjar')
  const sitter = await becomeSitter(sitting, town.id, unique('A house below the volcano'))
  await untilFound(sitter, town.id)
  const [firstCat, secondCat] = await Promise.all([addCat(first, 'Nero'), addCat(second, 'Hekla')])
  return { sitting, sitter, town, first, firstCat, second, secondCat, name: name.split(' ')[0]! }
}

test('an owner who loses the last place keeps the form, sees why and can find other sitters', async ({
  page,
}) => {
  const { sitting, sitter, town, first, firstCat, second, secondCat, name } = await threePeople()
  await signInHere(page, second, `/sitters/${sitter.id}?${shown}&petIds=${secondCat.id}`)
  const box = page.getByRole('complementary', { name: 'Price and request' })
  await expect(box.getByRole('checkbox', { name: 'Hekla' })).toBeChecked()
  await box.getByRole('link', { name: 'Request to book' }).click()
  const check = page.getByRole('dialog', { name: 'Check your request' })
  await check.getByLabel(`A few words to ${name}`).fill('Hekla is shy.')

  const booking = await request(first, sitter.id, firstCat.id)
  await as(sitting).put('/v1/bookings', { id: booking.id, version: 1, event: 'accept' })

  await check.getByRole('button', { name: /^Send request/ }).click()
  const refusal = check.getByRole('alert').filter({ hasText: 'Somebody else booked first' })
  await expect(refusal).toBeFocused()
  await expect(refusal).toContainText(/no longer free on .* Nothing has been sent/)
  await expect(check.getByLabel(`A few words to ${name}`)).toHaveValue('Hekla is shy.')
  await check.getByRole('link', { name: 'See other sitters who are free on these days' }).click()
  await expect(page).toHaveURL(
    (url) => url.pathname === '/sitters' && url.search.includes(`place=${town.id}`),
  )
  await expect(page.locator(`#main a[href*="${sitter.id}"]`)).toHaveCount(0)
})

test('the sitter can accept only one of two requests for the last place, and the other is declined', async ({
  page,
}) => {
  const { sitting, sitter, first, firstCat, second, secondCat } = await threePeople()
  const early = await request(first, sitter.id, firstCat.id)
  const other = await request(second, sitter.id, secondCat.id)
  // Without live events, which would remove the button first.
  await withoutStream(page)
  await signInHere(page, sitting, `/account/bookings/${other.id}`)
  await as(sitting).put('/v1/bookings', { id: early.id, version: 1, event: 'accept' })
  await page.getByRole('button', { name: 'Accept booking' }).click()
  await expect(page.getByText('This booking changed in the meantime, so nothing was sent')).toBeVisible()
  await expect(page.getByText('Declined', { exact: true })).toBeVisible()
  await expect(page.locator('#main')).toContainText('the days are full')
  await expect(page.getByText('Confirmed')).toHaveCount(0)
})

test('the booking box of a fully booked sitter says so and links to others', async ({ page }) => {
  const { sitting, sitter, first, firstCat, name } = await threePeople()
  const booking = await request(first, sitter.id, firstCat.id)
  await as(sitting).put('/v1/bookings', { id: booking.id, version: 1, event: 'accept' })
  await page.goto(`/sitters/${sitter.id}?${shown}&pets=cat:4`)
  await expect(page.locator('#box-problem')).toContainText(`${name} is not free on all of these days`)
  await expect(page.getByRole('link', { name: 'See who is free then' })).toBeVisible()
})

test('a changed price must be confirmed before the request is sent', async ({ page }) => {
  const { sitting, sitter, town, second, secondCat } = await threePeople()
  await signInHere(page, second, `/sitters/${sitter.id}?${shown}&petIds=${secondCat.id}`)
  const box = page.getByRole('complementary', { name: 'Price and request' })
  await expect(box.getByRole('checkbox', { name: 'Hekla' })).toBeChecked()
  await box.getByRole('link', { name: 'Request to book' }).click()
  const check = page.getByRole('dialog', { name: 'Check your request' })
  const send = check.getByRole('button', { name: /^Send request, / })
  const before = await send.textContent()

  const { version, headline, bio, services } = await as(sitting, Sitter).get(`/v1/sitters/by-id/${sitter.id}`)
  // The server computes the price with the fee; it cannot be set.
  const { unitPrice, ...care } = services[0]!
  expect(unitPrice).toBeGreaterThan(care.rates.base)
  await as(sitting).put(`/v1/sitters/${sitter.id}`, {
    version,
    headline,
    bio,
    placeId: town.id,
    status: 'published',
    services: [{ ...care, rates: { ...care.rates, base: 41_00 } }],
  })

  await send.click()
  const changed = page.getByRole('alertdialog', { name: 'The price has changed' })
  await expect(changed).toContainText('Nothing has been sent')
  await expect(changed.getByRole('button', { name: 'Not now' })).toBeFocused()
  const agree = changed.getByRole('button', { name: /^Send at / })
  expect(await agree.textContent()).not.toContain(before!.replace('Send request, ', ''))
  await agree.click()
  await expect(page).toHaveURL(/\/account\/bookings\/[0-9a-f-]{36}\?sent=1$/)
  await expect(page.getByText(/^Your request to \w+ has been sent\. Its number is/)).toBeVisible()
})
