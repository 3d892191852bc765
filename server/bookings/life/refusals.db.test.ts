import { expect, test } from 'vitest'
import type { BookingDraftInput } from '#contract/bookings/bookings.ts'
import type { Service } from '#contract/codes.ts'
import { buildPet, bookingFixture, refusalOf, weekend } from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'

type Town = Awaited<ReturnType<typeof bookingFixture>>
const missing = 'ffffffff-ffff-7fff-8fff-ffffffffffff'
const walk = (fixture: Town, visits: BookingDraftInput['visits']): BookingDraftInput => ({
  sitterId: fixture.sitterId,
  service: 'dog_walking',
  visits,
  petIds: [fixture.rex],
})

/** Faulty drafts, and the fields each refusal must carry in addition to its code. */
const drafts: [name: string, draft: (fixture: Town) => BookingDraftInput, refusal: object][] = [
  [
    'no such sitter',
    (fixture) => ({ ...weekend(fixture), sitterId: missing }),
    { code: 'sitter-not-found', status: 404 },
  ],
  [
    'a service not offered',
    (fixture) => ({ ...weekend(fixture), service: 'house_sitting' }),
    {
      code: 'service-not-offered',
      detail: expect.stringMatching(/^Sam offers .*, but not house sitting\.$/),
    },
  ],
  [
    'an end before the start',
    (fixture) => ({ ...weekend(fixture), endOn: '2026-12-11' }),
    {
      code: 'dates-refused',
      rule: 'days_order',
      detail:
        'The last day must come after the first: Fri, 11 Dec 2026 does not come after Fri, 11 Dec 2026.',
    },
  ],
  [
    'more than 60 nights',
    (fixture) => ({ ...weekend(fixture), endOn: '2027-02-10' }),
    {
      code: 'dates-refused',
      rule: 'nights_max',
      maxNights: 60,
      detail: 'A stay has at most 60 nights, not 61.',
    },
  ],
  [
    'a start in the past',
    (fixture) => ({ ...weekend(fixture), startOn: '2026-11-30' }),
    {
      code: 'dates-refused',
      rule: 'past',
      detail: 'The booking would start in the past: Mon, 30 Nov 2026, 15:00 (Dublin time).',
    },
  ],
  [
    'too little notice',
    (fixture) => ({ ...weekend(fixture), startOn: '2026-12-02', startTime: '08:59', endOn: '2026-12-03' }),
    {
      code: 'notice-too-short',
      noticeHours: 24,
      detail:
        'This sitter needs 24 hours of notice: the earliest start is Wed, 2 Dec 2026, 09:00 (Dublin time).',
    },
  ],
  [
    'too far ahead',
    (fixture) => ({ ...weekend(fixture), startOn: '2027-12-02', endOn: '2027-12-03' }),
    {
      code: 'horizon-exceeded',
      lastOn: '2027-12-01',
      detail: 'Bookings can start at most 365 days ahead, until Wed, 1 Dec 2027, and not on Thu, 2 Dec 2027.',
    },
  ],
  [
    'no such pet',
    (fixture) => ({ ...weekend(fixture), petIds: [fixture.rex, missing] }),
    { code: 'pet-not-found', status: 404 },
  ],
  [
    'an extra not offered',
    (fixture) => ({ ...walk(fixture, [{ on: '2026-12-11' }]), addOns: [{ code: 'bathing' }] }),
    {
      code: 'add-on-not-offered',
      rule: 'not_offered',
      detail: 'This sitter does not offer a bath here. Leave it out.',
    },
  ],
  [
    'three pick-up trips',
    (fixture) => ({ ...weekend(fixture), addOns: [{ code: 'pickup_trip', count: 3 }] }),
    {
      code: 'add-on-not-offered',
      addOn: 'pickup_trip',
      rule: 'trips_max',
      detail: 'At most 2 trips are possible, there and back, not 3.',
    },
  ],
  [
    'a promo code',
    (fixture) => ({ ...weekend(fixture), promoCode: 'FREE' }),
    { code: 'promo-invalid', promoCode: 'FREE', detail: expect.stringContaining('FREE') },
  ],
  [
    'two walks at once',
    (fixture) =>
      walk(fixture, [
        { on: '2026-12-11', time: '10:00' },
        { on: '2026-12-11', time: '10:20' },
      ]),
    {
      code: 'dates-refused',
      rule: 'visits_overlap',
      detail: 'Two walks would be at the same time, on Fri, 11 Dec 2026 at 10:20.',
    },
  ],
  [
    'walks of 45 minutes',
    (fixture) => walk(fixture, [{ on: '2026-12-11', minutes: 45 }]),
    {
      code: 'dates-refused',
      rule: 'visit_length',
      detail: 'This sitter offers 30 or 60 minutes, not 45 (Fri, 11 Dec 2026).',
    },
  ],
]

