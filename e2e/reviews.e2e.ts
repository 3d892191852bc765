import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { z } from 'zod'
import { Pet } from '#contract/pets.ts'
import { Sitter } from '#contract/sitters/sitters.ts'
import {
  addCat,
  as,
  becomeSitter,
  boarding,
  dayFromToday,
  findTown,
  isComplete,
  type Person,
  requestBooking,
  signInHere,
  signUp,
  unique,
} from './people.ts'
import { accept, main, readAs } from './stay.ts'
import { beginInHours, inDatabase } from './time.ts'

type Stay = { sitter: { id: string }; pets: { id: string }[]; startIn: number }

/** Requests, begins and finishes a stay of two nights, as if it had just ended. */
async function finishStay(olga: Person, sam: Person, { sitter, pets, startIn }: Stay) {
  const booking = await requestBooking(olga, {
    sitterId: sitter.id,
    service: 'boarding',
    startOn: dayFromToday(startIn),
    endOn: dayFromToday(startIn + 2),
    petIds: pets.map(({ id }) => id),
  })
  await accept(sam, booking)
  const step = async (event: string) => {
    const { id, version } = await readAs(sam, booking)
    await as(sam).put('/v1/bookings', { id, version, event })
  }
  await beginInHours(booking.id, 1)
  await step('check_in')
  await beginInHours(booking.id, -50)
  await step('check_out')
  return booking
}

const Written = z.object({ id: z.string(), published: z.boolean() })
const texts = {
  cat: 'Miso ate well and slept on the window seat all day.',
  dog: 'Rex pulled on the lead and came home rather tired.',
  both: 'Miso and Rex shared the sofa as if they lived there.',
  rabbit: 'Clover had the whole garden and a hutch of her own.',
}
const reply = 'Thank you, Olga. I have bought a shorter lead since.'

/** A sitter with four published reviews: their kinds of pets, stars, and how many days ago they were published. */
async function reviewedSitter() {
  const [olga, sam, town] = await Promise.all([
    signUp(unique('Olga')),
    signUp(unique('Sam')),
    findTown('Peniche'),
  ])
  // All stays are moved to the same days.
  const services = [{ ...boarding, capacity: 5, maxPets: 2, accepts: { species: ['cat', 'dog', 'rabbit'] } }]
  const [sitter, cat, dog, rabbit] = await Promise.all([
    becomeSitter(sam, town.id, unique('A garden by the sea'), services, 5),
    addCat(olga, 'Miso'),
    as(olga, Pet).post('/v1/pets', { name: 'Rex', species: 'dog', birthOn: '2020-05-01', weightKg: 12 }),
    as(olga, Pet).post('/v1/pets', {
      name: 'Clover',
      species: 'rabbit',
      birthOn: '2022-05-01',
      weightKg: 2,
    }),
  ])
  const stays = [
    { pets: [cat], overall: 5, text: texts.cat, daysAgo: 3 },
    { pets: [dog], overall: 3, text: texts.dog, daysAgo: 1 },
    { pets: [cat, dog], overall: 5, text: texts.both, daysAgo: 7 },
    { pets: [rabbit], overall: 5, text: texts.rabbit, daysAgo: 5 },
  ]
  for (const [index, { pets, overall, text, daysAgo }] of stays.entries()) {
    const booking = await finishStay(olga, sam, { sitter, pets, startIn: 20 + 5 * index })
    await as(sam).post('/v1/reviews', {
      bookingId: booking.id,
      overall: 5,
      text: 'Everything was explained well.',
    })
    const written = await as(olga, Written).post('/v1/reviews', { bookingId: booking.id, overall, text })
    expect(written.published).toBe(true)
    if (text === texts.dog) await as(sam).post(`/v1/reviews/${written.id}/reply`, { text: reply })
    await inDatabase((client) =>
      client.query(`update review set published_at = published_at - $2::interval where booking_id = $1`, [
        booking.id,
        `${daysAgo} days`,
      ]),
    )
  }
  // A job counts the reviews of a sitter after their publication.
  const counted = async () => (await as(olga, Sitter).get(`/v1/sitters/by-id/${sitter.id}`)).rating.count
  await expect.poll(counted).toBe(4)
  return sitter
}

