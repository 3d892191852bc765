import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as contract from '#contract/bookings/bookings.ts'
import type { Booking } from '#contract/bookings/bookings.ts'
import { keysOf } from '#contract/entries.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import { statusAfter } from '#server/bookings/life/rule.ts'
import { transitions } from '#server/bookings/transitions.ts'
import { checkCapacity } from '#server/calendar/commands.ts'
import { sitterForBooking } from '#server/sitters/commands.ts'
import { actorsOf, buildSitter, bookingFixture, send, weekend } from '#test/booking-fixture.ts'
import { now } from '#test/build.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { barrier, buildCrowd, crowd, statusOf, tally } from '#test/crowd.ts'
import { collide } from '#test/db.ts'
import { expectInvariants } from '#test/invariants.ts'
import { note, rounds } from '#test/proofs/plan.ts'

const timeoutMs = 120_000

test(
  'of 64 concurrent requests for the last places, all accepted at once, exactly the capacity is confirmed',
  { timeout: timeoutMs },
  async () => {
    const capacity = 3
    const fixture = await bookingFixture({ services: { boarding: { rates: { base: 30_00 }, capacity } } })
    const { db, sitterId } = fixture
    const owners = await buildCrowd(db)
    for (let round = 0; round < 3; round++) {
      const draft = {
        ...weekend(fixture),
        startOn: `2026-12-1${round * 3}`,
        endOn: `2026-12-1${round * 3 + 2}`,
      }
      const quoted = await Promise.all(
        owners.map(async ({ viewer, pet }) => {
          const body = { ...draft, petIds: [pet] }
          return { viewer, body, quoteHash: (await fixture.quote(viewer, body)).quoteHash }
        }),
      )
      const requests = await collide(
        db,
        'sitter',
        sitterId,
        quoted.map(
          ({ viewer, body, quoteHash }) =>
            () =>
              fixture.request(viewer, body, { quoteHash }),
        ),
      )
      const accepts = requests.map((booking) => () => statusOf(fixture.act(sam, booking, 'accept')))
      const statuses = tally(await collide(db, 'sitter', sitterId, accepts))

      expect([statuses['200']?.length, statuses['422']?.length]).toEqual([capacity, crowd - capacity])
      const days = await db
        .selectFrom('sitter_day')
        .select(['on_date', 'used', 'cap'])
        .where('kind', '=', 'boarding')
        .where('on_date', '>=', draft.startOn)
        .execute()
      expect(days.map(({ used, cap }) => [used, cap])).toEqual([
        [capacity, capacity],
        [capacity, capacity],
      ])
    }
    await expectInvariants(fixture.deps)
  },
)

test(
  'positive control: without the guards, 64 concurrent check-then-write calls exceed the capacity',
  { timeout: timeoutMs },
  async () => {
    const fixture = await bookingFixture({ services: { boarding: { rates: { base: 30_00 }, capacity: 1 } } })
    const { db, sitterId } = fixture
    await sql`alter table sitter_day drop constraint sitter_day_check`.execute(db)
    const sitter = (await sitterForBooking(db, sitterId))!
    const all = barrier(crowd)
    const wanted = {
      service: 'boarding' as const,
      ownerId: olga.accountId,
      pets: 1,
      units: [{ on: '2026-12-11', startsAt: now, endsAt: new Date(now.getTime() + 1) }],
    }
    const winners = await Promise.all(
      Array.from({ length: crowd }, async () => {
        const conflicts = await checkCapacity(db, sitter, wanted)
        await all()
        if (conflicts.length > 0) return 0
        await db
          .insertInto('sitter_day')
          .values({ sitter_id: sitterId, on_date: '2026-12-11', kind: 'boarding', used: 1, cap: 1 })
          .onConflict((conflict) =>
            conflict
              .columns(['sitter_id', 'on_date', 'kind'])
              .doUpdateSet({ used: sql`sitter_day.used + 1` }),
          )
          .execute()
        return 1
      }),
    )
    const { used } = await db.selectFrom('sitter_day').select('used').executeTakeFirstOrThrow()
    note('Control: the guards of the calendar are off', `${used} of ${crowd} won one place`)
    expect(winners.filter((won) => won === 1).length).toBe(used)
    expect(used).toBeGreaterThan(1)
  },
)