test('a draft that breaks a rule is refused identically by quote and request, with the offending values', async () => {
  const fixture = await bookingFixture()
  const { quoteHash } = await fixture.quote(olga, weekend(fixture))
  for (const [name, draft, refusal] of drafts) {
    const problem = await refusalOf(fixture.quote(olga, draft(fixture)))
    expect(problem, name).toMatchObject({ status: 422, ...refusal })
    expect(await refusalOf(fixture.request(olga, draft(fixture), { quoteHash })), name).toEqual(problem)
  }
})

test('a draft that breaks a pet rule is refused with the pet and the rule', async () => {
  const accepts = { species: ['dog' as const], maxWeightKg: 45, puppies: false, unneutered: false }
  const fixture = await bookingFixture({
    services: { boarding: { rates: { base: 30_00, extraPet: 10_00 }, capacity: 5, maxPets: 2, accepts } },
  })
  const { db } = fixture
  const refusalFor = async (...petIds: string[]) =>
    refusalOf(fixture.quote(olga, { ...weekend(fixture), petIds }))
  const big = await buildPet(db, olga, { name: 'Bear', weightKg: 60 })
  const cat = await buildPet(db, olga, { name: 'Tom', species: 'cat' })
  const wild = await buildPet(db, olga, { name: 'Max', neutered: false })

  expect(await refusalFor(big)).toMatchObject({ code: 'pet-refused', petId: big, rule: 'weight' })
  expect(await refusalFor(cat)).toMatchObject({ code: 'pet-refused', petId: cat, rule: 'species' })
  expect(await refusalFor(fixture.pip)).toMatchObject({
    code: 'pet-refused',
    petId: fixture.pip,
    rule: 'puppy',
  })
  expect(await refusalFor(fixture.rex, wild)).toMatchObject({
    code: 'pet-refused',
    petId: wild,
    rule: 'unneutered',
  })
  const more = [await buildPet(db, olga, { name: 'Two' }), await buildPet(db, olga, { name: 'Three' })]
  expect(await refusalFor(fixture.rex, ...more)).toMatchObject({
    code: 'pets-too-many',
    maxPets: 2,
    pets: 3,
    detail: 'This sitter takes at most 2 pets in one booking, not 3.',
  })
})

test('another account’s pet and an archived pet are refused like an unknown one', async () => {
  const fixture = await bookingFixture()
  const foreign = await refusalOf(fixture.quote(eve, weekend(fixture)))
  const unknown = await refusalOf(fixture.quote(eve, { ...weekend(fixture), petIds: [missing] }))
  expect(JSON.stringify(foreign)).toBe(JSON.stringify(unknown))
  expect(await refusalOf(fixture.quote(null, weekend(fixture)))).toEqual(foreign)
  await fixture.db
    .updateTable('pet')
    .set({ archived_at: fixture.deps.now() })
    .where('id', '=', fixture.rex)
    .execute()
  expect(await refusalOf(fixture.quote(olga, weekend(fixture)))).toEqual(foreign)
})

test('a sitter cannot be booked by themselves, while paused, or before being published', async () => {
  const own = await bookingFixture()
  const pet = await buildPet(own.db, sam, { name: 'Bella' })
  expect(await refusalOf(own.quote(sam, { ...weekend(own), petIds: [pet] }))).toMatchObject({
    code: 'sitter-own',
  })
  const paused = await bookingFixture({ status: 'paused' })
  expect(await refusalOf(paused.quote(olga, weekend(paused)))).toMatchObject({ code: 'sitter-unavailable' })
  const draft = await bookingFixture({ status: 'draft' })
  expect(await refusalOf(draft.quote(olga, weekend(draft)))).toEqual(
    await refusalOf(draft.quote(olga, { ...weekend(draft), sitterId: missing })),
  )
})

test('a full day is refused with its date, even for a quote', async () => {
  const fixture = await bookingFixture({
    services: { boarding: { rates: { base: 30_00, extraPet: 10_00 }, capacity: 1 } },
  })
  await fixture.act(
    sam,
    await fixture.request(olga, { ...weekend(fixture), startOn: '2026-12-12' }),
    'accept',
  )

  expect(await refusalOf(fixture.quote(olga, weekend(fixture)))).toMatchObject({
    code: 'capacity-full',
    dates: ['2026-12-12'],
    detail: 'Not free: Sat, 12 Dec 2026 (no place is left). Choose other dates or another sitter.',
  })
  expect(
    await refusalOf(
      fixture.quote(olga, { ...weekend(fixture), petIds: [fixture.rex, fixture.pip], endOn: '2026-12-12' }),
    ),
  ).toMatchObject({
    code: 'capacity-full',
    dates: ['2026-12-11'],
  })
})

