import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { identityOptions } from '#server/identity/options.ts'
import { createKeyring } from '#server/identity/tokens/keyring.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { newPushKeys } from '#server/kernel/outside/push.ts'
import { replaceMeasurements } from '#server/kernel/metrics/measurements.ts'
import { pushKeysOf } from '#server/notices/device-commands.ts'
import { testDeps } from '#test/build.ts'
import { createTestDb } from '#test/db.ts'
import { doctorSecret, examination } from '#test/doctor.ts'
import { production } from '#test/production.ts'

const words = (text: string) => expect.stringContaining(text) as unknown

async function setup(environment: Record<string, string> = {}) {
  const own = await createTestDb()
  onTestFinished(own.drop)
  const given = { ...environment, DATABASE_URL: own.url }
  const deps = testDeps(own.db)
  const built = await examination({ environment: given, database: { url: own.url, deps } })
  const { config } = built.subject
  if (typeof config === 'string') throw new Error(config)
  Object.assign(deps.site, config.site)
  const at = (shiftMs: number) => ({ now: () => new Date(Date.now() + shiftMs) })
  return { ...built, config, deps, db: own.db, url: own.url, at }
}

test('the database is described, and one that cannot be reached is a fault', async () => {
  const { check } = await setup()
  expect(await check('database')).toMatchObject({
    state: 'ok',
    says: expect.stringMatching(/^PostgreSQL \d+\S* .*answers in \d+ ms; \d+ of \d+ connections/) as unknown,
  })
  expect(await check('database', { database: 'The database does not answer: refused.' })).toMatchObject({
    state: 'fault',
    says: 'The database does not answer: refused.',
  })
})

test('missing migrations are a warning, and those of a newer release a fault', async () => {
  const { check, db } = await setup()
  expect(await check('migrations')).toMatchObject({ state: 'ok' })
  await sql`delete from migration where name like '0001%'`.execute(db)
  expect(await check('migrations')).toMatchObject({
    state: 'warning',
    says: '1 migration of this version is not applied.',
  })
  await sql`insert into release (version) values ('999.0.0')`.execute(db)
  expect(await check('migrations')).toMatchObject({ state: 'fault', says: words('older than its database') })
})

test('the secret must decrypt the keys of the database', async () => {
  const { check, config, deps } = await setup()
  await createKeyring(deps, identityOptions(config)).jwks()
  expect(await check('secret')).toMatchObject({ state: 'ok' })
  const other = await examination({ environment: { SECRET: 't'.repeat(32) } })
  expect(await check('secret', { config: other.subject.config })).toMatchObject({
    state: 'fault',
    advice: words('What SECRET seals'),
  })
})

test('a replica that is none, and one that does not answer, are faults', async () => {
  const { check, url } = await setup()
  expect(await check('replicas')).toMatchObject({ state: 'not configured' })
  const others = await setup({ DATABASE_READ_URL: `${url},postgres://nobody@127.0.0.1:1/none` })
  expect(await others.check('replicas')).toMatchObject({
    state: 'fault',
    says: expect.stringMatching(/^Replica 1 is no replica\. Replica 2 does not answer: /) as unknown,
  })
})

const noteWorker = (db: Db, at: Date, doubt: object = {}) =>
  db
    .insertInto('clock_watch')
    .values({
      machine: 'boot worker-1',
      boot: 'b',
      seen_at: at,
      seen_uptime_ms: '7',
      seen_skew_ms: '0',
      ...doubt,
    })
    .execute()

test('a worker must have run in the last minutes, and its clock must be trusted', async () => {
  const { check, db, at } = await setup()
  expect(await check('worker')).toMatchObject({ state: 'fault', says: 'No worker has run yet.' })
  await noteWorker(db, new Date())
  expect(await check('worker')).toMatchObject({ state: 'ok', says: 'A worker runs on worker-1.' })
  expect(await check('worker', at(6.5 * 60_000))).toMatchObject({
    state: 'fault',
    says: 'No worker has run for 6 minutes.',
  })
  expect(await check('clock')).toMatchObject({
    state: 'ok',
    says: 'This machine is in step with the database.',
  })
  const doubt = { doubt_against: 'uptime' as const, doubt_by_ms: '-600000', doubt_needed_ms: '3600000' }
  await db.updateTable('clock_watch').set(doubt).execute()
  expect(await check('clock')).toMatchObject({ state: 'fault', says: words('Deadlines are paused') })
})

