import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { demoPassword } from '#server/development/demo-password.ts'
import { refuseDemoPeople } from '#server/development/demo-people.ts'
import { createUser } from '#server/identity/commands.ts'
import { defaultHash } from '#server/identity/options.ts'
import { createPasswordHasher } from '#server/identity/passwords/hash.ts'
import { type Db, openDb } from '#server/kernel/db/db.ts'
import { buildPet } from '#test/booking-fixture.ts'
import { buildAccounts, buildPlaces, testDeps } from '#test/build.ts'
import { lisbon, olga } from '#test/cast.ts'
import { createTestDb } from '#test/db.ts'
import { expectInvariants } from '#test/invariants.ts'
import { insertOtherAccess } from '#test/other-access.ts'
import { runOperator } from '../../scripts/operator-run.ts'
import { cacheQueries } from './connection.ts'
import { readContent } from './content.ts'
import { seedOperator } from './operator.ts'
import { castEmail } from './people.ts'
import { seedMessages } from './messages.ts'
import { seedTown } from './town.ts'

let db: Db
let operator: (...words: string[]) => Promise<{ code: number; said: string }>
let before: Record<string, number>

/** Counts the rows of every table. */
async function countAll(): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'identity') order by 1`.execute(db)
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ${sql.raw(name)}`.execute(db)
    counts[name] = rows[0]!.n
  }
  return counts
}

/** A real user with a pet, and then a demo town in which she was invited and has a booking. */
beforeEach(async () => {
  const made = await createTestDb()
  db = openDb(made.url, { max: 4, bulk: true, onConnect: cacheQueries })
  onTestFinished(async () => {
    await db.destroy()
    await made.drop()
  })
  operator = async (...words) => {
    const said: string[] = []
    const code = await runOperator(words, {
      environment: { DATABASE_URL: made.url, SECRET: 's'.repeat(32) },
      printResult: (line) => said.push(line),
      printStatus: (line) => said.push(String(line)),
    })
    return { code, said: said.join('\n') }
  }
  const deps = { ...testDeps(db), passwordPepper: undefined }
  await buildPlaces(db)
  await db
    .insertInto('place_name')
    .values({ place_id: lisbon.id, country: 'PT', name: 'lisbon', weight: 1 })
    .execute()
  const uid = await createUser(deps, { email: olga.email, name: olga.name, passwordHash: 'never compared' })
  await buildAccounts(db, { ...olga, uid })
  await buildPet(db, olga, { name: 'Rex' })
  before = await countAll()

  const size = { sittersPerCity: 3, owners: 4, pets: 5, bookings: 12 }
  await seedTown(deps, { size, cities: [readContent().cities[0]!] })
  await seedMessages(deps)
  await seedOperator(deps)
  await sql`
    update account set invited_by = (select account_id from demo_person limit 1) where id = ${olga.accountId}`.execute(
    db,
  )
  await sql`
    update booking set owner_id = ${olga.accountId} where id = (select id from booking order by id limit 1)`.execute(
    db,
  )
}, 240_000)

test('a public site refuses to start with demo data, and remove-demo restores the previous row counts', async () => {
  await expect(refuseDemoPeople(db)).rejects.toThrow(
    /\d+ people of the demo town.*\n.*remove-demo.*\n.*keep-demo --new-passwords/,
  )
  const full = await countAll()
  expect(full['public.booking']).toBeGreaterThan(5)
  expect(full['public.ledger_entry']).toBeGreaterThan(0)

  const { code, said } = await operator('remove-demo')
  expect([code, said]).toEqual([0, expect.stringContaining('The demo town was removed: ')])
  expect(said).toMatch(/: 11 people, 6 sitter profiles, 9 pets, \d+ bookings, /)
  expect(said).toContain(
    `${olga.name} (${olga.email}) is not from the demo town and is kept; removed bookings with its people: 1.`,
  )

  const kept = await countAll()
  // Settings stored with a month's invoices, and measurements for the metrics, belong to no person of the town.
  const ofNobody = ['public.fee_month', 'public.measurement'].map((table) => [table, kept[table]])
  expect(kept).toEqual({ ...before, ...Object.fromEntries(ofNobody) })
  const { rows } = await sql<{ invited_by: string | null }>`select invited_by from account`.execute(db)
  expect(rows).toEqual([{ invited_by: null }])
  await refuseDemoPeople(db)
  await expectInvariants(testDeps(db))
  // The triggers are enabled again.
  await expect(sql`truncate ledger_entry`.execute(db)).rejects.toThrow('append-only')

  expect(await operator('remove-demo')).toEqual({
    code: 0,
    said: 'There are no demo people in this database.',
  })
}, 240_000)

