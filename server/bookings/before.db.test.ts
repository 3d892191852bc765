import { expect, test } from 'vitest'
import * as contract from '#contract/bookings.ts'
import type { Booking, BookingDraftInput } from '#contract/bookings.ts'
import type { InstantBooking } from '#contract/codes.ts'
import { listAlternatives } from '#contract/booking-alternatives.ts'
import { runClock } from '#server/bookings/clock-commands.ts'
import { bookingJobs } from '#server/bookings/jobs.ts'
import { addHours } from '#server/calendar/day.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { searchJobs } from '#server/search/jobs.ts'
import { refreshFigures } from '#server/sitters/figures-commands.ts'
import { buildAccounts, now } from '#test/build.ts'
import { buildSitter, newKey, openTown, refusalOf, send, weekend } from '#test/booking-town.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'

const at = (instant: string) => new Date(instant)
type Town = Awaited<ReturnType<typeof openTown>>

const begin = (town: Town, viewer: Viewer, body: object): Promise<Booking> =>
  send(town.deps, contract.createBooking, viewer, { body, idempotencyKey: newKey() })

const bookAtOnce = async (town: Town, draft: BookingDraftInput) =>
  begin(town, olga, {
    ...draft,
    event: 'instant_book',
    quoteHash: (await town.quote(olga, draft)).quoteHash,
  })

const ask = (town: Town, more: object = {}) =>
  begin(town, olga, {
    sitterId: town.sitterId,
    service: 'boarding',
    petIds: [town.rex],
    event: 'inquire',
    message: 'Does Rex get along with your cat?',
    ...more,
  })

const offerQuote = (town: Town, viewer: Viewer, { id }: Booking, body: object) =>
  send(town.deps, contract.calculateOffer, viewer, { params: { bookingId: id }, body })

async function offer(town: Town, booking: Booking, terms: object = {}): Promise<Booking> {
  const { quoteHash } = await offerQuote(town, sam, booking, terms)
  return town.act(sam, booking, 'offer', { ...terms, quoteHash })
}

const allow = ({ db }: Town, instant_book: InstantBooking) =>
  db.updateTable('sitter').set({ instant_book }).execute()
const eventsOf = ({ actions }: Booking) => actions.map(({ event }) => event)

/** The subjects of all mails that the queued jobs write, in order. */
async function mailsOf({ deps, db }: Town): Promise<string[]> {
  const { run } = bookingJobs(deps).find(({ name }) => name === 'bookings.notify')!
  for (const { name, payload } of deps.jobs.splice(0)) if (name === 'bookings.notify') await run(payload)
  const mails = await db.deleteFrom('mail').returningAll().execute()
  return mails.map(({ recipient, subject }) => `${recipient.split('@')[0]}: ${subject.replace(/ \(.*/, '')}`)
}

test('where the sitter allows it, a booking is confirmed at once: places taken, money booked, both told', async () => {
  const town = await openTown()
  await allow(town, 'everyone')
  expect((await town.quote(olga, weekend(town))).instant).toBe(true)

  const booking = await bookAtOnce(town, weekend(town))

  expect(booking).toMatchObject({
    status: 'confirmed',
    version: 1,
    expiresAt: null,
    payment: { status: 'captured', paid: booking.quote.total },
  })
  expect(booking.timeline.map(({ event, by, detail }) => `${event} by ${by}: ${detail}`)).toEqual([
    'instant_book by owner: Olga booked at once, the booking is confirmed',
  ])
  const days = await town.db.selectFrom('sitter_day').select(['on_date', 'kind', 'used']).execute()
  expect(days).toHaveLength(4)
  await expectInvariants(town.deps)
  expect(await mailsOf(town)).toEqual([
    'olga: Your booking with Sam is confirmed',
    'sam: Olga has booked you: the booking is confirmed',
  ])
})

