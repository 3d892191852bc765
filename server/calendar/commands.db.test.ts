import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Service } from '#contract/codes.ts'
import { checkCapacity, releaseCapacity, takeCapacity } from '#server/calendar/commands.ts'
import { addDays, addHours, instantOf } from '#server/kernel/day.ts'
import { type Tx } from '#server/kernel/db/db.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { newId } from '#server/kernel/ids.ts'
import { refreshSitter } from '#server/search/commands.ts'
import { lockSitter, sitterForBooking } from '#server/sitters/commands.ts'
import { bookingFixture, refusalOf, type SitterTerms } from '#test/booking-fixture.ts'
import { now } from '#test/build.ts'
import { eve, olga } from '#test/cast.ts'
import { collide } from '#test/db.ts'

const monday = '2026-12-14'
const everything: SitterTerms = {
  services: {
    boarding: { rates: { base: 30_00 }, capacity: 2 },
    day_care: { rates: { base: 20_00 }, capacity: 3 },
    house_sitting: { rates: { base: 40_00 }, capacity: 1 },
    drop_in: { rates: { base: 10_00 }, capacity: 3 },
    dog_walking: { rates: { base: 10_00 }, capacity: 3 },
  },
}

async function setup(terms: SitterTerms = everything) {
  const fixture = await bookingFixture(terms)
  const { db, sitterId, rex, pip } = fixture
  const sitter = (await sitterForBooking(db, sitterId))!
  await inTransaction(db, (tx) => refreshSitter(tx, sitterId, now))
  const wanted = (service: Service, over: Partial<Wish> = {}) => wishOf(service, over)
  /** Inserts a confirmed booking without the places it takes. */
  const write = async (tx: Tx, wish: Wish): Promise<string> => {
    const id = newId(now)
    await tx
      .insertInto('booking')
      .values({
        id,
        owner_id: wish.ownerId,
        sitter_id: sitterId,
        service: wish.service,
        status: 'confirmed',
        start_on: wish.units[0]!.on,
        start_time: '09:00',
        end_on: wish.units.at(-1)!.on,
        end_time: '09:00',
        time_zone: 'Europe/Dublin',
        starts_at: wish.units[0]!.startsAt,
        ends_at: wish.units.at(-1)!.endsAt,
        quote: '{}',
        terms: '{}',
        currency: 'EUR',
        total: 0,
        created_at: now,
        updated_at: now,
      })
      .execute()
    await tx
      .insertInto('booking_unit')
      .values(
        wish.units.map((unit, idx) => ({
          booking_id: id,
          idx,
          on_date: unit.on,
          starts_at: unit.startsAt,
          ends_at: unit.endsAt,
          minutes: 30,
        })),
      )
      .execute()
    await tx
      .insertInto('booking_pet')
      .values([rex, pip].slice(0, wish.pets).map((pet_id) => ({ booking_id: id, pet_id })))
      .execute()
    return id
  }
  const take = (wish: Wish) =>
    inTransaction(db, async (tx) => {
      await lockSitter(tx, sitterId)
      const id = await write(tx, wish)
      await takeCapacity(tx, sitterId, { ...wish, id }, now)
      return id
    })
  const release = (id: string, fromOn?: string) =>
    inTransaction(db, async (tx) => {
      await lockSitter(tx, sitterId)
      await releaseCapacity(tx, id, now, { fromOn })
    })
  const used = async () =>
    (
      await db
        .selectFrom('sitter_day')
        .selectAll()
        .where('used', '>', 0)
        .orderBy('on_date')
        .orderBy('kind')
        .execute()
    ).map((row) => `${row.on_date} ${row.kind} ${row.used}/${row.cap}`)
  const words = async () =>
    (
      await sql<object>`
      select service, w0, w1, w2, w3, w4, w5 from sitter_search where sitter_id = ${sitterId} order by service`.execute(
        db,
      )
    ).rows
  return { ...fixture, sitter, wanted, write, take, release, used, words }
}

type Wish = ReturnType<typeof wishOf>
function wishOf(
  service: Service,
  {
    ownerId = olga.accountId,
    pets = 1,
    on = monday,
    count = 1,
    time = '09:00',
    hours = service === 'boarding' || service === 'house_sitting' ? 24 : 0.5,
  }: { ownerId?: string; pets?: number; on?: string; count?: number; time?: string; hours?: number } = {},
) {
  const units = Array.from({ length: count }, (_, index) => {
    const day = addDays(on, index)
    const startsAt = instantOf(day, time, 'Europe/Dublin')
    return { on: day, startsAt, endsAt: addHours(startsAt, hours) }
  })
  return { service, ownerId, pets, units }
}