test('keep-demo gives the introduced users new passwords and removes those of all other demo users', async () => {
  expect((await operator('keep-demo')).code).toBe(2)
  await expect(refuseDemoPeople(db)).rejects.toThrow('demo town')

  const { code, said } = await operator('keep-demo', '--new-passwords')
  expect(code).toBe(0)
  await refuseDemoPeople(db)
  const hasher = createPasswordHasher(defaultHash, undefined)
  const users = await db
    .selectFrom('identity.users')
    .select(['email', 'password_hash'])
    .where('email', 'like', '%.example')
    .execute()
  expect(users.length).toBeGreaterThan(5)
  for (const { email, password_hash: hash } of users) {
    const printed = new RegExp(`^  ${email} +(\\S+)`, 'm').exec(said)?.[1]
    expect([email, await hasher.matches(demoPassword, hash)]).toEqual([email, false])
    if (printed) expect([email, await hasher.matches(printed, hash)]).toEqual([email, true])
    else expect([email, hash]).toEqual([email, null])
  }
  expect(said).toContain(castEmail('Ada'))
}, 240_000)

test('keep-demo ends the access that somebody created with the public password, and that of nobody else', async () => {
  const ada = await db
    .selectFrom('account')
    .select('id')
    .where('email', '=', castEmail('Ada'))
    .executeTakeFirstOrThrow()
  const at = testDeps(db).now()
  for (const { id, name } of [
    { id: ada.id, name: 'by Ada' },
    { id: olga.accountId, name: 'by Olga' },
  ]) {
    await insertOtherAccess(db, id, at)
    await sql`
      insert into api_key (id, created_by, name, scopes, hash, ending, created_at)
      values (${randomUUID()}, ${id}, ${name}, '{site.bookings:read}', ${randomBytes(32)}, 'abcd', ${at})`.execute(
      db,
    )
  }

  await operator('keep-demo', '--new-passwords')

  const keys = await db.selectFrom('api_key').select(['account_id', 'created_by']).orderBy('name').execute()
  expect(keys).toEqual([
    { account_id: null, created_by: olga.accountId },
    { account_id: olga.accountId, created_by: null },
  ])
  for (const table of ['webhook', 'push_device'] as const)
    expect(await db.selectFrom(table).select('account_id').execute()).toEqual([
      { account_id: olga.accountId },
    ])
  const addresses = await db.selectFrom('calendar_address').select(['account_id', 'revoked_at']).execute()
  expect(addresses).toHaveLength(2)
  for (const { account_id: id, revoked_at: revokedAt } of addresses)
    expect([id, revokedAt === null]).toEqual([id, id === olga.accountId])
}, 240_000)

test('demo users added after keep-demo are refused again', async () => {
  await operator('keep-demo', '--new-passwords')
  const { id } = await db
    .selectFrom('account')
    .select('id')
    .where('email', '=', olga.email)
    .executeTakeFirstOrThrow()
  await db.insertInto('demo_person').values({ account_id: id }).execute()
  await expect(refuseDemoPeople(db)).rejects.toThrow('contains 1 people')
}, 240_000)
