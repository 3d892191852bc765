import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ReportCards } from '#contract/care/report-cards.ts'
import { Settings } from '#contract/settings.ts'
import { listOwnBookings } from '#server/bookings/commands.ts'
import { statusAfter } from '#server/bookings/life/rule.ts'
import type { Event } from '#server/bookings/life/transition.ts'
import { listPromos } from '#server/bookings/quote/promo-commands.ts'
import { transitions } from '#server/bookings/transitions.ts'
import { readReport } from '#server/care/commands.ts'
import { demoPassword } from '#server/development/demo-password.ts'
import { drawingName } from '#server/files/address.ts'
import { createUser, hashPassword } from '#server/identity/commands.ts'
import { defaultHash } from '#server/identity/options.ts'
import { createPasswordHasher } from '#server/identity/passwords/hash.ts'
import { type Db, openDb } from '#server/kernel/db/db.ts'
import { readTrialBalance } from '#server/ledger/desk-commands.ts'
import { responseOf } from '#server/reviews/reputation.ts'
import { buildPlaces, now, testDeps } from '#test/build.ts'
import * as towns from '#test/cast.ts'
import { createTestDb, testDb } from '#test/db.ts'
import { expectInvariants } from '#test/invariants.ts'
import { seedNotices } from './notices.ts'
import { seedCards } from './cards.ts'
import { cacheQueries } from './connection.ts'
import { readContent } from './content.ts'
import { seedOperator } from './operator.ts'
import { seedHomes } from './homes.ts'
import { seedLostPets } from './lost.ts'
import { castEmail } from './people.ts'
import { seedPictures } from './pictures.ts'
import { planCity } from './plan.ts'
import { seedMessages } from './messages.ts'
import { seedTown, isTownSeeded } from './town.ts'

const isEvent = (event: string): event is Event => Object.hasOwn(transitions, event)

const { cities } = readContent()
const [lisbon, , dublin] = cities
const size = { sittersPerCity: 8, owners: 8, pets: 13, bookings: 44 }
const smaller = { sittersPerCity: 3, owners: 4, pets: 5, bookings: 12 }

