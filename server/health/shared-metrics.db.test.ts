import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { storeMeasurements } from '#server/kernel/metrics/measurements.ts'
import { watchInvariants } from '#server/ledger/invariant-commands.ts'
import { testApp } from '#test/app.ts'

const valueOf = (text: string, line: string) =>
  text
    .split('\n')
    .find((one) => one.startsWith(`${line} `))
    ?.split(' ')
    .at(-1)

test('a process reports the violations found by another process and the jobs that are late now', async () => {
  const { app, db, deps } = await testApp()
  const read = async () => (await app.inject({ method: 'GET', url: '/metrics' })).body
  const illegalHistories = 'sitwell_invariant_violations{invariant="histories_legal",scope="recent"}'
  const lateJobs = 'sitwell_invariant_violations{invariant="jobs_on_time",scope="recent"}'
  expect(valueOf(await read(), illegalHistories)).toBeUndefined()
  expect(valueOf(await read(), lateJobs)).toBe('0')

  await watchInvariants({ ...deps, site: { ...deps.site, mailConfigured: true } })
  const checked = await read()
  expect(valueOf(checked, illegalHistories)).toBe('0')
  expect(valueOf(checked, 'sitwell_invariants_checked_timestamp_seconds{scope="recent"}')).toBe(
    String(deps.now().getTime() / 1000),
  )

  expect(valueOf(checked, 'sitwell_backup_timestamp_seconds')).toBe('0')
  await storeMeasurements(db, [
    { name: 'backup', labels: {}, value: 1, at: new Date('2026-11-30T04:00:00Z') },
  ])
  expect(valueOf(await read(), 'sitwell_backup_timestamp_seconds')).toBe(
    String(Date.UTC(2026, 10, 30, 4) / 1000),
  )

  expect(valueOf(await read(), 'sitwell_backup_failed')).toBe('0')
  await storeMeasurements(db, [{ name: 'backup_failure', labels: { cause: 'x' }, value: 1, at: deps.now() }])
  expect(valueOf(await read(), 'sitwell_backup_failed')).toBe('1')

  expect(valueOf(await read(), 'sitwell_backup_verified_timestamp_seconds')).toBe('0')
  expect(valueOf(await read(), 'sitwell_backup_verify_failed')).toBe('0')
  await storeMeasurements(db, [
    { name: 'backup_verified', labels: {}, value: 1, at: new Date('2026-11-30T05:00:00Z') },
    { name: 'backup_verify_failure', labels: { cause: 'x' }, value: 1, at: deps.now() },
    { name: 'uploads_failure', labels: { cause: 'x' }, value: 1, at: deps.now() },
    { name: 'wal_archived', labels: {}, value: 1, at: new Date('2026-11-30T06:00:00Z') },
    { name: 'wal_failure', labels: { cause: 'x' }, value: 1, at: deps.now() },
  ])
  const verified = await read()
  expect(valueOf(verified, 'sitwell_backup_verified_timestamp_seconds')).toBe(
    String(Date.UTC(2026, 10, 30, 5) / 1000),
  )
  expect(valueOf(verified, 'sitwell_backup_verify_failed')).toBe('1')
  expect(valueOf(verified, 'sitwell_wal_archived_timestamp_seconds')).toBe(
    String(Date.UTC(2026, 10, 30, 6) / 1000),
  )
  expect(valueOf(verified, 'sitwell_uploads_copy_failed')).toBe('1')
  expect(valueOf(verified, 'sitwell_wal_failed')).toBe('1')

  // Another process finds a violation, and a job is late because the worker is dead.
  await sql`update measurement set value = 3 where labels ->> 'invariant' = 'histories_legal'`.execute(db)
  await sql`create schema job; create table job.job (id int, name text, state text, start_after timestamptz);
    insert into job.job values (1, 'kernel.send-mail', 'created', '2026-12-01 08:58:59Z')`.execute(db)
  const now = await read()
  expect(valueOf(now, illegalHistories)).toBe('3')
  expect(valueOf(now, lateJobs)).toBe('1')
  expect(valueOf(now, 'sitwell_clock_in_doubt')).toBe('0')
  expect(valueOf(now, 'sitwell_database_answers')).toBe('1')
})
