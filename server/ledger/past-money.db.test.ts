import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { readMigrations } from '#server/kernel/db/migrate.ts'
import { changeSettings } from '#server/settings/commands.ts'
import { exampleA, bookingFixture, weekend } from '#test/booking-fixture.ts'
import { olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'

const at = (instant: string) => new Date(instant)

/** Restores the database as the last release without a ledger left it, and then runs the migration. */
async function restoreOldRelease(db: Db): Promise<void> {
  await sql`drop table ledger_entry, ledger_transfer`.execute(db)
  await sql`drop function refuse_unbalanced`.execute(db)
  await sql`alter table booking drop column released`.execute(db)
  await sql`update booking set terms = terms #- '{settings,payout}'`.execute(db)
  const migration = (await readMigrations()).find(({ name }) => name === '0012_ledger.sql')!
  await db.transaction().execute((tx) => sql.raw(migration.sql).execute(tx))
}

const readMoney = async (db: Db) =>
  (
    await sql<{ entry: string }>`
      select concat_ws(' ', booking.number, transfer.kind, entry.account, entry.account_id, sum(entry.amount)) as entry
      from ledger_entry entry
      join ledger_transfer transfer on transfer.id = entry.transfer_id
      join booking on booking.id = transfer.booking_id
      group by booking.number, transfer.kind, entry.account, entry.account_id, entry.amount > 0
      order by 1`.execute(db)
  ).rows.map(({ entry }) => entry)

test('the ledger migration gives older bookings the entries that regular posting would have created', async () => {
  const fixture = await bookingFixture()
  const { deps, db, request, act } = fixture
  await changeSettings(deps, { fees: { taxBasisPoints: 2300 } })
  const accept = async (draft: Parameters<typeof request>[1]) =>
    act(sam, await request(olga, draft), 'accept')
  const oneWalk = (on: string) => ({
    sitterId: fixture.sitterId,
    service: 'dog_walking' as const,
    visits: [{ on }],
    petIds: [fixture.rex],
  })
  const closed = await accept(weekend(fixture))
  const endedEarly = await accept({ ...exampleA(fixture), petIds: [fixture.pip], addOns: [] })
  const cancelled = await accept({ ...exampleA(fixture), petIds: [fixture.rex], addOns: [] })
  await accept(oneWalk('2026-12-26'))
  await accept(oneWalk('2027-02-20'))
  await request(olga, oneWalk('2027-02-25'))
  deps.clock.set(at('2026-12-16T10:00:00Z'))
  await runClock(deps)
  await act(olga, cancelled, 'cancel')
  deps.clock.set(at('2026-12-18T15:00:00Z'))
  const running = await act(sam, endedEarly, 'check_in')
  deps.clock.set(at('2026-12-20T09:00:00Z'))
  await act(sam, running, 'cancel_by_sitter', { reason: 'My flat is flooded.' })
  // The weekend is closed by then; for the others, the scheduled run has released what was due.
  const stopped = at('2026-12-27T11:00:00Z')
  deps.clock.set(stopped)
  await runClock(deps)
  const money = await readMoney(db)
  expect((await fixture.show(olga, closed)).status).toBe('closed')
  const due = await db.selectFrom('booking').select(['id', 'due_at']).orderBy('id').execute()

  await restoreOldRelease(db)

  // What the old release had not released is released by the next scheduled run, and then nothing differs.
  await runClock(deps)
  expect(await readMoney(db)).toEqual(money)
  expect(await db.selectFrom('booking').select(['id', 'due_at']).orderBy('id').execute()).toEqual(due)
  await expectInvariants(deps)
  expect(money.filter((entry) => entry.includes(' tax '))).not.toEqual([])
})