test('an owner can have at most five open requests for overlapping dates', async () => {
  const fixture = await bookingFixture()
  const visit = (hour: number) =>
    walk(fixture, [
      { on: '2026-12-11', time: `${hour}:00` },
      { on: '2026-12-14', time: `${hour}:00` },
    ])
  const sent = []
  for (const hour of [10, 11, 12, 13, 14]) sent.push(await fixture.request(olga, visit(hour)))

  expect(await refusalOf(fixture.request(olga, visit(15)))).toMatchObject({
    code: 'requests-too-many',
    open: 5,
    maxOverlapping: 5,
    detail:
      'You have 5 open requests for these dates, and at most 5 are possible. Wait for an answer or withdraw one.',
  })
  const later = walk(fixture, [{ on: '2026-12-20', time: '10:00' }])
  expect(await fixture.request(olga, later)).toMatchObject({ status: 'requested' })
  await fixture.act(olga, sent[0]!, 'withdraw')
  expect(await fixture.request(olga, visit(15))).toMatchObject({ status: 'requested' })
})

test('an event at the wrong time or by the wrong side is refused and changes nothing', async () => {
  const fixture = await bookingFixture()
  const booking = await fixture.request(olga, weekend(fixture))
  const events = ['accept', 'decline', 'cancel', 'check_in', 'check_out']
  for (const event of events)
    expect(await refusalOf(fixture.act(olga, booking, event))).toMatchObject({
      code: 'booking-action-not-allowed',
      status: 422,
      event,
      bookingStatus: 'requested',
      rule: event === 'cancel' || event === 'check_out' ? 'status' : 'actor',
    })
  expect((await refusalOf(fixture.act(olga, booking, 'cancel'))).detail).toContain(
    'it is possible while a booking is confirmed, and this one is requested',
  )
  expect(await refusalOf(fixture.act(sam, booking, 'withdraw'))).toMatchObject({
    code: 'booking-action-not-allowed',
    detail: expect.stringContaining('it is for the owner, and you are the sitter'),
  })
  expect(await fixture.show(olga, booking)).toEqual(booking)
})

test('a stale version is refused with the current one', async () => {
  const fixture = await bookingFixture()
  const booking = await fixture.request(olga, weekend(fixture))
  expect(await refusalOf(fixture.act(sam, { ...booking, version: 7 }, 'accept'))).toMatchObject({
    code: 'version-stale',
    status: 412,
    version: 1,
    detail: 'You sent version 7, but the booking is now at version 1. Read it again and repeat your answer.',
  })
})

test('a request can be accepted until the moment it expires, and not from then on', async () => {
  const fixture = await bookingFixture()
  const booking = await fixture.request(olga, weekend(fixture))
  fixture.deps.clock.set(new Date(booking.expiresAt!))
  expect(await refusalOf(fixture.act(sam, booking, 'accept'))).toMatchObject({
    code: 'booking-action-not-allowed',
    rule: 'too_late',
    deadlineAt: booking.expiresAt,
    detail: expect.stringContaining('it was possible until Wed, 2 Dec 2026, 09:00 (Dublin time)'),
  })
  fixture.deps.clock.set(new Date(Date.parse(booking.expiresAt!) - 1))
  expect(await fixture.act(sam, booking, 'accept')).toMatchObject({ status: 'confirmed' })
})

test('a request needs an Idempotency-Key and saved pets, and is refused with fields outside the contract', async () => {
  const fixture = await bookingFixture()
  const { quoteHash } = await fixture.quote(olga, weekend(fixture))
  const bad: [object, string][] = [
    [{ ownerId: sam.accountId }, 'ownerId'],
    [{ status: 'confirmed' }, 'status'],
    [{ total: 1 }, 'total'],
    [{ petIds: undefined, pets: [{ species: 'dog' }] }, 'petIds'],
    [{ service: 'dog_walking' satisfies Service }, 'visits'],
    [{ startOn: '2026-02-30' }, 'startOn'],
    [{ message: '\u0000' }, 'message'],
  ]
  for (const [change, path] of bad) {
    const refusal = await refusalOf(fixture.request(olga, { ...weekend(fixture), ...change }, { quoteHash }))
    expect(refusal).toMatchObject({ code: 'request-invalid', status: 400 })
    expect(refusal.errors?.map((error) => error.path)).toContain(path)
  }
  const noKey = await refusalOf(fixture.request(olga, weekend(fixture), { quoteHash, key: '' }))
  expect(noKey).toMatchObject({ code: 'request-invalid', errors: [{ path: 'Idempotency-Key' }] })
  expect((await fixture.list(olga)).items).toEqual([])
})
