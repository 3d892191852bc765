import { expect, test } from 'vitest'
import type { Booking, BookingDraftInput } from '#contract/bookings/bookings.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import { addHours } from '#server/kernel/day.ts'
import { inquire, postBooking, mailsOf, offer, offerQuote } from '#test/offer-fixture.ts'
import { bookingFixture, refusalOf, weekend } from '#test/booking-fixture.ts'
import { now } from '#test/build.ts'
import { eventsOf } from '#test/case-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'

const at = (instant: string) => new Date(instant)

test('a question without dates becomes a request at the price of the dates given later', async () => {
  const fixture = await bookingFixture()
  const question = await inquire(fixture)

  expect(question).toMatchObject({
    status: 'inquiry',
    datesOpen: true,
    message: 'Does Rex get along with your cat?',
    expiresAt: '2026-12-15T09:00:00.000Z',
  })
  expect(eventsOf(question)).toEqual(['request', 'withdraw'])
  expect(eventsOf(await fixture.show(sam, question))).toEqual(['offer', 'decline'])
  expect((await fixture.list(sam, { scope: 'requests' })).items.map(({ id }) => id)).toEqual([question.id])
  expect(await mailsOf(fixture)).toEqual([
    'olga: Your question to Sam is on its way',
    'sam: Olga has a question for you',
  ])

  const { sitterId: _, service: __, petIds: ___, ...days } = weekend(fixture)
  const { quoteHash, total } = await fixture.quote(olga, weekend(fixture))
  const refused = await refusalOf(fixture.act(olga, question, 'request', { quoteHash }))
  expect(refused).toMatchObject({ code: 'dates-refused' })
  const request = await fixture.act(olga, question, 'request', { ...days, quoteHash })

  expect(request).toMatchObject({
    id: question.id,
    status: 'requested',
    version: 2,
    datesOpen: false,
    startOn: '2026-12-11',
    endOn: '2026-12-13',
    quote: { total },
    expiresAt: '2026-12-02T09:00:00.000Z',
  })
  expect(request.timeline.at(-1)?.detail).toBe('Olga turned the question into a request')
  expect((await fixture.act(sam, request, 'accept')).payment.paid).toBe(total)
  await expectInvariants(fixture.deps)
})

test('a question may name full days, pets that are not accepted and too little notice, and expires at its start', async () => {
  const services = {
    boarding: { rates: { base: 30_00 }, capacity: 0, accepts: { species: ['cat' as const] } },
  }
  const fixture = await bookingFixture({ services })
  const question = await inquire(fixture, { startOn: '2026-12-02', startTime: '08:00', endOn: '2026-12-03' })
  expect(question).toMatchObject({ status: 'inquiry', datesOpen: false, startOn: '2026-12-02' })
  // The question expires when its days begin.
  fixture.deps.clock.set(at('2026-12-02T08:00:00Z'))
  fixture.deps.jobs.length = 0
  await runClock(fixture.deps)
  expect((await fixture.show(olga, question)).timeline.at(-1)).toMatchObject({
    event: 'expire',
    detail: 'The question expired',
  })
  expect(await mailsOf(fixture)).toEqual([
    'olga: Your question to Sam has expired: you pay nothing',
    'sam: The question from Olga has expired',
  ])
})

test('an owner can ask ten questions a day, each with a message, and with a mail server needs a verified address', async () => {
  const fixture = await bookingFixture()
  expect(await refusalOf(inquire(fixture, { message: undefined }))).toMatchObject({
    code: 'request-invalid',
    errors: [{ path: 'message' }],
  })
  for (let count = 0; count < 10; count++) await inquire(fixture)
  expect(await refusalOf(inquire(fixture))).toMatchObject({
    code: 'inquiries-too-many',
    asked: 10,
    maxPerDay: 10,
    detail: 'You have asked 10 questions in 24 hours, and at most 10 are possible. Wait for the answers.',
  })
  // Questions do not count towards the limit of requests.
  expect((await fixture.request(olga, weekend(fixture))).status).toBe('requested')
  fixture.deps.clock.set(addHours(now, 25))
  expect((await inquire(fixture)).status).toBe('inquiry')

  const withMail = {
    ...fixture,
    deps: { ...fixture.deps, site: { ...fixture.deps.site, needsProvenAddress: true } },
  }
  const body = {
    sitterId: fixture.sitterId,
    service: 'boarding',
    petIds: [fixture.rex],
    event: 'inquire',
    message: 'x',
  }
  expect(await refusalOf(postBooking(withMail, { ...olga, emailVerified: false }, body))).toMatchObject({
    code: 'email-unverified',
  })
  expect((await postBooking(withMail, { ...olga, emailVerified: true }, body)).status).toBe('inquiry')
})

