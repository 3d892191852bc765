import { expect, test } from 'vitest'
import { z } from 'zod'
import { Rates } from '#contract/sitters/sitters.ts'
import {
  actorsOf,
  exampleA,
  exampleRates,
  bookingFixture,
  refusalOf,
  weekend,
} from '#test/booking-fixture.ts'
import { now } from '#test/build.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { inquire } from '#test/offer-fixture.ts'

const missing = 'ffffffff-ffff-7fff-8fff-ffffffffffff'
const at = (instant: string) => new Date(instant)

test('a request is accepted, checked in, checked out and reviewed by both sides', async () => {
  const fixture = await bookingFixture()
  const { deps, request, act, show } = fixture

  const requested = await request(olga, weekend(fixture), { message: 'Rex likes sofas.' })
  expect(requested).toMatchObject({
    status: 'requested',
    version: 1,
    role: 'owner',
    message: 'Rex likes sofas.',
    expiresAt: '2026-12-02T09:00:00.000Z',
    payment: { status: 'none', paid: 0 },
    actions: [{ event: 'withdraw' }],
  })
  expect(requested.number).toMatch(/^\d{6}$/)

  const seenBySam = await show(sam, requested)
  expect(seenBySam.actions.map(({ event }) => event)).toEqual(['accept', 'offer', 'decline'])

  const confirmed = await act(sam, seenBySam, 'accept')
  expect(confirmed).toMatchObject({ status: 'confirmed', version: 2, expiresAt: null })
  expect(confirmed.payment).toEqual({
    status: 'captured',
    mode: 'manual',
    paid: requested.quote.total,
    refunded: 0,
    due: null,
    extra: null,
    charge: null,
  })

  deps.clock.set(at('2026-12-11T14:30:00Z'))
  const running = await act(sam, confirmed, 'check_in', { note: 'Rex has found the sofa.' })
  expect(running.status).toBe('in_progress')

  deps.clock.set(at('2026-12-13T11:00:00Z'))
  const completed = await act(sam, running, 'check_out')
  expect(completed).toMatchObject({ status: 'completed', reviewable: true })
  expect(completed.actions.map(({ event }) => event)).toEqual(['open_case'])
  expect(completed.timeline.map(({ event, by }) => [event, by])).toEqual([
    ['request', 'owner'],
    ['accept', 'sitter'],
    ['check_in', 'sitter'],
    ['check_out', 'sitter'],
  ])
  expect(completed.timeline[2]!.detail).toBe('Sam checked in: Rex has found the sofa.')

  expect(await fixture.review(olga, completed)).toMatchObject({ published: false })
  expect((await show(olga, completed)).reviewable).toBe(false)
  expect(await fixture.review(sam, completed)).toMatchObject({ published: true })
})

