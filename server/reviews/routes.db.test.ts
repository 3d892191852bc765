import { expect, test } from 'vitest'
import { servePublic } from '#server/files/serve-commands.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { publishReviews, removeReview } from '#server/reviews/commands.ts'
import { listSitterReviews } from '#server/sitters/commands.ts'
import { bookingFixture, completedWeekend, refusalOf, weekend } from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { storePhoto } from '#test/file-calls.ts'
import { refusalCodesOf } from '#test/invoke.ts'

const at = (instant: string) => new Date(instant)
const missing = 'ffffffff-ffff-7fff-8fff-ffffffffffff'

/** Rex’s weekend at Sam’s is over. */
async function afterwards() {
  const fixture = await bookingFixture()
  const { deps } = fixture
  const booking = await completedWeekend(fixture)
  deps.jobs.length = 0
  return { ...fixture, booking }
}

test('reviews stay hidden until both sides have written', async () => {
  const { db, deps, booking, sitterId, review, show } = await afterwards()
  const hiddenCount = async () =>
    (await db.selectFrom('review').select('id').where('published_at', 'is', null).execute()).length

  expect(await review(olga, booking, { ratings: { care: 5, home: 4 } })).toMatchObject({ published: false })
  expect(await hiddenCount()).toBe(1)
  expect(deps.jobs).toEqual([
    { name: 'bookings.notify', payload: { bookingId: booking.id, event: 'review', to: 'sitter' } },
    { name: 'sitters.refresh-figures', payload: { sitterId } },
  ])
  expect(await review(sam, booking, { ratings: { punctuality: 5 } })).toMatchObject({ published: true })
  expect(await hiddenCount()).toBe(0)
  const seen = await show(olga, booking)
  expect(seen).toMatchObject({ reviewable: false, version: booking.version })
  expect(seen.timeline.slice(-3).map(({ event, by, detail }) => [event, by, detail])).toEqual([
    ['review', 'owner', 'Olga wrote a review'],
    ['review', 'sitter', 'Sam wrote a review'],
    ['publish_reviews', 'system', 'The reviews of the booking are public'],
  ])
})

test('a one-sided review is published once when the window ends, even by three concurrent runs', async () => {
  const { db, deps, booking, sitterId, review } = await afterwards()
  await review(olga, booking)
  deps.clock.set(at('2026-12-27T10:59:59.999Z'))
  expect(await publishReviews(deps)).toEqual({ published: 0 })
  deps.clock.set(at('2026-12-27T11:00:00Z'))
  deps.jobs.length = 0

  const runs = await Promise.all([publishReviews(deps), publishReviews(deps), publishReviews(deps)])

  expect(runs.reduce((sum, { published }) => sum + published, 0)).toBe(1)
  const payloadTo = (to: string) => ({
    bookingId: booking.id,
    event: 'publish_reviews',
    to,
    idx: expect.any(Number),
  })
  expect(deps.jobs).toEqual([
    { name: 'bookings.notify', payload: payloadTo('owner') },
    { name: 'bookings.notify', payload: payloadTo('sitter') },
    { name: 'sitters.refresh-figures', payload: { sitterId } },
  ])
  const { published_at: publishedAt } = await db
    .selectFrom('review')
    .select('published_at')
    .executeTakeFirstOrThrow()
  expect(publishedAt).toEqual(at('2026-12-27T11:00:00Z'))
  expect(await publishReviews(deps)).toEqual({ published: 0 })
})

test('reviews submitted concurrently by both sides are both published', async () => {
  const { db, booking, review } = await afterwards()
  const answers = await Promise.all([review(olga, booking), review(sam, booking)])
  expect(answers.map(({ published }) => published).sort()).toEqual([false, true])
  const hidden = await db.selectFrom('review').select('id').where('published_at', 'is', null).execute()
  expect(hidden).toEqual([])
})

test('a review before completion, a second one and one after the window are refused', async () => {
  const fixture = await bookingFixture()
  const open = await fixture.request(olga, weekend(fixture))
  expect(await refusalOf(fixture.review(olga, open))).toMatchObject({
    code: 'review-not-allowed',
    status: 422,
    detail: 'A booking can be reviewed once it is completed.',
  })
  const { deps, booking, review } = await afterwards()
  await review(olga, booking)
  expect(await refusalOf(review(olga, booking))).toMatchObject({
    code: 'review-not-allowed',
    detail: 'You have already reviewed this booking.',
  })
  deps.clock.set(at('2026-12-27T11:00:00Z'))
  expect(await refusalOf(review(sam, booking))).toMatchObject({ code: 'review-not-allowed' })
})