test('an offer shows the original request next to the new terms, and is accepted at its own price', async () => {
  const fixture = await bookingFixture()
  const requested = await fixture.request(olga, weekend(fixture))
  const terms = { endOn: '2026-12-14', discount: 14_00 }
  const quote = await offerQuote(fixture, sam, requested, terms)
  expect(quote).toMatchObject({ subtotal: 100_00, total: 110_00, sitterPayout: 90_00 })
  expect(quote.lines.at(-1)).toMatchObject({ code: 'discount', amount: -14_00 })
  await mailsOf(fixture)

  const offered = await fixture.act(sam, requested, 'offer', {
    ...terms,
    quoteHash: quote.quoteHash,
    note: 'I am free a day longer.',
  })

  expect(offered).toMatchObject({
    status: 'offered',
    endOn: '2026-12-14',
    expiresAt: '2026-12-03T09:00:00.000Z',
  })
  expect(eventsOf(offered)).toEqual(['decline'])
  const seen = await fixture.show(olga, offered)
  expect(seen.quote).not.toHaveProperty('sitterPayout')
  expect(seen).toMatchObject({
    quote: { total: 110_00, units: 3 },
    offer: {
      before: { startOn: '2026-12-11', endOn: '2026-12-13', total: requested.quote.total, visits: [] },
      discount: 14_00,
      note: 'I am free a day longer.',
    },
  })
  expect(eventsOf(seen)).toEqual(['withdraw', 'accept_offer'])
  expect(await mailsOf(fixture)).toEqual(['olga: Sam has made you an offer'])

  const confirmed = await fixture.act(olga, seen, 'accept_offer')
  expect(confirmed).toMatchObject({ status: 'confirmed', offer: null, payment: { paid: 110_00 } })
  expect((await fixture.act(olga, confirmed, 'cancel')).payment).toMatchObject({ refunded: 110_00 })
  const days = await fixture.db.selectFrom('sitter_day').select('used').where('used', '>', 0).execute()
  expect(days).toEqual([])
  await expectInvariants(fixture.deps)
})

test('a sitter can answer a question with an offer, on dates of their choice', async () => {
  const fixture = await bookingFixture()
  const question = await inquire(fixture)
  expect(await refusalOf(offer(fixture, question))).toMatchObject({ code: 'dates-refused' })
  const offered = await offer(fixture, question, { startOn: '2026-12-11', endOn: '2026-12-13' })
  expect(offered.offer).toMatchObject({ before: { datesOpen: true } })
  expect(offered).toMatchObject({ status: 'offered', datesOpen: false })
  expect((await fixture.act(olga, offered, 'accept_offer')).status).toBe('confirmed')
})

test('an offer that would expire at once is refused with the earliest start, both when quoted and when made', async () => {
  const fixture = await bookingFixture()
  const today = { startOn: '2026-12-01', startTime: '10:00', endOn: '2026-12-02', endTime: '10:00' }
  const tooSoon = (earliestAt: string, words: string) => ({
    code: 'notice-too-short',
    status: 422,
    rule: 'notice',
    noticeHours: 1,
    earliestAt,
    detail: `An offer expires 1 hour before the start, so choose a start after ${words}.`,
  })
  const requested = await fixture.request(olga, weekend(fixture))
  expect(await refusalOf(offerQuote(fixture, sam, requested, today))).toMatchObject(
    tooSoon('2026-12-01T10:00:00.000Z', 'Tue, 1 Dec 2026, 10:00 (Dublin time)'),
  )
  const inTime = await offer(fixture, requested, { ...today, startTime: '10:15' })
  expect(inTime.expiresAt).toBe('2026-12-01T09:15:00.000Z')

  // A question stays open until its days begin; an offer for those days does not.
  const days = { startOn: '2026-12-02', startTime: '08:00', endOn: '2026-12-03' }
  const question = await inquire(fixture, days)
  fixture.deps.clock.set(at('2026-12-02T06:59:00Z'))
  const { quoteHash } = await offerQuote(fixture, sam, question, {})
  fixture.deps.clock.set(at('2026-12-02T07:00:00Z'))
  const refusal = tooSoon('2026-12-02T08:00:00.000Z', 'Wed, 2 Dec 2026, 08:00 (Dublin time)')
  expect(await refusalOf(offerQuote(fixture, sam, question, {}))).toMatchObject(refusal)
  expect(await refusalOf(fixture.act(sam, question, 'offer', { quoteHash }))).toMatchObject(refusal)
  expect(await fixture.show(sam, question)).toMatchObject({ status: 'inquiry', version: question.version })
})

