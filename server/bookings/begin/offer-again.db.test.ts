import { expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import { offerAgain } from '#contract/bookings/offers.ts'
import { type BookingStatus, bookingStatuses } from '#contract/codes.ts'
import { brokenAgain } from '#server/bookings/begin/offer.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { readPet } from '#server/pets/commands.ts'
import { findContacts } from '#server/sitters/figures-store.ts'
import { mailsOf, offerQuote, type Town } from '#test/before-town.ts'
import { newKey, openTown, refusalOf, send, weekend } from '#test/booking-town.ts'
import { now } from '#test/build.ts'
import { eventsOf } from '#test/case-town.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'

const nextWeekend = { startOn: '2026-12-18', endOn: '2026-12-20' }

const post = (town: Town, viewer: Viewer, { id }: Pick<Booking, 'id'>, body: object, key = newKey()) =>
  send(town.deps, offerAgain, viewer, { params: { bookingId: id }, body, idempotencyKey: key })

/** Sam's offer at the price that Sam was shown. */
const again = async (town: Town, earlier: Booking, terms: object) =>
  post(town, sam, earlier, { ...terms, quoteHash: (await offerQuote(town, sam, earlier, terms)).quoteHash })

/** A request that Sam has declined: the two have had contact, and nothing is open. */
async function acquainted(terms?: Parameters<typeof openTown>[0]) {
  const town = await openTown(terms)
  const draft = { ...weekend(town), petIds: [town.rex, town.pip] }
  const earlier = await town.act(sam, await town.request(olga, draft), 'decline', { reason: 'dates' })
  return { town, earlier }
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
    expect(brokenAgain(booking, 'owner')).toBe('actor')
    expect(brokenAgain(booking, 'sitter')).toBe(open.includes(status) ? 'nothing_open' : null)
    const left = brokenAgain({ ...booking, owner_erased_at: now }, 'sitter')
    expect(left).toBe(open.includes(status) ? 'nothing_open' : 'owner_here')
  },
)

test('a sitter makes an unsolicited offer for other dates at the quoted price, and the owner accepts it', async () => {
  const { town, earlier } = await acquainted()
  expect(earlier.offerable).toBe(true)
  expect((await town.show(olga, earlier)).offerable).toBe(false)
  const terms = { ...nextWeekend, discount: 6_00 }
  const quote = await offerQuote(town, sam, earlier, terms)
  const body = { ...terms, quoteHash: quote.quoteHash, note: 'I am free a week later.' }
  await mailsOf(town)
  const key = newKey()

  const offered = await post(town, sam, earlier, body, key)

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
  expect(await town.show(sam, earlier)).toMatchObject({ status: 'declined', version: earlier.version })
  expect(await mailsOf(town)).toEqual(['olga: Sam has made you an offer'])
  expect((await post(town, sam, earlier, body, key)).id).toBe(offered.id)

  // An unsolicited offer gives no access to the care sheet, and does not count as an answer to a request.
  await expect(readPet(town.deps, sam, town.rex)).rejects.toMatchObject({ code: 'pet-not-found' })
  expect(await findContacts(town.db, town.sitterId, 10)).toHaveLength(1)

  const seen = await town.show(olga, offered)
  expect(seen.quote).not.toHaveProperty('sitterPayout')
  expect(eventsOf(seen)).toEqual(['withdraw', 'accept_offer'])
  const confirmed = await town.act(olga, seen, 'accept_offer')
  expect(confirmed).toMatchObject({ status: 'confirmed', offer: null, payment: { paid: quote.total } })
  expect(await readPet(town.deps, sam, town.rex)).toMatchObject({ name: 'Rex' })
  await expectInvariants(town.deps)
})

test('an unsolicited offer can be turned down by the owner, or expires after two days', async () => {
  const { town, earlier } = await acquainted()
  const passed = await again(town, earlier, nextWeekend)
  await town.act(olga, passed, 'withdraw')
  const ended = await again(town, earlier, nextWeekend)
  await mailsOf(town)
  town.deps.clock.set(new Date(ended.expiresAt!))
  await runClock(town.deps)

  expect((await town.show(olga, passed)).timeline.at(-1)?.detail).toBe('Olga declined the offer')
  expect((await town.show(olga, ended)).timeline.at(-1)?.detail).toBe('The offer expired without an answer')
  expect(await mailsOf(town)).toEqual([
    'olga: The offer from Sam has expired: nothing was charged',
    'sam: Olga did not answer your offer in time',
  ])
  await expectInvariants(town.deps)
})