test('of 64 concurrent reviews by one person, one is stored', async () => {
  const { db, booking, review } = await afterwards()
  const answers = await Promise.allSettled(Array.from({ length: 64 }, () => review(olga, booking)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(new Set(refusalCodesOf(answers))).toEqual(new Set(['review-not-allowed']))
  expect(await db.selectFrom('review').select('id').execute()).toHaveLength(1)
})

test('the owner, but not the sitter, can review a booking that the sitter cancelled late', async () => {
  const fixture = await bookingFixture()
  const { deps, request, act, review } = fixture
  const booking = await act(sam, await request(olga, weekend(fixture)), 'accept')
  deps.clock.set(at('2026-12-11T09:00:00Z'))
  const cancelled = await act(sam, booking, 'cancel_by_sitter', { reason: 'I am ill.' })
  expect(cancelled).toMatchObject({ status: 'cancelled', reviewable: false })
  expect(await review(olga, booking)).toMatchObject({ published: false })
  expect(await refusalOf(review(sam, booking))).toMatchObject({ code: 'review-not-allowed' })
})

test('foreign ratings, stars out of range, short texts and unknown fields are refused', async () => {
  const { booking, review } = await afterwards()
  const bad: [object, string][] = [
    [{ ratings: { punctuality: 5 } }, 'ratings.punctuality'],
    [{ ratings: { care: 6 } }, 'ratings.care'],
    [{ overall: 0 }, 'overall'],
    [{ text: 'Too short' }, 'text'],
    [{ publishedAt: '2026-12-13T11:00:00Z' }, 'publishedAt'],
  ]
  for (const [change, path] of bad)
    expect(await refusalOf(review(olga, booking, change))).toMatchObject({
      code: 'request-invalid',
      errors: [{ path }],
    })
})

test('the reviewed person can reply once, within 30 days; for others the review is not found', async () => {
  const { deps, booking, review, reply } = await afterwards()
  const { id } = await review(olga, booking)
  const none = await refusalOf(reply(sam, missing, 'Thank you.'))
  expect(await refusalOf(reply(sam, id, 'Thank you.'))).toEqual(none)
  await review(sam, booking)
  expect(await refusalOf(reply(eve, id, 'Thank you.'))).toEqual(none)
  expect(await refusalOf(reply(olga, id, 'Thank you.'))).toEqual(none)

  expect(await reply(sam, id, 'Rex is welcome any time.')).toMatchObject({
    id,
    reply: 'Rex is welcome any time.',
    by: 'Olga',
    species: ['dog'],
    service: 'boarding',
    on: '2026-12-13',
  })
  expect(await refusalOf(reply(sam, id, 'Again.'))).toMatchObject({ code: 'review-not-allowed' })

  const other = await afterwards()
  const second = await other.review(olga, other.booking)
  await other.review(sam, other.booking)
  other.deps.clock.set(at('2027-01-12T11:00:01Z'))
  expect(await refusalOf(other.reply(sam, second.id, 'Thank you.'))).toMatchObject({
    code: 'review-not-allowed',
  })
  expect(deps.now()).toEqual(at('2026-12-13T11:00:00Z'))
})

test('photos of a review are public only from its publication until its removal', async () => {
  const { db, deps, booking, sitterId, review } = await afterwards()
  const photoId = await storePhoto(deps, olga, 'review')
  const foreign = await storePhoto(deps, sam, 'review', 20)
  expect((await refusalOf(review(olga, booking, { photoIds: [foreign] }))).code).toBe('file-not-found')
  await review(olga, booking, { photoIds: [photoId] })
  const { hash } = await db
    .selectFrom('file')
    .select('hash')
    .where('id', '=', photoId)
    .executeTakeFirstOrThrow()
  const served = async () => {
    const { type } = await servePublic(deps, hash!, '64.webp')
    return type
  }
  const shown = async () =>
    (await listSitterReviews(deps, sitterId, null, { limit: 24 })).items.map(({ photos }) =>
      photos.map(({ id }) => id),
    )
  expect((await refusalOf(served())).code).toBe('file-not-found')
  expect(await shown()).toEqual([])

  await review(sam, booking)
  expect(await served()).toBe('image/webp')
  expect(await shown()).toEqual([[photoId]])

  const { id } = await db
    .selectFrom('review')
    .select('id')
    .where('author', '=', 'owner')
    .executeTakeFirstOrThrow()
  await inTransaction(db, (tx) => removeReview({ ...deps, db: tx }, id, 'personal_data'))
  expect((await refusalOf(served())).code).toBe('file-not-found')
  expect(await shown()).toEqual([[]])
})
