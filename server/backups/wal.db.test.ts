import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readCopies, removeOldCopies } from '#server/backups/copies.ts'
import { openDestination } from '#server/backups/destination.ts'
import { restoreUntil } from '#server/backups/rewind.ts'
import { keepArchiving, segmentAfter } from '#server/backups/wal.ts'
import { readConfig } from '#server/config/config.ts'
import { openDb } from '#server/kernel/db/db.ts'
import { migrate } from '#server/kernel/db/migrate.ts'
import { readMeasurements } from '#server/kernel/metrics/measurements.ts'
import { startPostgres } from '#server/kernel/postgres/postgres.ts'
import { testDeps } from '#test/build.ts'
import { openWorkFolder } from '#test/work-folder.ts'

vi.setConfig({ testTimeout: 120_000 })

const passphrase = 'correct horse battery'

async function query<T extends pg.QueryResultRow>(url: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(statement)).rows
  } finally {
    await client.end()
  }
}

const numbers = async (url: string) =>
  (await query<{ id: number }>(url, 'select id from kept order by id')).map(({ id }) => id)
const insert = (url: string, id: number) => query(url, `insert into kept values (${id})`)
const timeOf = async (url: string) =>
  (await query<{ at: Date }>(url, "select clock_timestamp() + interval '1 millisecond' as at"))[0]!.at

async function openSite() {
  const { folder: work, remove } = await openWorkFolder()
  onTestFinished(remove)
  const kept = join(work, 'kept')
  await mkdir(kept)
  let starts = 0
  const start = async (name: string) => {
    const dataDir = join(work, name)
    const config = readConfig(
      {
        SECRET: 's'.repeat(32),
        DATA_DIR: dataDir,
        BACKUP_DIR: kept,
        BACKUP_PASSPHRASE: passphrase,
        BACKUP_AT: '02:30',
        BACKUP_WAL_DAYS: '3',
        BACKUP_WAL_SECONDS: '3600',
      },
      '/nowhere',
    )
    const postgres = await startPostgres(join(dataDir, 'postgres'), undefined, { archiveSeconds: 3600 })
    await migrate(postgres.url)
    const db = openDb(postgres.url, { max: 2 })
    const deps = testDeps(db)
    deps.clock.set(new Date(`2026-12-0${++starts}T09:00:00Z`))
    const archiving = keepArchiving(deps, config, postgres.url)
    let isStopped = false
    const stop = async () => {
      if (isStopped) return
      isStopped = true
      await archiving.stop()
      await db.destroy()
      await postgres.stop()
    }
    onTestFinished(stop)
    return { url: postgres.url, db, deps, stop }
  }
  const destination = openDestination({ folder: kept }, passphrase)
  const restore = (name: string, until: Date | undefined) =>
    restoreUntil({ folder: join(work, name, 'postgres'), destination, until, print: () => {} })
  const copies = () => readCopies(destination.storage)
  return { work, kept, destination, start, restore, copies }
}

test('the embedded database is restored to any moment after its first copy, and goes on from there', async () => {
  const { start, restore, copies, kept, work } = await openSite()
  const first = await start('first')
  await query(first.url, 'create table kept (id int)')
  await insert(first.url, 1)
  await vi.waitUntil(async () => (await copies()).length === 1, { timeout: 60_000 })
  await insert(first.url, 2)
  const moment = await timeOf(first.url)
  await insert(first.url, 3)
  await first.stop()
  for (const name of await readdir(kept, { recursive: true })) expect(name).not.toContain('.conf')
  expect(await readMeasurements(first.db).catch(() => 'closed')).toBe('closed')

  await restore('second', moment)
  expect(await readdir(join(work, 'second/postgres/data/log'))).toEqual([])
  const second = await start('second')
  expect(await numbers(second.url)).toEqual([1, 2])
  await insert(second.url, 4)
  await vi.waitUntil(async () => (await copies()).length === 2, { timeout: 60_000 })
  await insert(second.url, 5)
  await second.stop()

  // The log of the restored database follows; the log of the first one, after the moment, is still there too.
  await restore('third', undefined)
  const third = await start('third')
  expect(await numbers(third.url)).toEqual([1, 2, 4, 5])
  await third.stop()
  await expect(restore('third', undefined)).rejects.toThrow('only restored into an empty folder')
  await expect(restore('fourth', new Date('2020-01-01T00:00:00Z'))).rejects.toThrow(
    'The earliest moment that can be restored is',
  )
  await expect(restore('fourth', new Date(Date.now() + 3_600_000))).rejects.toThrow(
    'The archived log ends before',
  )
  expect(await readdir(join(work, 'fourth/postgres/data'))).toEqual([])
})

test('a segment that is missing between others is reported as damage, and the folder stays empty', async () => {
  const { start, restore, copies, kept, work } = await openSite()
  const site = await start('first')
  await query(site.url, 'create table kept (id int)')
  await vi.waitUntil(async () => (await copies()).length === 1, { timeout: 60_000 })
  for (const id of [1, 2, 3]) {
    await insert(site.url, id)
    await query(site.url, 'select pg_switch_wal()')
  }
  await site.stop()
  const { segment, system } = (await copies())[0]!
  const lost = segmentAfter(segmentAfter(segment))
  const [folder] = await readdir(join(kept, 'wal', system))
  await rm(join(kept, 'wal', system, folder!, lost.toLowerCase()))
  await expect(restore('second', undefined)).rejects.toThrow(`The segment ${lost} of the log is missing.`)
  expect(await readdir(join(work, 'second/postgres/data'))).toEqual([])
})

test('copies and log that no moment of the chosen days needs are removed', async () => {
  const { start, destination, copies } = await openSite()
  const site = await start('first')
  await query(site.url, 'create table kept (id int)')
  await vi.waitUntil(async () => (await copies()).length === 1, { timeout: 60_000 })
  const [first] = await copies()
  await insert(site.url, 1)
  site.deps.clock.set(new Date('2026-12-05T09:00:00Z'))
  await vi.waitUntil(async () => (await copies()).length === 2, { timeout: 60_000 })
  await site.stop()
  const segments = async () => {
    const names: string[] = []
    for await (const { name } of destination.storage.list('wal'))
      names.push(name.split('/').at(-1)!.toUpperCase())
    return names
  }
  const second = (await copies())[1]!
  await removeOldCopies(destination.storage, new Date(Date.parse(second.endedAt) - 1))
  expect(await copies()).toHaveLength(2)
  expect(await segments()).toContain(first!.segment)
  await removeOldCopies(destination.storage, new Date(second.endedAt))
  expect((await copies()).map(({ id }) => id)).toEqual([second.id])
  expect((await segments()).every((one) => one >= second.segment)).toBe(true)
  expect(await segments()).toContain(second.segment)
})
