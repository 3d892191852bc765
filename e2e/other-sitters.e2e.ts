import { expect, test } from '@playwright/test'
import { listBookings } from '#contract/bookings/bookings.ts'
import {
  addCat,
  as,
  becomeSitter,
  dayFromToday,
  findTown,
  requestBooking,
  signInHere,
  signUp,
  unique,
  untilFound,
} from './people.ts'
import { accept, main, press } from './stay.ts'

test('after a sitter cancels, the owner can ask three available sitters with one click', async ({ page }) => {
  const [olga, town, ...sitters] = await Promise.all([
    signUp(unique('Olga')),
    // A town in which no other test has bookings.
    findTown('Angra do Heroísmo'),
    ...['Sam', 'Ines', 'Rui', 'Eva'].map((name) => signUp(unique(name))),
  ])
  const [cat, first, ...others] = await Promise.all([
    addCat(olga, 'Miso'),
    ...sitters.map((person) => becomeSitter(person, town.id, unique('A house by the bay'))),
  ])
  const draft = {
    sitterId: first!.id,
    service: 'boarding',
    startOn: dayFromToday(30),
    endOn: dayFromToday(32),
    petIds: [cat.id],
  }
  const booking = await requestBooking(olga, draft)
  const { id, version } = await accept(sitters[0]!, booking)
  await as(sitters[0]!).put('/v1/bookings', {
    id,
    version,
    event: 'cancel_by_sitter',
    reason: 'I have fallen ill.',
  })
  await Promise.all(others.map((sitter) => untilFound(sitter, town.id)))

  await signInHere(page, olga, `/account/bookings/${id}`)
  const free = main(page).getByRole('group', { name: 'Other sitters who are free' })
  await expect(free.getByRole('checkbox', { checked: true })).toHaveCount(3)
  await press(page, 'Ask these 3 sitters')
  await expect(main(page).getByText(/^You have asked \w+, \w+ and \w+\.$/)).toBeVisible()
  await page.getByRole('link', { name: 'All your requests' }).click()
  await expect(page).toHaveURL(/scope=requests/)
  const { items } = await as(olga, listBookings.response).get(
    `/v1/accounts/${olga.accountId}/bookings?scope=requests`,
  )
  expect(items.map(({ status }) => status)).toEqual(['requested', 'requested', 'requested'])
})