test(
  'concurrent acceptance of overlapping stays of different lengths never exceeds the capacity of a day',
  { timeout: timeoutMs },
  async () => {
    const fixture = await bookingFixture({ services: { boarding: { rates: { base: 30_00 }, capacity: 2 } } })
    const { db, sitterId } = fixture
    const owners = await buildCrowd(db)
    const requests: Booking[] = []
    for (const [index, { viewer, pet }] of owners.entries()) {
      const start = 10 + (index % 9)
      const draft = {
        ...weekend(fixture),
        startOn: `2026-12-${start}`,
        endOn: `2026-12-${start + 1 + (index % 4)}`,
        petIds: [pet],
      }
      requests.push(await fixture.request(viewer, draft))
    }
    const accepts = requests.map((booking) => () => statusOf(fixture.act(sam, booking, 'accept')))
    const statuses = tally(await collide(db, 'sitter', sitterId, accepts))

    expect(Object.keys(statuses).sort()).toEqual(['200', '422'])
    const { rows } = await sql<{ on: string; pets: number; used: number }>`
    select unit.on_date as "on", count(*)::int as pets, max(day.used)::int as used
    from booking join booking_unit unit on unit.booking_id = booking.id
    join sitter_day day on day.on_date = unit.on_date and day.kind = 'boarding'
    where booking.status = 'confirmed' group by unit.on_date`.execute(db)
    for (const { on, pets, used } of rows) expect([on, pets], on).toEqual([on, used])
    expect(Math.max(...rows.map(({ used }) => used))).toBe(2)
    await expectInvariants(fixture.deps)
  },
)

test('one booking accepted 64 times at once is accepted once', { timeout: timeoutMs }, async () => {
  const fixture = await bookingFixture()
  const { db, sitterId } = fixture
  const booking = await fixture.request(olga, weekend(fixture))
  const calls = Array.from({ length: crowd }, () => () => statusOf(fixture.act(sam, booking, 'accept')))

  const statuses = tally(await collide(db, 'sitter', sitterId, calls))

  expect([statuses['200']?.length, statuses['422']?.length]).toEqual([1, crowd - 1])
  const events = await db.selectFrom('booking_event').select('event').where('event', '=', 'accept').execute()
  expect(events).toHaveLength(1)
  const { used } = await db.selectFrom('sitter_day').select('used').executeTakeFirstOrThrow()
  expect(used).toBe(1)
  await expectInvariants(fixture.deps)
})

test(
  'positive control: without lock, status and version checks, 64 calls accept one booking more than once',
  { timeout: timeoutMs },
  async () => {
    const fixture = await bookingFixture()
    const { id } = await fixture.request(olga, weekend(fixture))
    const all = barrier(crowd)
    const accepted = await Promise.all(
      Array.from({ length: crowd }, async () => {
        const { status } = await fixture.db
          .selectFrom('booking')
          .select('status')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        await all()
        if (status !== 'requested') return 0
        await fixture.db.updateTable('booking').set({ status: 'confirmed' }).where('id', '=', id).execute()
        return 1
      }),
    )
    const times = accepted.filter((won) => won === 1).length
    note('Control: no lock, status and version', `${crowd} accepted one booking ${times} times`)
    expect(times).toBeGreaterThan(1)
  },
)

test(
  'one Idempotency-Key sent 64 times at once creates one booking, and its response is replayed',
  { timeout: timeoutMs },
  async () => {
    const fixture = await bookingFixture()
    const { db, deps, sitterId } = fixture
    const { quoteHash } = await fixture.quote(olga, weekend(fixture))
    const body = { ...weekend(fixture), quoteHash }
    const create = (key: string, sent: object = body) =>
      send(deps, contract.createBooking, olga, { body: sent, idempotencyKey: key })
    for (let round = 0; round < 3; round++) {
      const key = `the-key-${round}`
      const statuses = tally(await Promise.all(Array.from({ length: crowd }, () => statusOf(create(key)))))
      expect(Object.keys(statuses).every((status) => status === '200' || status === '409')).toBe(true)
      const again = await create(key)
      expect(await create(key)).toEqual(again)
      const rows = await db.selectFrom('booking').select('id').execute()
      expect(rows).toHaveLength(round + 1)
      expect(rows.map(({ id }) => id)).toContain(again.id)
      expect(await statusOf(create(key, { ...body, message: 'Another request.' }))).toBe(422)
    }
    // Positive control: with different keys, the requests succeed up to the limit of five open requests per owner.
    const keys = Array.from({ length: crowd }, (_, index) => `another-${index}`)
    const statuses = tally(
      await collide(
        db,
        'sitter',
        sitterId,
        keys.map((key) => () => statusOf(create(key))),
      ),
    )
    expect([statuses['200']?.length, statuses['422']?.length]).toEqual([2, crowd - 2])
  },
)