test('capacity is counted per day and service, and additionally for the home', async () => {
  const { take, used } = await setup()

  await take(wishOf('boarding', { pets: 2, count: 2 }))
  await take(wishOf('day_care', { on: addDays(monday, 1) }))

  expect(await used()).toEqual([
    '2026-12-14 boarding 2/2',
    '2026-12-14 home 2/3',
    '2026-12-15 boarding 2/2',
    '2026-12-15 day_care 1/3',
    '2026-12-15 home 3/3',
  ])
})

test.each([
  ['a third dog', [wishOf('boarding', { pets: 2 })], wishOf('boarding'), 'full'],
  [
    'a guest above the ceiling of the home',
    [wishOf('boarding', { pets: 2 }), wishOf('day_care')],
    wishOf('day_care'),
    'home_full',
  ],
  ['house sitting beside a guest', [wishOf('boarding')], wishOf('house_sitting'), 'home_in_use'],
  ['a guest beside house sitting', [wishOf('house_sitting')], wishOf('day_care'), 'house_sitting'],
  ['a second house', [wishOf('house_sitting')], wishOf('house_sitting'), 'full'],
  ['a visit beside house sitting', [wishOf('house_sitting')], wishOf('drop_in'), 'house_sitting'],
  [
    'a walk ten minutes after a visit',
    [wishOf('drop_in', { time: '09:00' })],
    wishOf('dog_walking', { time: '09:40' }),
    'time_taken',
  ],
])('%s is refused with the day and the reason', async (_, before, wish, obstacle) => {
  const { db, take, sitter } = await setup()
  for (const other of before) await take(other)

  expect(await checkCapacity(db, sitter, wish)).toMatchObject([{ on: monday, obstacle }])
  expect(await refusalOf(take(wish))).toMatchObject({
    code: 'capacity-full',
    status: 422,
    dates: [monday],
    conflicts: [{ on: monday, obstacle }],
  })
})

test('a walk 15 minutes after a visit is accepted', async () => {
  const { take, used } = await setup()
  await take(wishOf('drop_in', { time: '09:00' }))
  await take(wishOf('dog_walking', { time: '09:45' }))
  expect(await used()).toEqual(['2026-12-14 dog_walking 1/3', '2026-12-14 drop_in 1/3'])
})

test('two visits of one booking can be back to back', async () => {
  const { take, used } = await setup()
  const [first] = wishOf('drop_in', { time: '09:00' }).units
  const [second] = wishOf('drop_in', { time: '09:30' }).units
  await take({ ...wishOf('drop_in'), units: [first!, second!] })
  expect(await used()).toEqual(['2026-12-14 drop_in 2/3'])
})

/** A wish for every Monday and Wednesday of three weeks, at one or several times a day. */
const weekly = (service: Service, ...times: string[]): Wish => ({
  ...wishOf(service),
  units: [0, 2, 7, 9, 14, 16].flatMap((days) =>
    times.flatMap((time) => wishOf(service, { on: addDays(monday, days), time }).units),
  ),
})

test('a weekly series needs travel time to every existing visit, and is refused with only the conflicting days', async () => {
  const { db, sitter, take, used } = await setup()
  await take(wishOf('drop_in', { on: addDays(monday, 7), time: '09:00' }))
  await take(wishOf('drop_in', { on: addDays(monday, 16), time: '17:40' }))
  const clashing = [
    { on: addDays(monday, 7), obstacle: 'time_taken' },
    { on: addDays(monday, 16), obstacle: 'time_taken' },
  ]

  expect(await checkCapacity(db, sitter, weekly('dog_walking', '09:44', '17:00'))).toMatchObject(clashing)
  expect(await refusalOf(take(weekly('dog_walking', '09:44', '17:00')))).toMatchObject({
    code: 'capacity-full',
    conflicts: clashing,
  })
  expect(await used()).toHaveLength(2)

  await take(weekly('dog_walking', '09:45', '16:55'))
  expect(await used()).toHaveLength(8)
})

test('two interleaved series are accepted only with travel time between each pair of visits', async () => {
  const { take, release } = await setup()
  const mine = await take(weekly('drop_in', '09:00', '12:00'))
  const walks = (time: string) => ({ ...weekly('dog_walking', time), ownerId: eve.accountId })

  expect(await refusalOf(take(walks('11:16')))).toMatchObject({
    conflicts: Array.from({ length: 6 }, () => ({ obstacle: 'time_taken' })),
  })
  await take(walks('11:15'))
  expect(await refusalOf(take(walks('08:16')))).toMatchObject({ code: 'capacity-full' })

  await release(mine)
  await take(walks('12:00'))
})