test('reviews agree with their count and average, are newest first and by kind of pet, with the sitter’s reply', async ({
  page,
}) => {
  const { id } = await reviewedSitter()
  await page.goto(`/sitters/${id}`, { waitUntil: 'networkidle' })
  await isComplete(page)
  const section = main(page).getByRole('region', { name: 'Reviews' })
  const entries = section.locator('ol > li')
  await expect(section.getByText('4 reviews', { exact: true })).toBeVisible()
  await expect(section.locator('.heading.figures')).toHaveText('4.5')
  const newestFirst = [texts.dog, texts.cat, texts.rabbit, texts.both]
  await expect(entries).toHaveCount(4)
  for (const [index, text] of newestFirst.entries()) await expect(entries.nth(index)).toContainText(text)
  const answered = entries.filter({ hasText: 'answered' })
  await expect(answered).toHaveCount(1)
  await expect(answered).toContainText(texts.dog)
  await expect(answered).toContainText(/Sam [A-Z]\. answered/)
  await expect(answered).toContainText(reply)

  const kinds = section.getByRole('list', { name: 'Reviews by kind of pet' })
  await kinds.getByRole('link', { name: 'Cats' }).click()
  await expect(entries).toHaveCount(2)
  await expect(entries.nth(0)).toContainText(texts.cat)
  await expect(entries.nth(1)).toContainText(texts.both)
  await expect(section.locator('.heading.figures')).toHaveText('4.5')
  await kinds.getByRole('link', { name: 'All' }).click()
  await expect(entries).toHaveCount(4)
})

test('an owner reviews a sitter on a phone, sees that it was sent, and others see the owner’s photo beside it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const [olga, sam, town] = await Promise.all([
    signUp(unique('Olga')),
    signUp(unique('Sam')),
    findTown('Peniche'),
  ])
  const [sitter, cat] = await Promise.all([
    becomeSitter(sam, town.id, unique('A garden by the sea')),
    addCat(olga, 'Miso'),
  ])
  const booking = await finishStay(olga, sam, { sitter, pets: [cat], startIn: 20 })
  await as(sam).post('/v1/reviews', {
    bookingId: booking.id,
    overall: 5,
    text: 'Everything was explained well.',
  })

  await signInHere(page, olga, '/account/profile')
  const photo = await sharp({ create: { width: 600, height: 900, channels: 3, background: '#c03020' } })
    .jpeg()
    .toBuffer()
  await main(page)
    .getByLabel('Choose a photo of yourself')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: photo })
  await page.getByRole('button', { name: 'Use this' }).click()
  await expect(main(page).getByRole('button', { name: 'Change your photo' })).toBeVisible()

  await page.goto(`/account/bookings/${booking.id}`)
  await main(page).getByRole('button', { name: 'Review Sam' }).click()
  for (const stars of await main(page)
    .getByRole('radio', { name: /^5 of 5/ })
    .all())
    await stars.check({ force: true })
  await main(page).getByLabel('What others should know').fill(texts.cat)
  await main(page).getByRole('button', { name: 'Send the review' }).click()
  await expect(main(page).getByText('Thank you. Both reviews are public now.')).toBeInViewport()
  // Bookings with more below the form would keep a position from which the thanks are out of sight.
  expect(await page.evaluate(() => scrollY)).toBe(0)

  await page.goto(`/sitters/${sitter.id}`)
  const review = main(page).getByRole('region', { name: 'Reviews' }).getByRole('listitem').filter({
    hasText: texts.cat,
  })
  await expect(review.locator('img.face')).toBeVisible()
})