test(
  'concurrent accept, withdraw, cancel, decline and expiry take one legal path, with matching amounts',
  { timeout: timeoutMs },
  async () => {
    const fixture = await bookingFixture({
      services: { boarding: { rates: { base: 30_00 }, capacity: 20 } },
      homeCeiling: 20,
    })
    const { db, deps, sitterId } = fixture
    const races = rounds(20, 100)
    const ends = new Map<string, number>()
    for (let round = 0; round < races; round++) {
      deps.clock.set(now)
      const booking = await fixture.request(olga, weekend(fixture))
      const late = { ...deps, now: () => new Date(booking.expiresAt!) }
      const early = actorsOf({ ...deps, now: () => new Date(Date.parse(booking.expiresAt!) - 1) })
      const confirmed = { ...booking, version: 2 }
      const calls = [
        () => statusOf(early.act(sam, booking, 'accept')),
        () => statusOf(early.act(olga, booking, 'withdraw')),
        () => statusOf(early.act(olga, confirmed, 'cancel')),
        () => statusOf(early.act(sam, booking, 'decline')),
        () => statusOf(runClock(late)),
      ]
      const order = calls.map((_, index) => calls[(index * (1 + (round % 4)) + round) % calls.length]!)
      await collide(db, 'sitter', sitterId, order)

      const row = await db
        .selectFrom('booking')
        .selectAll()
        .where('id', '=', booking.id)
        .executeTakeFirstOrThrow()
      const events = await db
        .selectFrom('booking_event')
        .select(['event', 'from_status', 'to_status'])
        .where('booking_id', '=', booking.id)
        .orderBy('idx')
        .execute()
      let status: Parameters<typeof statusAfter>[1] = 'new'
      for (const { event, to_status } of events) {
        const known = keysOf(transitions).find((one) => one === event)!
        expect(statusAfter(known, status)).toBe(to_status)
        status = to_status
      }
      expect(row).toMatchObject({ status, version: events.length })
      const paid = ['confirmed', 'cancelled'].includes(status) ? row.total : 0
      expect(row.paid).toBe(paid)
      expect(row.refunded).toBe(status === 'cancelled' ? row.total : 0)
      const taken = await db.selectFrom('sitter_day').select('used').where('kind', '=', 'boarding').execute()
      const open = await db.selectFrom('booking').select('id').where('status', '=', 'confirmed').execute()
      for (const { used } of taken) expect(used).toBe(open.length)
      ends.set(status, (ends.get(status) ?? 0) + 1)
    }
    note(
      `Accept, withdraw, cancel, decline and expiry of one booking at once, ${races} rounds`,
      `one legal path and the money of it each: ${JSON.stringify(Object.fromEntries(ends))}`,
    )
    expect(ends.size).toBeGreaterThan(1)
    await expectInvariants(deps)
  },
)

test(
  'if two sitters accept requests for one pet at the same time, one is confirmed and there is no deadlock',
  { timeout: timeoutMs },
  async () => {
    const fixture = await bookingFixture()
    const { db } = fixture
    const second = await buildSitter(db, eve)
    for (let round = 0; round < 5; round++) {
      const on = { startOn: `2026-12-${11 + round * 3}`, endOn: `2026-12-${13 + round * 3}` }
      const [samsBooking, evesBooking] = [
        await fixture.request(olga, { ...weekend(fixture), ...on }),
        await fixture.request(olga, { ...weekend(fixture), ...on, sitterId: second }),
      ]
      const statuses = await collide(db, 'account', olga.accountId, [
        () => statusOf(fixture.act(sam, samsBooking, 'accept')),
        () => statusOf(fixture.act(eve, evesBooking, 'accept')),
      ])
      expect(statuses.sort()).toEqual([200, 422])
      const now = await Promise.all(
        [samsBooking, evesBooking].map(async (booking) => (await fixture.show(olga, booking)).status),
      )
      expect(now.sort()).toEqual(['confirmed', 'withdrawn'])
    }
    await expectInvariants(fixture.deps)
  },
)