test('the clock is compared with that of the database', async () => {
  const { check, at } = await setup()
  expect(await check('clock', at(30_000))).toMatchObject({
    state: 'warning',
    says: words('30 seconds ahead of'),
  })
  expect(await check('clock', at(-400_000))).toMatchObject({
    state: 'fault',
    says: words('400 seconds behind'),
  })
})

test('backups must be young, restorable and without failures', async () => {
  const { check, db, at } = await setup()
  const note = (name: string, age: number, cause?: string) =>
    replaceMeasurements(
      db,
      [name],
      [{ name, labels: cause ? { cause } : {}, value: 1, at: new Date(Date.now() - age * 3_600_000) }],
    )
  expect(await check('backup')).toMatchObject({ state: 'warning', says: 'There is no backup.' })
  expect(await check('verification')).toMatchObject({ state: 'not configured' })
  await note('backup', 5)
  expect(await check('backup')).toMatchObject({ state: 'ok', says: words('5 hours old') })
  expect(await check('backup', at(40 * 3_600_000))).toMatchObject({
    state: 'fault',
    says: words('45 hours old'),
  })
  expect(await check('verification')).toMatchObject({ state: 'warning', says: words('ever verified') })
  await note('backup_verified', 5)
  expect(await check('verification')).toMatchObject({ state: 'ok' })
  expect(await check('verification', at(20 * 24 * 3_600_000))).toMatchObject({ state: 'warning' })
  await note('backup_verify_failure', 1, 'A part was changed.')
  expect(await check('verification')).toMatchObject({ state: 'fault', says: words('A part was changed.') })
  await note('uploads_failure', 1, 'No such host.')
  expect(await check('backup')).toMatchObject({ state: 'fault', says: words('No such host.') })
  await note('backup_failure', 1, 'The disk is full.')
  expect(await check('backup')).toMatchObject({ state: 'fault', says: words('The disk is full.') })
})

test('the log of the database must be archived within the hour', async () => {
  const { check, subject, config, db, at } = await setup()
  expect(await check('wal', { config: { ...config, databaseUrl: undefined } })).toMatchObject({
    state: 'not configured',
    says: words('BACKUP_WAL_DAYS is not set'),
  })
  const own = { config: { ...config, databaseUrl: 'postgres://db.example.org/sitwell' } }
  expect(await check('wal', own)).toMatchObject({
    state: 'not configured',
    says: words('your own PostgreSQL'),
  })
  const archiving = { config: { ...config, backup: { ...config.backup, wal: { days: 7, seconds: 60 } } } }
  expect(await check('wal', archiving)).toMatchObject({ state: 'warning' })
  await replaceMeasurements(
    db,
    ['wal_archived'],
    [{ name: 'wal_archived', labels: {}, value: 1, at: new Date() }],
  )
  expect(await check('wal', archiving)).toMatchObject({ state: 'ok' })
  expect(await check('wal', { ...subject, ...archiving, ...at(2 * 3_600_000) })).toMatchObject({
    state: 'fault',
    says: words('2 hours ago'),
  })
})

test('the two push keys must belong together, and none are made', async () => {
  expect(await (await setup()).check('push')).toMatchObject({ state: 'not configured' })
  const environment = { ...production, SECRET: doctorSecret }
  const { check, deps, db } = await setup(environment)
  expect(await check('push')).toMatchObject({
    state: 'not configured',
    says: words('There is no key pair yet'),
  })
  expect(await db.selectFrom('push_key').select('public_key').execute()).toEqual([])
  await pushKeysOf(deps)
  expect(await check('push')).toMatchObject({ state: 'ok' })
  deps.site.secret = 't'.repeat(32)
  expect(await check('push')).toMatchObject({ state: 'fault', advice: words('SECRET_PREVIOUS') })
  deps.site.pushKeys = { ...newPushKeys(), publicKey: newPushKeys().publicKey }
  expect(await check('push')).toMatchObject({ state: 'fault', says: words('do not belong together') })
})
