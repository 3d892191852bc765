import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Booking, Quote } from '#contract/bookings/bookings.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { barrier, crowd } from '#test/crowd.ts'
import { quantile } from '../../bench/measure.ts'
import { accept, bodyOf, newSeen, sendUntilAnswered, quoteOf, request, type Seen } from './client.ts'
import { note, rounds } from './plan.ts'
import {
  buildFixture,
  expectInvariantsNow,
  type SitterPerson,
  openProduct,
  type Opened,
  stayOf,
  type Fixture,
} from './fixture.ts'

const races = rounds(1, 20)
const overlaps = rounds(1, 5)
const capacity = 3
/** In the short form, other tests may use the machine at the same time. */
const maxMs = rounds(15_000, 2_000)
let opened: Opened
let fixture: Fixture

beforeAll(async () => {
  opened = await openProduct()
  fixture = await buildFixture(opened.db, opened.product.config, {
    owners: crowd,
    sitters: races + overlaps,
    capacity,
  })
})
afterAll(() => opened.close())

/**
 * All owners request at once, then all requests are accepted at once; returns the statuses of the acceptances. On a slow
 * machine some wait too long for a connection; after 503, which changes nothing, they send the same again.
 */
async function race(
  sitter: SitterPerson,
  stayFor: (owner: number) => { inDays: number; nights: number },
  round: string,
): Promise<{ seen: Seen; statuses: string[] }> {
  const { url } = opened.product
  const preparation = newSeen()
  const quoted = []
  for (const [index, owner] of fixture.owners.entries()) {
    const { inDays, nights } = stayFor(index)
    const draft = stayOf(owner, sitter, inDays, nights)
    const quote = await bodyOf(await sendUntilAnswered(url, preparation, () => quoteOf(owner, draft)), Quote)
    quoted.push(request(owner, draft, quote, `${round}-${index}`))
  }
  const seen = newSeen()
  const bookings = await Promise.all(
    quoted.map(async (sending) => bodyOf(await sendUntilAnswered(url, seen, () => sending), Booking)),
  )
  const answers = await Promise.all(
    bookings.map((booking) => sendUntilAnswered(url, seen, () => accept(sitter, booking))),
  )
  return { seen, statuses: answers.map(({ status }) => `${status}`) }
}

const p99 = (all: readonly Seen[]) =>
  quantile(
    all.flatMap(({ milliseconds }) => milliseconds),
    0.99,
  )

async function deadlocks(db: Db): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(db)
  return rows[0]!.deadlocks
}

/** For each day of a sitter: places taken by bookings, and places counted. */
async function takenDays(db: Db, { sitterId }: SitterPerson) {
  const { rows } = await sql<{ on: string; taken: number; used: number }>`
    select unit.on_date as "on", count(*)::int as taken, max(day.used)::int as used
    from booking join booking_unit unit on unit.booking_id = booking.id
    join sitter_day day
      on day.sitter_id = booking.sitter_id and day.on_date = unit.on_date and day.kind = 'boarding'
    where booking.sitter_id = ${sitterId} and booking.status = 'confirmed'
    group by unit.on_date`.execute(db)
  return rows
}

test('of 64 simultaneous bookings for the last places, only as many are accepted as there are places', async () => {
  const all: Seen[] = []
  for (let round = 0; round < races; round++) {
    const stay = { inDays: 10 + 3 * round, nights: 2 }
    const { seen, statuses } = await race(fixture.sitters[round]!, () => stay, `last-${round}`)
    all.push(seen)
    const winners = statuses.filter((status) => status === '200').length
    expect([winners, statuses.filter((status) => status === '422').length]).toEqual([
      capacity,
      crowd - capacity,
    ])
    const days = await takenDays(opened.db, fixture.sitters[round]!)
    expect(days.map(({ taken, used }) => [taken, used])).toEqual([
      [capacity, capacity],
      [capacity, capacity],
    ])
  }
  note(
    `${crowd} owners want the last ${capacity} places, ${races} rounds`,
    `${capacity} won and ${crowd - capacity} were refused in each; p99 ${p99(all).toFixed(0)} ms`,
  )
  expect(p99(all)).toBeLessThan(maxMs)
  await expectInvariantsNow(opened.db)
})

test('overlapping stays of different lengths never exceed a day’s capacity or cause a deadlock', async () => {
  const all: Seen[] = []
  let [most, won] = [0, 0]
  for (let round = 0; round < overlaps; round++) {
    const sitter = fixture.sitters[races + round]!
    const first = 100 + 20 * round
    const stayFor = (owner: number) => ({ inDays: first + (owner % 9), nights: 1 + (owner % 4) })
    const { seen, statuses } = await race(sitter, stayFor, `overlap-${round}`)
    all.push(seen)
    expect([...new Set(statuses)].sort()).toEqual(['200', '422'])
    won += statuses.filter((status) => status === '200').length
    for (const { on, taken, used } of await takenDays(opened.db, sitter)) {
      expect([on, taken]).toEqual([on, used])
      most = Math.max(most, taken)
    }
  }
  note(
    `${crowd} overlapping stays, ${overlaps} rounds`,
    `at most ${most} of ${capacity} places a day, ${won} confirmed; p99 ${p99(all).toFixed(0)} ms`,
  )
  expect(most).toBe(capacity)
  expect(await deadlocks(opened.db)).toBe(0)
  await expectInvariantsNow(opened.db)
})

test('positive control: 64 check-then-write attempts without a lock exceed the capacity', async () => {
  const { sitterId } = fixture.sitters[0]!
  const on = '2030-01-01'
  await opened.db.executeQuery(sql`create table unguarded (sitter_id uuid, on_date date)`.compile(opened.db))
  const allHaveRead = barrier(crowd)
  const readAndWrite = async () => {
    const { rows } = await sql<{ taken: number }>`
      select count(*)::int as taken from unguarded where sitter_id = ${sitterId} and on_date = ${on}`.execute(
      opened.db,
    )
    await allHaveRead()
    if (rows[0]!.taken >= capacity) return
    await sql`insert into unguarded values (${sitterId}, ${on})`.execute(opened.db)
  }
  await Promise.all(Array.from({ length: crowd }, readAndWrite))
  const { rows } = await sql<{ taken: number }>`select count(*)::int as taken from unguarded`.execute(
    opened.db,
  )
  note('Control: look, then write, without a lock', `${rows[0]!.taken} of ${crowd} won ${capacity} places`)
  expect(rows[0]!.taken).toBeGreaterThan(capacity)
})