test('nobody books at once whom the sitter does not allow it, or on a day that is full', async () => {
  const town = await openTown({ services: { boarding: { rates: { base: 30_00 }, capacity: 1 } } })
  expect(await refusalOf(bookAtOnce(town, weekend(town)))).toMatchObject({
    code: 'instant-off',
    status: 422,
    instantBooking: 'off',
  })
  await allow(town, 'repeat')
  expect((await town.quote(olga, weekend(town))).instant).toBe(false)
  expect(await refusalOf(bookAtOnce(town, weekend(town)))).toMatchObject({ code: 'instant-off' })
  await allow(town, 'everyone')
  await bookAtOnce(town, weekend(town))
  expect(await refusalOf(bookAtOnce(town, { ...weekend(town), petIds: [town.pip] }))).toMatchObject({
    code: 'capacity-full',
    dates: ['2026-12-11', '2026-12-12'],
  })
})

test('owners who have been there before may book at once with a sitter who allows it to them', async () => {
  const town = await openTown()
  await allow(town, 'repeat')
  const first = await town.act(sam, await town.request(olga, weekend(town)), 'accept')
  town.deps.clock.set(at('2026-12-12T11:00:00Z'))
  const running = await town.act(sam, first, 'check_in')
  town.deps.clock.set(at('2026-12-13T11:00:00Z'))
  await town.act(sam, running, 'check_out')
  const again = { ...weekend(town), startOn: '2026-12-18', endOn: '2026-12-20' }
  expect((await town.quote(olga, again)).instant).toBe(true)
  expect((await town.quote(null, { ...again, petIds: undefined, pets: [{ species: 'dog' }] })).instant).toBe(
    false,
  )
  expect((await bookAtOnce(town, again)).status).toBe('confirmed')
  const question = await ask(town)
  expect(eventsOf(question)).toEqual(['request', 'instant_book', 'withdraw'])
})