test('an unsolicited offer is refused to strangers and the owner, from an open booking, or overlapping another offer', async () => {
  const { town, earlier } = await acquainted()
  const { quoteHash } = await offerQuote(town, sam, earlier, nextWeekend)
  const body = { ...nextWeekend, quoteHash }
  expect(await refusalOf(post(town, eve, earlier, body))).toEqual(
    await refusalOf(post(town, eve, { id: olga.accountId }, body)),
  )
  expect(await refusalOf(offerQuote(town, eve, earlier, nextWeekend))).toMatchObject({
    code: 'booking-not-found',
  })
  expect(await refusalOf(post(town, olga, earlier, body))).toMatchObject({
    code: 'booking-action-not-allowed',
    rule: 'actor',
  })
  expect(await refusalOf(post(town, sam, earlier, { ...body, discount: 1_00 }))).toMatchObject({
    code: 'price-changed',
    rule: 'other_price',
  })
  expect(await refusalOf(offerQuote(town, sam, earlier, { ...nextWeekend, discount: 900_00 }))).toMatchObject(
    {
      code: 'amount-too-high',
    },
  )

  const offered = await post(town, sam, earlier, body)
  expect(await refusalOf(post(town, sam, offered, body))).toMatchObject({ rule: 'nothing_open' })
  const overlapping = { startOn: '2026-12-19', endOn: '2026-12-22' }
  const twice = await refusalOf(offerQuote(town, sam, earlier, overlapping))
  expect(twice).toMatchObject({
    code: 'booking-action-not-allowed',
    rule: 'no_offer_open',
    openBookingId: offered.id,
    detail: `Booking ${offered.number} with Olga is still open from Fri, 18 Dec 2026 to Sun, 20 Dec 2026. Wait for its answer, or choose other days.`,
  })
  expect((await again(town, earlier, { startOn: '2026-12-20', endOn: '2026-12-22' })).status).toBe('offered')
})

test('an unsolicited offer is refused for days that are full, in the past, or too close to allow an answer', async () => {
  const { town, earlier } = await acquainted({
    services: { boarding: { rates: { base: 30_00 }, capacity: 2 } },
  })
  expect(
    await refusalOf(offerQuote(town, sam, earlier, { startOn: '2026-11-20', endOn: '2026-11-22' })),
  ).toMatchObject({ code: 'dates-refused', rule: 'past' })
  const today = { startOn: '2026-12-01', startTime: '10:00', endOn: '2026-12-02', endTime: '10:00' }
  expect(await refusalOf(offerQuote(town, sam, earlier, today))).toMatchObject({
    code: 'notice-too-short',
    rule: 'notice',
    noticeHours: 1,
    earliestAt: '2026-12-01T10:00:00.000Z',
  })
  expect((await again(town, earlier, { ...today, startTime: '10:15' })).expiresAt).toBe(
    '2026-12-01T09:15:00.000Z',
  )
  const { quoteHash } = await offerQuote(town, sam, earlier, nextWeekend)
  await town.db
    .updateTable('sitter_service')
    .set({ weekday_capacity: [0, 0, 0, 0, 0, 0, 0] })
    .execute()
  const full = await refusalOf(post(town, sam, earlier, { ...nextWeekend, quoteHash }))
  expect(full).toMatchObject({ code: 'capacity-full' })
})

test('an unsolicited offer leaves out archived pets, and is refused once the owner’s account is erased', async () => {
  const { town, earlier } = await acquainted()
  const archive = (id: string) => town.db.updateTable('pet').set({ archived_at: now }).where('id', '=', id)
  await archive(town.pip).execute()
  expect((await again(town, earlier, nextWeekend)).pets).toMatchObject([{ name: 'Rex' }])
  const later = { startOn: '2027-01-08', endOn: '2027-01-10' }
  await archive(town.rex).execute()
  expect(await refusalOf(offerQuote(town, sam, earlier, later))).toMatchObject({ code: 'pet-not-found' })
  await town.db.updateTable('account').set({ erased_at: now }).where('id', '=', olga.accountId).execute()
  expect(await refusalOf(offerQuote(town, sam, earlier, later))).toMatchObject({ rule: 'owner_here' })
  expect((await town.show(sam, earlier)).offerable).toBe(false)
})

test('unsolicited offers do not count towards the owner’s limit of five open requests', async () => {
  const { town, earlier } = await acquainted()
  await again(town, earlier, nextWeekend)
  for (let count = 0; count < 5; count++) await town.request(olga, { ...weekend(town), ...nextWeekend })
  const sixth = await refusalOf(town.request(olga, { ...weekend(town), ...nextWeekend }))
  expect(sixth).toMatchObject({ code: 'requests-too-many', open: 5 })
})
