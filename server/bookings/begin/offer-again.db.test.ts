import { expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import { offerAgain } from '#contract/bookings/offers.ts'
import { type BookingStatus, bookingStatuses } from '#contract/codes.ts'
import { brokenOfferRule } from '#server/bookings/begin/offer.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { readPet } from '#server/pets/commands.ts'
import { findContacts } from '#server/sitters/figures-store.ts'
import { mailsOf, offerQuote, type BookingFixture } from '#test/offer-fixture.ts'
import { newKey, bookingFixture, refusalOf, send, weekend } from '#test/booking-fixture.ts'
import { now } from '#test/build.ts'
import { eventsOf } from '#test/case-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'

const nextWeekend = { startOn: '2026-12-18', endOn: '2026-12-20' }

const post = (
  fixture: BookingFixture,
  viewer: Viewer,
  { id }: Pick<Booking, 'id'>,
  body: object,
  key = newKey(),
) => send(fixture.deps, offerAgain, viewer, { params: { bookingId: id }, body, idempotencyKey: key })

/** Sam's offer at the price that Sam was shown. */
const again = async (fixture: BookingFixture, earlier: Booking, terms: object) =>
  post(fixture, sam, earlier, {
    ...terms,
    quoteHash: (await offerQuote(fixture, sam, earlier, terms)).quoteHash,
  })

/** A request that Sam has declined: the two have had contact, and nothing is open. */
async function completedBooking(terms?: Parameters<typeof bookingFixture>[0]) {
  const fixture = await bookingFixture(terms)
  const draft = { ...weekend(fixture), petIds: [fixture.rex, fixture.pip] }
  const earlier = await fixture.act(sam, await fixture.request(olga, draft), 'decline', { reason: 'dates' })
  return { fixture, earlier }
}

const open: readonly BookingStatus[] = [
  'inquiry',
  'awaiting_card',
  'requested',
  'offered',
  'awaiting_payment',
]
test.each(bookingStatuses)(
  'after a booking in status %s, only its sitter can offer other dates, and only if it is no longer open',
  (status) => {
    const booking = { status, circle: false, owner_erased_at: null }
    expect(brokenOfferRule(booking, 'owner')).toBe('actor')
    expect(brokenOfferRule(booking, 'sitter')).toBe(open.includes(status) ? 'nothing_open' : null)
    const left = brokenOfferRule({ ...booking, owner_erased_at: now }, 'sitter')
    expect(left).toBe(open.includes(status) ? 'nothing_open' : 'owner_here')
  },
)

test('a sitter makes an unsolicited offer for other dates at the quoted price, and the owner accepts it', async () => {
  const { fixture, earlier } = await completedBooking()
  expect(earlier.offerable).toBe(true)
  expect((await fixture.show(olga, earlier)).offerable).toBe(false)
  const terms = { ...nextWeekend, discount: 6_00 }
  const quote = await offerQuote(fixture, sam, earlier, terms)
  const body = { ...terms, quoteHash: quote.quoteHash, note: 'I am free a week later.' }
  await mailsOf(fixture)
  const key = newKey()

  const offered = await post(fixture, sam, earlier, body, key)

  const { quoteHash: _, validUntil: __, refundSchedule: ___, ...price } = quote
  expect(offered).toMatchObject({
    status: 'offered',
    version: 1,
    ...nextWeekend,
    quote: price,
    offer: { before: null, discount: 6_00, note: 'I am free a week later.' },
    message: null,
    offerable: false,
    expiresAt: '2026-12-03T09:00:00.000Z',
  })
  expect(offered.pets.map(({ name }) => name).toSorted()).toEqual(['Pip', 'Rex'])
  expect(offered.timeline).toMatchObject([
    { event: 'offer', by: 'sitter', detail: 'Sam made an offer: I am free a week later.' },
  ])
  expect(eventsOf(offered)).toEqual(['decline'])
  expect(await fixture.show(sam, earlier)).toMatchObject({ status: 'declined', version: earlier.version })
  expect(await mailsOf(fixture)).toEqual(['olga: Sam has made you an offer'])
  expect((await post(fixture, sam, earlier, body, key)).id).toBe(offered.id)

  // An unsolicited offer gives no access to the care sheet, and does not count as an answer to a request.
  await expect(readPet(fixture.deps, sam, fixture.rex)).rejects.toMatchObject({ code: 'pet-not-found' })
  expect(await findContacts(fixture.db, fixture.sitterId, 10)).toHaveLength(1)

  const seen = await fixture.show(olga, offered)
  expect(seen.quote).not.toHaveProperty('sitterPayout')
  expect(eventsOf(seen)).toEqual(['withdraw', 'accept_offer'])
  const confirmed = await fixture.act(olga, seen, 'accept_offer')
  expect(confirmed).toMatchObject({ status: 'confirmed', offer: null, payment: { paid: quote.total } })
  expect(await readPet(fixture.deps, sam, fixture.rex)).toMatchObject({ name: 'Rex' })
  await expectInvariants(fixture.deps)
})

test('an unsolicited offer can be turned down by the owner, or expires after two days', async () => {
  const { fixture, earlier } = await completedBooking()
  const passed = await again(fixture, earlier, nextWeekend)
  await fixture.act(olga, passed, 'withdraw')
  const ended = await again(fixture, earlier, nextWeekend)
  await mailsOf(fixture)
  fixture.deps.clock.set(new Date(ended.expiresAt!))
  await runClock(fixture.deps)

  expect((await fixture.show(olga, passed)).timeline.at(-1)?.detail).toBe('Olga declined the offer')
  expect((await fixture.show(olga, ended)).timeline.at(-1)?.detail).toBe(
    'The offer expired without an answer',
  )
  expect(await mailsOf(fixture)).toEqual([
    'olga: The offer from Sam has expired: you pay nothing',
    'sam: Olga did not answer your offer in time',
  ])
  await expectInvariants(fixture.deps)
})

test('an unsolicited offer is refused to strangers and the owner, from an open booking, or overlapping another offer', async () => {
  const { fixture, earlier } = await completedBooking()
  const { quoteHash } = await offerQuote(fixture, sam, earlier, nextWeekend)
  const body = { ...nextWeekend, quoteHash }
  expect(await refusalOf(post(fixture, eve, earlier, body))).toEqual(
    await refusalOf(post(fixture, eve, { id: olga.accountId }, body)),
  )
  expect(await refusalOf(offerQuote(fixture, eve, earlier, nextWeekend))).toMatchObject({
    code: 'booking-not-found',
  })
  expect(await refusalOf(post(fixture, olga, earlier, body))).toMatchObject({
    code: 'booking-action-not-allowed',
    rule: 'actor',
  })
  expect(await refusalOf(post(fixture, sam, earlier, { ...body, discount: 1_00 }))).toMatchObject({
    code: 'price-changed',
    rule: 'other_price',
  })
  expect(
    await refusalOf(offerQuote(fixture, sam, earlier, { ...nextWeekend, discount: 900_00 })),
  ).toMatchObject({
    code: 'amount-too-high',
  })

  const offered = await post(fixture, sam, earlier, body)
  expect(await refusalOf(post(fixture, sam, offered, body))).toMatchObject({ rule: 'nothing_open' })
  const overlapping = { startOn: '2026-12-19', endOn: '2026-12-22' }
  const twice = await refusalOf(offerQuote(fixture, sam, earlier, overlapping))
  expect(twice).toMatchObject({
    code: 'booking-action-not-allowed',
    rule: 'no_offer_open',
    openBookingId: offered.id,
    detail: `Booking ${offered.number} with Olga is still open from Fri, 18 Dec 2026 to Sun, 20 Dec 2026. Wait for its answer, or choose other days.`,
  })
  expect((await again(fixture, earlier, { startOn: '2026-12-20', endOn: '2026-12-22' })).status).toBe(
    'offered',
  )
})

test('an unsolicited offer is refused for days that are full, in the past, or too close to allow an answer', async () => {
  const { fixture, earlier } = await completedBooking({
    services: { boarding: { rates: { base: 30_00 }, capacity: 2 } },
  })
  expect(
    await refusalOf(offerQuote(fixture, sam, earlier, { startOn: '2026-11-20', endOn: '2026-11-22' })),
  ).toMatchObject({ code: 'dates-refused', rule: 'past' })
  const today = { startOn: '2026-12-01', startTime: '10:00', endOn: '2026-12-02', endTime: '10:00' }
  expect(await refusalOf(offerQuote(fixture, sam, earlier, today))).toMatchObject({
    code: 'notice-too-short',
    rule: 'notice',
    noticeHours: 1,
    earliestAt: '2026-12-01T10:00:00.000Z',
  })
  expect((await again(fixture, earlier, { ...today, startTime: '10:15' })).expiresAt).toBe(
    '2026-12-01T09:15:00.000Z',
  )
  const { quoteHash } = await offerQuote(fixture, sam, earlier, nextWeekend)
  await fixture.db
    .updateTable('sitter_service')
    .set({ weekday_capacity: [0, 0, 0, 0, 0, 0, 0] })
    .execute()
  const full = await refusalOf(post(fixture, sam, earlier, { ...nextWeekend, quoteHash }))
  expect(full).toMatchObject({ code: 'capacity-full' })
})

test('an unsolicited offer leaves out archived pets, and is refused once the owner’s account is erased', async () => {
  const { fixture, earlier } = await completedBooking()
  const archive = (id: string) => fixture.db.updateTable('pet').set({ archived_at: now }).where('id', '=', id)
  await archive(fixture.pip).execute()
  expect((await again(fixture, earlier, nextWeekend)).pets).toMatchObject([{ name: 'Rex' }])
  const later = { startOn: '2027-01-08', endOn: '2027-01-10' }
  await archive(fixture.rex).execute()
  expect(await refusalOf(offerQuote(fixture, sam, earlier, later))).toMatchObject({ code: 'pet-not-found' })
  await fixture.db.updateTable('account').set({ erased_at: now }).where('id', '=', olga.accountId).execute()
  expect(await refusalOf(offerQuote(fixture, sam, earlier, later))).toMatchObject({ rule: 'owner_here' })
  expect((await fixture.show(sam, earlier)).offerable).toBe(false)
})

test('unsolicited offers do not count towards the owner’s limit of five open requests', async () => {
  const { fixture, earlier } = await completedBooking()
  await again(fixture, earlier, nextWeekend)
  for (let count = 0; count < 5; count++) await fixture.request(olga, { ...weekend(fixture), ...nextWeekend })
  const sixth = await refusalOf(fixture.request(olga, { ...weekend(fixture), ...nextWeekend }))
  expect(sixth).toMatchObject({ code: 'requests-too-many', open: 5 })
})