const depsOf = (db: Db) => ({ ...testDeps(db), passwordPepper: undefined })
const countOf = async (db: Db, table: 'account' | 'booking' | 'sitter' | 'pet') =>
  Number(
    (
      await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

async function buildTowns(db: Db): Promise<void> {
  await buildPlaces(db)
  const names = [towns.lisbon, towns.dublin].map(({ id, name, country }) => ({
    place_id: id,
    country,
    name: name.toLowerCase(),
    weight: 1,
  }))
  await db.insertInto('place_name').values(names).execute()
}

describe('a small set of demo data', () => {
  let db: Db
  let drop: () => Promise<void>
  let seeded: Awaited<ReturnType<typeof seedTown>>
  let storage: ReturnType<typeof depsOf>['storage']

  beforeAll(async () => {
    const made = await createTestDb()
    db = openDb(made.url, { max: 4, bulk: true, onConnect: cacheQueries })
    drop = async () => {
      await db.destroy()
      await made.drop()
    }
    await buildTowns(db)
    const deps = depsOf(db)
    storage = deps.storage
    seeded = await seedTown(deps, { size, cities: [lisbon!] })
  })
  afterAll(() => drop())

  test('foundHomes creates two homes, a view of one and an imported calendar, and is idempotent', async () => {
    await seedHomes(depsOf(db))
    await seedHomes(depsOf(db))
    expect(await db.selectFrom('household').select('version').execute()).toEqual([
      { version: 1 },
      { version: 1 },
    ])
    expect(await db.selectFrom('household_view').select('fields').execute()).toEqual([
      { fields: ['emergency'] },
    ])
    const feeds = await db.selectFrom('calendar_feed').select(['source', 'failure', 'fetched_at']).execute()
    expect(feeds).toEqual([{ source: 'file', failure: null, fetched_at: expect.any(Date) }])
    expect(await db.selectFrom('calendar_feed_day').select('on_date').distinct().execute()).toHaveLength(6)
  })

  test('every sitter has a portrait and at least three pictures, and no two of them are the same drawing', async () => {
    const sitters = await db
      .selectFrom('sitter')
      .innerJoin('account', 'account.id', 'sitter.account_id')
      .select([
        'sitter.id',
        'sitter.photo_url as picture',
        'account.id as accountId',
        'account.photo_url as face',
      ])
      .execute()
    const files = await db.selectFrom('file').selectAll().where('kind', 'in', ['account', 'sitter']).execute()
    for (const { id, picture, accountId, face } of sitters) {
      expect([picture, face]).toEqual([
        expect.stringMatching(/640\.webp$/),
        expect.stringMatching(/160\.webp$/),
      ])
      expect(files.filter(({ subject_id }) => subject_id === id).length).toBeGreaterThanOrEqual(3)
      expect(files.filter(({ subject_id }) => subject_id === accountId)).toHaveLength(1)
    }
    for (const { alt } of files) expect(alt).toMatch(/^Drawing of /)
    const drawings = await Promise.all(
      files.map(async ({ hash }) =>
        (await buffer((await storage.read(drawingName(hash!)))!.content)).toString('hex'),
      ),
    )
    expect(new Set(drawings).size).toBe(files.length)
    const without = await db.selectFrom('account').select('id').where('photo_url', 'is', null).execute()
    expect(without.length).toBeGreaterThan(0)
  })

  test('photos, report cards, lost pets and unread notices are created, idempotently', async () => {
    for (const found of [seedPictures, seedCards, seedLostPets, seedNotices]) {
      await found(depsOf(db))
      await found(depsOf(db))
    }
    const files = await db.selectFrom('file').select(['kind', 'state']).execute()
    expect(new Set(files.map(({ state }) => state))).toEqual(new Set(['ready']))
    expect(files.filter(({ kind }) => kind === 'report-card').length).toBeGreaterThan(0)
    const pages = await db.selectFrom('lost_pet').select('ended_at').orderBy('reported_at').execute()
    expect(pages.map(({ ended_at }) => ended_at !== null)).toEqual([true, false])
    expect(await db.selectFrom('lost_sighting').select('id').execute()).toHaveLength(1)
    const cards = await db.selectFrom('care_entry').select('kind').execute()
    const kinds = new Set(cards.map(({ kind }) => kind))
    expect(kinds).toContain('photo')
    expect(kinds).toContain('route')
    const cardAuthors = await db
      .selectFrom('care_entry')
      .innerJoin('account', 'account.id', 'care_entry.account_id')
      .select(['booking_id as bookingId', 'account.id as accountId'])
      .distinct()
      .execute()
    const deps = { ...depsOf(db), now: () => new Date(now) }
    for (const { bookingId, accountId } of cardAuthors) {
      const viewer = { ...towns.sam, accountId }
      const { items } = ReportCards.parse(await readReport(deps, viewer, bookingId))
      // Of the walks, the first has its full length, and the second is clearly shorter.
      if (items.every(({ plannedMinutes }) => plannedMinutes !== null))
        expect(items.map(({ short }) => short).slice(-2)).toEqual([false, true])
    }
    for (const name of ['Olga', 'Sam']) {
      const { unread } = await db
        .selectFrom('notice')
        .innerJoin('account', 'account.id', 'notice.account_id')
        .select(({ fn }) => fn.countAll<string>().as('unread'))
        .where('account.email', '=', castEmail(name))
        .where('read_at', 'is', null)
        .executeTakeFirstOrThrow()
      expect(Number(unread)).toBeGreaterThan(1)
    }
  })

  test('foundTalk creates conversations with bookings and an unread message, and is idempotent', async () => {
    await seedMessages(depsOf(db))
    await seedMessages(depsOf(db))
    const olga = await db
      .selectFrom('account')
      .select('id')
      .where('email', '=', castEmail('Olga'))
      .executeTakeFirstOrThrow()
    const threads = await db.selectFrom('conversation').selectAll().where('owner_id', '=', olga.id).execute()
    const messages = await db
      .selectFrom('message')
      .selectAll()
      .where(
        'conversation_id',
        'in',
        threads.map(({ id }) => id),
      )
      .orderBy('conversation_id')
      .orderBy('seq')
      .execute()
    expect(messages.filter(({ body }) => body !== null)).toHaveLength(6)
    expect(messages.some(({ booking_id }) => booking_id !== null)).toBe(true)
    expect(threads.filter((one) => one.owner_read_seq < one.last_seq)).toHaveLength(1)
  })

  test('all planned users and bookings exist, and no booking was refused', async () => {
    expect(seeded).toEqual({ bookings: 44, refused: 0 })
    expect(await countOf(db, 'sitter')).toBe(8)
    expect(await countOf(db, 'account')).toBe(16)
    expect(await countOf(db, 'booking')).toBe(44)
    expect(await isTownSeeded(depsOf(db))).toBe(true)
  })

  test('the stored statistics of every sitter match a recount', async () => {
    const instantBookings = await db
      .selectFrom('booking_event')
      .select('booking_id')
      .where('event', '=', 'instant_book')
      .execute()
    // Instant bookings did not wait for an answer.
    const wasRequested = ({ id }: { id: string }) =>
      !instantBookings.some(({ booking_id }) => booking_id === id)
    for (const sitter of await db.selectFrom('sitter').selectAll().execute()) {
      const reviews = await db
        .selectFrom('review')
        .select('overall')
        .where('sitter_id', '=', sitter.id)
        .where('author', '=', 'owner')
        .where('published_at', 'is not', null)
        .execute()
      const bookings = await db.selectFrom('booking').selectAll().where('sitter_id', '=', sitter.id).execute()
      const done = bookings.filter(({ status }) => status === 'completed' || status === 'closed')
      const byOwner = Map.groupBy(done, ({ owner_id }) => owner_id)
      const contacts = bookings.filter(wasRequested).map((booking) => ({
        askedAt: booking.created_at,
        answeredAt: booking.answered_at,
        withdrawnAt: booking.status === 'withdrawn' ? booking.updated_at : null,
      }))
      const response = responseOf(contacts, now, sitter.time_zone)
      expect(sitter).toMatchObject({
        rating_sum: reviews.reduce((sum, { overall }) => sum + overall, 0),
        rating_count: reviews.length,
        completed_bookings: done.length,
        clients: byOwner.size,
        repeat_clients: [...byOwner.values()].filter((list) => list.length > 1).length,
        response_minutes: response.minutes,
      })
      if (response.rate === null) expect(sitter.response_rate).toBeNull()
      else expect(sitter.response_rate).toBeCloseTo(response.rate, 5)
    }
  })

  test('no day exceeds its capacity, and its used places match the bookings', async () => {
    const { rows: days } = await sql<{ used: number; cap: number; recount: number }>`
      with taken as (
        select booking.sitter_id, booking.service, unit.on_date, sum(
          case when booking.service in ('boarding', 'day_care')
            then (select count(*) from booking_pet pet where pet.booking_id = booking.id) else 1 end
        )::int as places
        from booking join booking_unit unit on unit.booking_id = booking.id
        where booking.confirmed_at is not null and (
          booking.cancelled_at is null or unit.on_date < (booking.cancelled_at at time zone booking.time_zone)::date)
        group by 1, 2, 3
      )
      select day.used, day.cap, coalesce(taken.places, 0) as recount
      from sitter_day day full join taken
        on taken.sitter_id = day.sitter_id and taken.service = day.kind and taken.on_date = day.on_date
      where day.kind is distinct from 'home'`.execute(db)
    expect(days.length).toBeGreaterThan(50)
    for (const { used, cap, recount } of days) {
      expect(used).toBe(recount)
      expect(used).toBeLessThanOrEqual(cap)
    }
  })

  test('the history of every booking consists of allowed transitions in chronological order', async () => {
    const events = await db
      .selectFrom('booking_event')
      .innerJoin('booking', 'booking.id', 'booking_event.booking_id')
      .selectAll('booking_event')
      .select('booking.status')
      .orderBy('booking_id')
      .orderBy('idx')
      .execute()
    for (const history of Map.groupBy(events, ({ booking_id }) => booking_id).values()) {
      let status: ReturnType<typeof statusAfter> | 'new' = 'new'
      let before = new Date(0)
      for (const { event, at, by, to_status } of history) {
        expect(at >= before && at <= now).toBe(true)
        before = at
        if (event === 'review') continue
        if (!isEvent(event)) throw new Error(`There is no transition for "${event}"`)
        expect(transitions[event].by).toContain(by)
        status = statusAfter(event, status!)
        expect(status).toBe(to_status)
      }
      expect(status).toBe(history[0]!.status)
    }
  })

  test('all invariants hold, and the escrow balance equals the money held for bookings', async () => {
    await expectInvariants(depsOf(db))
    const { items } = await readTrialBalance(db)
    const balanceOf = (wanted: string) => items.find(({ account }) => account === wanted)?.balance ?? 0
    expect([balanceOf('owner'), balanceOf('sitter')]).toEqual([0, 0])
    expect(balanceOf('platform_fee')).toBeGreaterThan(0)
    const { rows } = await sql<{
      held: string
    }>`select sum(paid - refunded - released) as held from booking`.execute(db)
    expect(balanceOf('escrow')).toBe(Number(rows[0]!.held))
  })

  test('no booking deadline and no review publication is overdue', async () => {
    const due = await db.selectFrom('booking').select('number').where('due_at', '<=', now).execute()
    const hidden = await db
      .selectFrom('review')
      .select('id')
      .where('published_at', 'is', null)
      .where('hidden_until', '<=', now)
      .execute()
    expect([due, hidden]).toEqual([[], []])
  })

  test('the introduced users have the printed password and the described bookings', async () => {
    const bookingsOf = async (firstName: string, role: 'owner' | 'sitter') => {
      const email = castEmail(firstName)
      const { id, external_id } = await db
        .selectFrom('account')
        .selectAll()
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      const { password_hash } = await db
        .selectFrom('identity.users')
        .select('password_hash')
        .where('id', '=', external_id)
        .executeTakeFirstOrThrow()
      const hasher = createPasswordHasher(defaultHash, undefined)
      expect(await hasher.matches(demoPassword, password_hash)).toBe(true)
      const viewer = { uid: external_id, email, emailVerified: true, authTime: 0, accountId: id, roles: [] }
      const count = async (scope: 'requests' | 'upcoming' | 'past') =>
        (await listOwnBookings(depsOf(db), viewer, { accountId: id, role, scope, limit: 100 })).items.length
      return [await count('requests'), await count('upcoming'), await count('past')]
    }
    expect(await bookingsOf('Olga', 'owner')).toEqual([2, 1, 5])
    expect(await bookingsOf('Rui', 'owner')).toEqual([1, 2, 2])
    expect((await bookingsOf('Sam', 'sitter'))[0]).toBeGreaterThanOrEqual(2)
    expect((await bookingsOf('Mateus', 'sitter'))[1]).toBeGreaterThanOrEqual(1)
  })

  test('an offer, a change and a case are pending, and one booking was booked instantly', async () => {
    const lastEvents = await db
      .selectFrom('booking_event')
      .innerJoin('booking', 'booking.id', 'booking_event.booking_id')
      .innerJoin('account', 'account.id', 'booking.owner_id')
      .select(['booking_event.event', 'booking.status', 'account.email'])
      .where('booking_event.event', 'in', ['offer', 'propose_change', 'answer_case', 'instant_book'])
      .orderBy('booking_event.event')
      .execute()
    expect(lastEvents).toEqual([
      { event: 'answer_case', status: 'completed', email: castEmail('Olga') },
      { event: 'instant_book', status: 'confirmed', email: castEmail('Rui') },
      { event: 'offer', status: 'offered', email: castEmail('Olga') },
      { event: 'propose_change', status: 'confirmed', email: castEmail('Olga') },
    ])
  })

  test('foundDesk creates an operator and a promo code, and is idempotent', async () => {
    const deps = depsOf(db)
    await seedOperator(deps)
    await seedOperator(deps)
    const { roles } = await db
      .selectFrom('account')
      .select('roles')
      .where('email', '=', castEmail('Ada'))
      .executeTakeFirstOrThrow()
    expect(roles).toEqual(['operator', 'instance_owner'])
    expect((await listPromos(deps)).items.map(({ code }) => code)).toEqual(['WELCOME10'])
  })

  test('all sitters are in the search index', async () => {
    const rows = await db.selectFrom('sitter_search').select('sitter_id').where('service', '=', 0).execute()
    expect(rows.length).toBe(8)
  })
})

test('an interrupted run leaves no partial city, and the next run resumes with that city', async () => {
  const db = await testDb()
  await buildTowns(db)
  const deps = depsOf(db)
  await seedTown(deps, { size: smaller, cities: [dublin!] })
  const { owners } = planCity({ ...dublin!, slug: 'bristol', placeId: 1 }, { index: 1, cities: 2 }, smaller, {
    content: readContent(),
    settings: Settings.parse({}),
    now,
  })
  const { email, name } = owners.at(-1)!.person
  await createUser(deps, { email, name, passwordHash: await hashPassword(demoPassword) })
  const both = { size: smaller, cities: [dublin!, { ...dublin!, slug: 'bristol' }] }
  await expect(seedTown(deps, both)).rejects.toThrow('users_email_canonical')
  expect(await countOf(db, 'sitter')).toBe(3)

  await db.deleteFrom('identity.users').where('email', '=', email).execute()
  await seedTown(deps, both)
  expect(await countOf(db, 'sitter')).toBe(6)
  expect(await seedTown(deps, both)).toEqual({ bookings: 0, refused: 0 })
  expect(await countOf(db, 'sitter')).toBe(6)
})