test('two who book the last place at once: one has it, the other is told that it is gone', async () => {
  const town = await openTown({ services: { boarding: { rates: { base: 30_00 }, capacity: 1 } } })
  await allow(town, 'everyone')
  const drafts = [weekend(town), { ...weekend(town), petIds: [town.pip] }]
  const outcomes = await Promise.allSettled(drafts.map((draft) => bookAtOnce(town, draft)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  expect(await refusalOf(Promise.reject(failed!.reason))).toMatchObject({ code: 'capacity-full' })
})

test('a question without days takes no places, and becomes a request at the price of the days that are given', async () => {
  const town = await openTown()
  const question = await ask(town)

  expect(question).toMatchObject({
    status: 'inquiry',
    datesOpen: true,
    message: 'Does Rex get along with your cat?',
    expiresAt: '2026-12-15T09:00:00.000Z',
  })
  expect(eventsOf(question)).toEqual(['request', 'withdraw'])
  expect(eventsOf(await town.show(sam, question))).toEqual(['offer', 'decline'])
  expect((await town.list(sam, { scope: 'requests' })).items.map(({ id }) => id)).toEqual([question.id])
  expect(await mailsOf(town)).toEqual([
    'olga: Your question to Sam is on its way',
    'sam: Olga has a question for you',
  ])

  const { sitterId: _, service: __, petIds: ___, ...days } = weekend(town)
  const { quoteHash, total } = await town.quote(olga, weekend(town))
  const refused = await refusalOf(town.act(olga, question, 'request', { quoteHash }))
  expect(refused).toMatchObject({ code: 'dates-refused' })
  const request = await town.act(olga, question, 'request', { ...days, quoteHash })

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
  expect(request.timeline.at(-1)?.detail).toBe('Olga made a request of the question')
  expect((await town.act(sam, request, 'accept')).payment.paid).toBe(total)
  await expectInvariants(town.deps)
})

test('a question may name days that are full, pets that are not taken and less notice than is needed', async () => {
  const services = {
    boarding: { rates: { base: 30_00 }, capacity: 0, accepts: { species: ['cat' as const] } },
  }
  const town = await openTown({ services })
  const question = await ask(town, { startOn: '2026-12-02', startTime: '08:00', endOn: '2026-12-03' })
  expect(question).toMatchObject({ status: 'inquiry', datesOpen: false, startOn: '2026-12-02' })
  // It ends when its days begin.
  town.deps.clock.set(at('2026-12-02T08:00:00Z'))
  town.deps.jobs.length = 0
  await runClock(town.deps)
  expect((await town.show(olga, question)).timeline.at(-1)).toMatchObject({
    event: 'expire',
    detail: 'The question came to nothing',
  })
  expect(await mailsOf(town)).toEqual([
    'olga: Your question to Sam has ended: nothing was charged',
    'sam: The question of Olga has ended',
  ])
})

test('ten questions a day, a message in each, and with a mail server only from a proven address', async () => {
  const town = await openTown()
  expect(await refusalOf(ask(town, { message: undefined }))).toMatchObject({
    code: 'request-invalid',
    errors: [{ path: 'message' }],
  })
  for (let count = 0; count < 10; count++) await ask(town)
  expect(await refusalOf(ask(town))).toMatchObject({ code: 'inquiries-too-many', asked: 10, maxPerDay: 10 })
  // What is only asked does not stand in the way of requests.
  expect((await town.request(olga, weekend(town))).status).toBe('requested')
  town.deps.clock.set(addHours(now, 25))
  expect((await ask(town)).status).toBe('inquiry')

  const withMail = { ...town, deps: { ...town.deps, site: { ...town.deps.site, mailConfigured: true } } }
  const body = {
    sitterId: town.sitterId,
    service: 'boarding',
    petIds: [town.rex],
    event: 'inquire',
    message: 'x',
  }
  expect(await refusalOf(begin(withMail, { ...olga, emailVerified: false }, body))).toMatchObject({
    code: 'email-unverified',
  })
  expect((await begin(withMail, { ...olga, emailVerified: true }, body)).status).toBe('inquiry')
})

test('an offer shows what was asked and what is offered, and is taken at its own price', async () => {
  const town = await openTown()
  const asked = await town.request(olga, weekend(town))
  const terms = { endOn: '2026-12-14', discount: 14_00 }
  const quote = await offerQuote(town, sam, asked, terms)
  expect(quote).toMatchObject({ subtotal: 100_00, total: 110_00, sitterPayout: 90_00 })
  expect(quote.lines.at(-1)).toMatchObject({ code: 'discount', amount: -14_00 })
  await mailsOf(town)

  const offered = await town.act(sam, asked, 'offer', {
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
  const seen = await town.show(olga, offered)
  expect(seen.quote).not.toHaveProperty('sitterPayout')
  expect(seen).toMatchObject({
    quote: { total: 110_00, units: 3 },
    offer: {
      before: { startOn: '2026-12-11', endOn: '2026-12-13', total: asked.quote.total, visits: [] },
      discount: 14_00,
      note: 'I am free a day longer.',
    },
  })
  expect(eventsOf(seen)).toEqual(['withdraw', 'accept_offer'])
  expect(await mailsOf(town)).toEqual(['olga: Sam makes you an offer'])

  const confirmed = await town.act(olga, seen, 'accept_offer')
  expect(confirmed).toMatchObject({ status: 'confirmed', offer: null, payment: { paid: 110_00 } })
  expect((await town.act(olga, confirmed, 'cancel')).payment).toMatchObject({ refunded: 110_00 })
  const days = await town.db.selectFrom('sitter_day').select('used').where('used', '>', 0).execute()
  expect(days).toEqual([])
  await expectInvariants(town.deps)
})

test('a question is answered with an offer, on days of the sitter’s choice', async () => {
  const town = await openTown()
  const question = await ask(town)
  expect(await refusalOf(offer(town, question))).toMatchObject({ code: 'dates-refused' })
  const offered = await offer(town, question, { startOn: '2026-12-11', endOn: '2026-12-13' })
  expect(offered.offer).toMatchObject({ before: { datesOpen: true } })
  expect(offered).toMatchObject({ status: 'offered', datesOpen: false })
  expect((await town.act(olga, offered, 'accept_offer')).status).toBe('confirmed')
})

test('an offer can be let pass, taken back, and runs out after two days', async () => {
  const town = await openTown()
  const make = async (draft: BookingDraftInput) =>
    offer(town, await town.request(olga, draft), { discount: 1_00 })
  const passed = await make(weekend(town))
  const back = await make({ ...weekend(town), petIds: [town.pip] })
  const ended = await make({ ...weekend(town), startOn: '2026-12-18', endOn: '2026-12-20' })
  await mailsOf(town)
  const details = async (booking: Booking) => (await town.show(olga, booking)).timeline.at(-1)?.detail
  await town.act(olga, passed, 'withdraw')
  await town.act(sam, back, 'decline', { reason: 'other', note: 'My mother is ill' })
  town.deps.clock.set(at(ended.expiresAt!))
  await runClock(town.deps)

  expect(await details(passed)).toBe('Olga did not take the offer')
  expect(await details(back)).toBe('Sam took the offer back: My mother is ill')
  expect(await details(ended)).toBe('The offer ran out without an answer')
  expect(await mailsOf(town)).toEqual([
    'sam: Olga does not take your offer',
    'olga: Sam has taken the offer back',
    'olga: The offer of Sam has run out: nothing was charged',
    'sam: Olga did not answer your offer in time',
  ])
})

test('an offer is of the sitter alone, at the price that was shown, and never for nothing', async () => {
  const town = await openTown()
  const asked = await town.request(olga, weekend(town))
  const { quoteHash } = await offerQuote(town, sam, asked, { discount: 5_00 })
  expect(await refusalOf(offerQuote(town, olga, asked, {}))).toMatchObject({
    code: 'booking-action-not-allowed',
  })
  expect(await refusalOf(offerQuote(town, eve, asked, {}))).toMatchObject({ code: 'booking-not-found' })
  expect(await refusalOf(town.act(olga, asked, 'offer', { quoteHash }))).toMatchObject({
    code: 'booking-action-not-allowed',
  })
  const other = await refusalOf(town.act(sam, asked, 'offer', { quoteHash, discount: 6_00 }))
  expect(other).toMatchObject({ code: 'price-changed', quote: { subtotal: 70_00, sitterPayout: 63_00 } })
  expect(await refusalOf(offerQuote(town, sam, asked, { discount: 76_00 }))).toMatchObject({
    code: 'amount-too-high',
    most: 75_99,
  })
  expect((await town.show(sam, asked)).version).toBe(1)
})

test('an offer for a place that has gone is refused when it is made, and when it is taken', async () => {
  const town = await openTown({ services: { boarding: { rates: { base: 30_00 }, capacity: 1 } } })
  const asked = await town.request(olga, weekend(town))
  const offered = await offer(town, asked, { discount: 1_00 })
  await town.db
    .updateTable('sitter_service')
    .set({ weekday_capacity: [0, 0, 0, 0, 0, 0, 0] })
    .execute()
  expect(await refusalOf(town.act(olga, offered, 'accept_offer'))).toMatchObject({ code: 'capacity-full' })
  expect((await town.show(olga, offered)).status).toBe('offered')
})

test('the sitter is reminded of a request until it is answered, each time once', async () => {
  const town = await openTown()
  const silent = await town.request(olga, weekend(town))
  const declined = await town.request(olga, { ...weekend(town), petIds: [town.pip] })
  await mailsOf(town)
  const mailsAt = async (moment: string) => {
    town.deps.clock.set(at(moment))
    await runClock(town.deps)
    await runClock(town.deps)
    return mailsOf(town)
  }

  expect(await mailsAt('2026-12-01T10:59:59Z')).toEqual([])
  expect(await mailsAt('2026-12-01T11:00:00Z')).toEqual([
    'sam: Olga is waiting for your answer',
    'sam: Olga is waiting for your answer',
  ])
  // A page that was read before the reminder is not out of date because of it.
  await town.act(sam, declined, 'decline', { reason: 'pet' })
  expect(await mailsOf(town)).toEqual(['olga: Sam cannot take this booking'])
  expect(await mailsAt('2026-12-01T21:00:00Z')).toEqual(['sam: Olga is waiting for your answer'])
  expect(await mailsAt('2026-12-02T07:00:00Z')).toEqual(['sam: Olga is waiting for your answer'])
  expect(await mailsAt('2026-12-02T08:59:00Z')).toEqual([])
  expect((await town.show(sam, silent)).timeline.map(({ event }) => event)).toEqual([
    'request',
    'remind',
    'remind',
    'remind',
  ])
  await expectInvariants(town.deps)
})

test('whoever is left alone sees up to three who are free for the same days, each at a price that holds', async () => {
  const town = await openTown()
  const { db, deps } = town
  const others = [4, 5, 6, 7].map((number) => ({
    ...olga,
    accountId: olga.accountId.replace(/1$/, `${number}`),
    uid: `uid-${number}`,
    email: `${number}@example.org`,
    name: `Sitter ${number}`,
  }))
  await buildAccounts(db, ...others)
  const ids = []
  for (const person of others) ids.push(await buildSitter(db, person))
  const { run } = searchJobs(deps).find(({ name }) => name === 'search.refresh-sitter')!
  for (const sitterId of [...ids, town.sitterId]) await run({ sitterId })
  const alternatives = (viewer: Viewer, { id }: Booking) =>
    send(deps, listAlternatives, viewer, { params: { bookingId: id } })
  const asked = await town.request(olga, weekend(town))
  expect((await alternatives(olga, asked)).items).toEqual([])

  const declined = await town.act(sam, asked, 'decline', { reason: 'full' })
  expect(await refusalOf(alternatives(eve, declined))).toMatchObject({ code: 'booking-not-found' })
  expect((await alternatives(sam, declined)).items).toEqual([])
  const { items } = await alternatives(olga, declined)

  expect(items).toHaveLength(3)
  expect(items.map(({ sitter }) => sitter.id)).not.toContain(town.sitterId)
  for (const { sitter, quote } of items) {
    expect(quote).toMatchObject({ total: declined.quote.total, units: 2 })
    const draft = { ...weekend(town), sitterId: sitter.id }
    const again = await town.request(olga, draft, { quoteHash: quote.quoteHash })
    expect(again.status).toBe('requested')
  }
  // Who has been asked already is not asked twice.
  expect((await alternatives(olga, declined)).items).toHaveLength(1)
})

test('what was booked at once, or answered with an offer, leaves the response rate as it should be', async () => {
  const town = await openTown()
  const rate = async () => {
    await refreshFigures(town.deps, town.sitterId)
    const { response_rate } = await town.db
      .selectFrom('sitter')
      .select('response_rate')
      .where('id', '=', town.sitterId)
      .executeTakeFirstOrThrow()
    return response_rate
  }
  await allow(town, 'everyone')
  await bookAtOnce(town, weekend(town))
  const day = (on: string, until: string) => ({ ...weekend(town), startOn: on, endOn: until })
  const offered = await offer(town, await town.request(olga, day('2026-12-18', '2026-12-20')), {
    discount: 1_00,
  })
  const declined = await town.request(olga, day('2027-01-08', '2027-01-10'))
  await town.act(sam, declined, 'decline', { reason: 'dates' })
  // Nobody has answered this one, nor the offer.
  await town.request(olga, day('2027-01-15', '2027-01-17'))
  town.deps.clock.set(at('2026-12-05T09:00:00Z'))
  await runClock(town.deps)
  expect((await town.show(olga, offered)).status).toBe('expired')
  expect(await rate()).toBeCloseTo(2 / 3)
})