test('the one-household limit accepts the same owner and refuses another one', async () => {
  const { take } = await setup({ ...everything, oneHousehold: true })
  await take(wishOf('boarding'))
  await take(wishOf('day_care'))
  expect(await refusalOf(take(wishOf('day_care', { ownerId: eve.accountId })))).toMatchObject({
    code: 'capacity-full',
    conflicts: [{ obstacle: 'other_household' }],
  })
})

test('released capacity can be booked again, whether released from a given day on or entirely', async () => {
  const { take, release, used, words } = await setup()
  const before = await words()

  const stay = await take(wishOf('house_sitting', { count: 3 }))
  expect(await words()).not.toEqual(before)
  await release(stay, addDays(monday, 1))
  expect(await used()).toEqual(['2026-12-14 house_sitting 1/1'])
  await take(wishOf('boarding', { on: addDays(monday, 1) }))

  const visits = await take(wishOf('drop_in', { on: addDays(monday, 7), count: 2 }))
  await release(visits)
  await take(wishOf('dog_walking', { on: addDays(monday, 7) }))
})

test('the availability bits of the search index match the days, whether updated or rebuilt', async () => {
  const { db, take, release, words, sitterId } = await setup()
  const before = await words()
  const rebuilt = async () => {
    await inTransaction(db, (tx) => refreshSitter(tx, sitterId, now))
    return words()
  }

  const guest = await take(wishOf('boarding', { pets: 2, count: 3 }))
  const house = await take(wishOf('house_sitting', { on: '2027-06-01', count: 5 }))
  const marked = await words()
  expect(marked).not.toEqual(before)
  expect(await rebuilt()).toEqual(marked)

  await release(guest)
  await release(house)
  expect(await words()).toEqual(before)
})

test('of 64 concurrent bookings, exactly the capacity succeeds and the others are refused with capacity-full', async () => {
  const { db, sitterId, take, used } = await setup()
  const calls = Array.from({ length: 64 }, () => () => outcomeOf(take(wishOf('boarding', { count: 2 }))))

  const outcomes = await collide(db, 'sitter', sitterId, calls)

  expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(2)
  expect(outcomes.filter((outcome) => outcome === 'capacity-full')).toHaveLength(62)
  expect(await used()).toContain('2026-12-14 boarding 2/2')
})

test('without the sitter lock, the counters alone still prevent overbooking', async () => {
  const { db, sitter, write, used } = await setup()
  const take = () =>
    inTransaction(db, async (tx) => {
      const id = await write(tx, wishOf('boarding'))
      await takeCapacity(tx, sitter.id, { ...wishOf('boarding'), id }, now)
    })
  await db
    .insertInto('sitter_day')
    .values({ sitter_id: sitter.id, on_date: monday, kind: 'boarding', used: 0, cap: 2 })
    .execute()

  const outcomes = await Promise.all(Array.from({ length: 16 }, () => outcomeOf(take())))

  expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(2)
  expect(await used()).toContain('2026-12-14 boarding 2/2')
})

test('control: without the lock and the CHECK constraint, 16 concurrent bookings exceed the capacity', async () => {
  const { db, sitterId, sitter, write } = await setup()
  await sql`alter table sitter_day drop constraint sitter_day_check`.execute(db)
  let checked = 0
  const allChecked = Promise.withResolvers<void>()
  const take = () =>
    inTransaction(db, async (tx) => {
      const blocked = await checkCapacity(tx, sitter, wishOf('boarding'))
      if (++checked === 16) allChecked.resolve()
      await allChecked.promise
      if (blocked.length > 0) return
      await write(tx, wishOf('boarding'))
      await sql`
        insert into sitter_day (sitter_id, on_date, kind, used, cap) values (${sitterId}, ${monday}, 'boarding', 1, 2)
        on conflict (sitter_id, on_date, kind) do update set used = sitter_day.used + 1`.execute(tx)
    })

  await Promise.all(Array.from({ length: 16 }, take))

  const day = await db.selectFrom('sitter_day').select(['used', 'cap']).executeTakeFirstOrThrow()
  expect(day.used).toBeGreaterThan(day.cap)
})

const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'taken',
    async () => (await refusalOf(work)).code,
  )