test('an offer can be turned down by the owner, withdrawn by the sitter, or expires after two days', async () => {
  const fixture = await bookingFixture()
  const make = async (draft: BookingDraftInput) =>
    offer(fixture, await fixture.request(olga, draft), { discount: 1_00 })
  const passed = await make(weekend(fixture))
  const back = await make({ ...weekend(fixture), petIds: [fixture.pip] })
  const ended = await make({ ...weekend(fixture), startOn: '2026-12-18', endOn: '2026-12-20' })
  await mailsOf(fixture)
  const details = async (booking: Booking) => (await fixture.show(olga, booking)).timeline.at(-1)?.detail
  await fixture.act(olga, passed, 'withdraw')
  await fixture.act(sam, back, 'decline', { reason: 'other', note: 'My mother is ill' })
  fixture.deps.clock.set(at(ended.expiresAt!))
  await runClock(fixture.deps)

  expect(await details(passed)).toBe('Olga declined the offer')
  expect(await details(back)).toBe('Sam withdrew the offer: My mother is ill')
  expect(await details(ended)).toBe('The offer expired without an answer')
  expect(await mailsOf(fixture)).toEqual([
    'sam: Olga declined your offer',
    'olga: Sam has withdrawn the offer',
    'olga: The offer from Sam has expired: you pay nothing',
    'sam: Olga did not answer your offer in time',
  ])
})

test('only the sitter can make an offer, at the quoted price and with a discount below the full price', async () => {
  const fixture = await bookingFixture()
  const requested = await fixture.request(olga, weekend(fixture))
  const { quoteHash } = await offerQuote(fixture, sam, requested, { discount: 5_00 })
  expect(await refusalOf(offerQuote(fixture, olga, requested, {}))).toMatchObject({
    code: 'booking-action-not-allowed',
  })
  expect(await refusalOf(offerQuote(fixture, eve, requested, {}))).toMatchObject({
    code: 'booking-not-found',
  })
  expect(await refusalOf(fixture.act(olga, requested, 'offer', { quoteHash }))).toMatchObject({
    code: 'booking-action-not-allowed',
  })
  const other = await refusalOf(fixture.act(sam, requested, 'offer', { quoteHash, discount: 6_00 }))
  expect(other).toMatchObject({
    code: 'price-changed',
    rule: 'other_price',
    quote: { subtotal: 70_00, sitterPayout: 63_00 },
  })
  expect(await refusalOf(offerQuote(fixture, sam, requested, { discount: 76_00 }))).toMatchObject({
    code: 'amount-too-high',
    most: 75_99,
    detail: 'Take off less than the whole price: at most €75.99, not €76.00.',
  })
  expect((await fixture.show(sam, requested)).version).toBe(1)
})

test('an offer cannot be accepted once its days are full, and stays open', async () => {
  const fixture = await bookingFixture({ services: { boarding: { rates: { base: 30_00 }, capacity: 1 } } })
  const requested = await fixture.request(olga, weekend(fixture))
  const offered = await offer(fixture, requested, { discount: 1_00 })
  await fixture.db
    .updateTable('sitter_service')
    .set({ weekday_capacity: [0, 0, 0, 0, 0, 0, 0] })
    .execute()
  expect(await refusalOf(fixture.act(olga, offered, 'accept_offer'))).toMatchObject({ code: 'capacity-full' })
  expect((await fixture.show(olga, offered)).status).toBe('offered')
})