test('example A is quoted as in the rules, also for a visitor who only describes the pets', async () => {
  const fixture = await bookingFixture()
  const { petIds: _, ...draft } = exampleA(fixture)
  const pets = [
    { species: 'dog' as const, birthOn: '2021-06-01' },
    { species: 'dog' as const, birthOn: '2026-05-10' },
  ]

  const ownerQuote = await fixture.quote(olga, exampleA(fixture))
  const visitorQuote = await fixture.quote(null, {
    ...draft,
    addOns: [{ code: 'bathing' }, { code: 'pickup_trip' }],
    pets,
  })

  for (const quote of [ownerQuote, visitorQuote]) {
    expect(quote).toMatchObject({ subtotal: 587_00, ownerFee: 40_00, total: 627_00, currency: 'EUR' })
    expect(quote.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(quote.subtotal)
    expect(quote.refundSchedule[0]).toEqual({ until: '2026-12-15T12:00:00.000Z', refund: 627_00 })
    expect(quote.validUntil).toBe('2026-12-01T09:15:00.000Z')
    expect(quote).not.toHaveProperty('sitterPayout')
  }
})

test('only the sitter sees what the sitter earns', async () => {
  const fixture = await bookingFixture()
  const booking = await fixture.request(olga, exampleA(fixture))

  expect(booking.quote).not.toHaveProperty('sitterPayout')
  expect((await fixture.show(sam, booking)).quote).toMatchObject({ sitterFee: 58_70, sitterPayout: 528_30 })
  const { petIds: _, addOns: __, ...draft } = exampleA(fixture)
  const own = await fixture.quote(sam, { ...draft, pets: [{ species: 'dog' }] })
  expect(own.sitterPayout).toBe(own.subtotal - own.sitterFee!)
})

test('the quoted price is stored, and a price that has changed since is refused with a new quote', async () => {
  const fixture = await bookingFixture()
  const { db, request, quote } = fixture
  const { quoteHash, total } = await quote(olga, exampleA(fixture))
  await db
    .updateTable('sitter_service')
    .set({ rates: JSON.stringify(Rates.parse({ ...exampleRates, base: 40_00 })) })
    .where('service', '=', 'boarding')
    .execute()

  const refusal = await refusalOf(request(olga, exampleA(fixture), { quoteHash }))

  expect(refusal).toMatchObject({ code: 'price-changed', status: 422 })
  const currentQuote = z.looseObject({ total: z.int(), quoteHash: z.string() }).parse(refusal['quote'])
  expect(currentQuote.total).not.toBe(total)
  expect(currentQuote).not.toHaveProperty('sitterPayout')
  const booking = await request(olga, exampleA(fixture), { quoteHash: currentQuote.quoteHash })
  expect(booking.quote.total).toBe(currentQuote.total)
})

test('a quote holds for 15 minutes, to the millisecond', async () => {
  const fixture = await bookingFixture()
  const { deps, request, quote } = fixture
  const { quoteHash } = await quote(olga, weekend(fixture))
  const until = now.getTime() + 15 * 60_000

  deps.clock.set(new Date(until + 1))
  expect(await refusalOf(request(olga, weekend(fixture), { quoteHash }))).toMatchObject({
    code: 'price-changed',
    rule: 'quote_expired',
    detail: expect.stringContaining('valid until Tue, 1 Dec 2026, 09:15 (Dublin time); it is €83.60 now.'),
  })
  deps.clock.set(new Date(until))
  expect(await request(olga, weekend(fixture), { quoteHash })).toMatchObject({ status: 'requested' })
})

test('a quote is bound to its dates, pets and extras, and a forged quote hash is refused', async () => {
  const fixture = await bookingFixture()
  const { request, quote } = fixture
  const { quoteHash } = await quote(olga, weekend(fixture))
  const stamp = quoteHash.split('.')[0]!
  const others = [
    { ...weekend(fixture), endTime: '11:30' },
    { ...weekend(fixture), petIds: [fixture.pip] },
    { ...weekend(fixture), addOns: [{ code: 'pickup_trip' as const }] },
  ]
  for (const draft of others)
    expect(await refusalOf(request(olga, draft, { quoteHash }))).toMatchObject({ code: 'price-changed' })
  for (const forged of [
    '',
    'x',
    `${stamp}.${'A'.repeat(43)}`,
    `0${quoteHash}`,
    `zzzzzzzzz.${quoteHash.slice(-43)}`,
  ])
    expect(await refusalOf(request(olga, weekend(fixture), { quoteHash: forged }))).toMatchObject({
      code: 'price-changed',
      rule: 'other_price',
    })
})

test('the agreed price and policy remain in force when the sitter changes them later', async () => {
  const fixture = await bookingFixture()
  const booking = await fixture.request(olga, exampleA(fixture))
  await fixture.db
    .updateTable('sitter_service')
    .set({ policy: 'strict', rates: JSON.stringify(Rates.parse({ base: 99_00 })) })
    .where('service', '=', 'boarding')
    .execute()

  const confirmed = await fixture.act(sam, booking, 'accept')

  expect(confirmed.quote).toMatchObject({ total: 627_00, policy: 'moderate' })
  fixture.deps.clock.set(at('2026-12-15T12:00:00Z'))
  expect((await fixture.show(olga, booking)).refundNow).toMatchObject({ total: 627_00 })
})

test('a repeat booking of the same pair has lower fees', async () => {
  const fixture = await bookingFixture()
  const first = await fixture.request(olga, weekend(fixture))
  const confirmed = await fixture.act(sam, first, 'accept')
  fixture.deps.clock.set(at('2026-12-13T11:00:00Z'))
  const running = await fixture.act(sam, confirmed, 'check_in').catch(() => undefined)
  expect(running).toBeUndefined()
  fixture.deps.clock.set(at('2026-12-12T11:00:00Z'))
  const checkedIn = await fixture.act(sam, confirmed, 'check_in')
  fixture.deps.clock.set(at('2026-12-13T11:00:00Z'))
  await fixture.act(sam, checkedIn, 'check_out')

  expect(await fixture.quote(olga, exampleA(fixture))).toMatchObject({ subtotal: 587_00, total: 616_35 })
  expect(
    await fixture.quote(eve, {
      ...exampleA(fixture),
      petIds: undefined,
      addOns: [],
      pets: [{ species: 'dog' }],
    }),
  ).toMatchObject({
    ownerFeeRule: '10% of the subtotal',
  })
})

test('contact details are shown once a booking is confirmed, and hidden again after it is cancelled', async () => {
  const fixture = await bookingFixture()
  await fixture.db
    .updateTable('account')
    .set({ phone_number: '+353871234567', location: '1 Green Street' })
    .where('id', 'in', [olga.accountId, sam.accountId])
    .execute()
  const contactsOf = async (id: { id: string }) => {
    const [owner, sitter] = [await fixture.show(olga, id), await fixture.show(sam, id)]
    return [owner.sitter, sitter.owner].map(({ phoneNumber, location }) => phoneNumber ?? location)
  }
  const requested = await fixture.request(olga, weekend(fixture))
  expect(await contactsOf(requested)).toEqual([null, null])
  const confirmed = await fixture.act(sam, requested, 'accept')
  expect(await contactsOf(confirmed)).toEqual(['+353871234567', '+353871234567'])
  await fixture.act(olga, confirmed, 'cancel')
  expect(await contactsOf(requested)).toEqual([null, null])
})

test('a stranger cannot tell a booking from one that does not exist', async () => {
  const fixture = await bookingFixture()
  const { id } = await fixture.request(olga, weekend(fixture))
  const attempts = (target: string) => [
    fixture.show(eve, { id: target }),
    ...['withdraw', 'accept', 'decline', 'cancel', 'check_in', 'check_out'].map((event) =>
      fixture.act(eve, { id: target, version: 1 }, event),
    ),
    fixture.act(eve, { id: target, version: 1 }, 'cancel_by_sitter', { reason: 'because' }),
    fixture.review(eve, { id: target }),
  ]

  const real = await Promise.all(attempts(id).map(refusalOf))
  const none = await Promise.all(attempts(missing).map(refusalOf))

  expect(JSON.stringify(real)).toBe(JSON.stringify(none))
  expect(new Set(real.map(({ status }) => status))).toEqual(new Set([404]))
  const lists = [fixture.list(eve, {}, olga.accountId), fixture.list(eve, {}, missing)]
  const [foreign, unknown] = await Promise.all(lists.map(refusalOf))
  expect(JSON.stringify(foreign)).toBe(JSON.stringify(unknown))
})

test('lists can be filtered by requests, upcoming and past for either side, and are paginated', async () => {
  const fixture = await bookingFixture()
  const { request, act, list } = fixture
  const days = [4, 6, 8, 10, 12].map((day) => String(day).padStart(2, '0'))
  const bookings = []
  for (const [index, day] of days.entries()) {
    fixture.deps.clock.set(new Date(now.getTime() + index))
    bookings.push(
      await request(olga, {
        sitterId: fixture.sitterId,
        service: 'dog_walking',
        visits: [{ on: `2026-12-${day}`, time: '10:00' }],
        petIds: [fixture.rex],
      }),
    )
  }
  const [a, b, c, d, e] = bookings.map(({ id }) => id)
  await act(sam, bookings[3]!, 'accept')
  await act(sam, bookings[1]!, 'accept')
  await act(olga, bookings[4]!, 'withdraw')
  const idsOf = async (viewer: typeof olga, query: object) =>
    (await list(viewer, query)).items.map(({ id }) => id)

  expect(await idsOf(olga, { scope: 'requests' })).toEqual([c, a])
  expect(await idsOf(sam, { scope: 'upcoming', role: 'sitter' })).toEqual([b, d])
  expect(await idsOf(olga, { scope: 'past' })).toEqual([e])
  expect(await idsOf(olga, { role: 'sitter' })).toEqual([])
  expect(await idsOf(eve, {})).toEqual([])

  const pages = []
  let cursor: string | null | undefined
  do {
    const page = await list(olga, { limit: 2, ...(cursor ? { cursor } : {}) })
    pages.push(page.items.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor)
  expect(pages).toEqual([[e, d], [c, b], [a]])
  expect(await refusalOf(list(olga, { cursor: 'nonsense' }))).toMatchObject({ code: 'cursor-invalid' })
})

test('a list can be limited to days, which excludes questions without days', async () => {
  const fixture = await bookingFixture()
  const { id } = await fixture.request(olga, weekend(fixture))
  await inquire(fixture)
  const idsOf = async (query: object) => (await fixture.list(sam, query)).items.map((item) => item.id)

  expect(await idsOf({ from: '2026-12-13', to: '2026-12-31' })).toEqual([id])
  expect(await idsOf({ from: '2026-11-01', to: '2026-12-11' })).toEqual([id])
  expect(await idsOf({ from: '2026-12-12', to: '2026-12-12' })).toEqual([id])
  expect(await idsOf({ from: '2026-12-14' })).toEqual([])
  expect(await idsOf({ to: '2026-12-10' })).toEqual([])
  expect(await idsOf({ from: '2026-11-01', to: '2027-12-31', scope: 'upcoming' })).toEqual([])
})

test('visits keep their local times across a DST change', async () => {
  const fixture = await bookingFixture()
  fixture.deps.clock.set(at('2026-10-20T09:00:00Z'))
  const booking = await actorsOf(fixture.deps).request(olga, {
    sitterId: fixture.sitterId,
    service: 'dog_walking',
    visits: [
      { on: '2026-10-26', time: '09:00', minutes: 60 },
      { on: '2026-10-24', time: '09:00' },
    ],
    petIds: [fixture.rex],
  })
  expect(booking.visits).toEqual([
    {
      on: '2026-10-24',
      time: '09:00',
      minutes: 30,
      startsAt: '2026-10-24T08:00:00.000Z',
      endsAt: '2026-10-24T08:30:00.000Z',
      reportable: false,
    },
    {
      on: '2026-10-26',
      time: '09:00',
      minutes: 60,
      startsAt: '2026-10-26T09:00:00.000Z',
      endsAt: '2026-10-26T10:00:00.000Z',
      reportable: false,
    },
  ])
})
