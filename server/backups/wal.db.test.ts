import { execFileSync } from 'node:child_process'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { segmentAfter } from '#server/backups/archive.ts'
import {
  type CopyHead,
  makeCopy,
  placeOfCopies,
  readCopies,
  removeOldCopies,
  verifiedNameOf,
} from '#server/backups/copies.ts'
import { type Destination, openDestination } from '#server/backups/destination.ts'
import { makeBackup } from '#server/backups/make.ts'
import { restoreNamedFiles, restoreUntil } from '#server/backups/rewind.ts'
import { readVerified } from '#server/backups/verified.ts'
import { verifyLog, verifyUntil } from '#server/backups/verify-log.ts'
import { keepArchiving } from '#server/backups/wal.ts'
import { readConfig } from '#server/config/config.ts'
import { type Db, openDb } from '#server/kernel/db/db.ts'
import { migrate } from '#server/kernel/db/migrate.ts'
import { readMeasurements } from '#server/kernel/metrics/measurements.ts'
import { hasDatabase } from '#server/kernel/postgres/installation.ts'
import { startPostgres } from '#server/kernel/postgres/postgres.ts'
import { advisoryLocks } from '#server/kernel/db/advisory-locks.ts'
import { openStorage } from '#server/kernel/storage/open.ts'
import { buildAccounts, testDeps } from '#test/build.ts'
import { olga } from '#test/cast.ts'
import { addPhoto, photoName, removePhoto } from '#test/stored-photos.ts'
import { refuseDamaged } from '#test/undamaged.ts'
import { openWorkFolder } from '#test/work-folder.ts'

vi.setConfig({ testTimeout: 120_000 })

const passphrase = 'correct horse battery'
const checkedAt = new Date('2026-12-03T08:00:00Z')

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

/** The folder of a migrated database, copied for each site, because initdb and the migrations take seconds. */
let migrated: string

beforeAll(async () => {
  const { folder, remove } = await openWorkFolder()
  migrated = join(folder, 'postgres')
  const postgres = await startPostgres(migrated)
  await migrate(postgres.url)
  await postgres.stop()
  return remove
})

async function openSite() {
  const { folder: work, remove } = await openWorkFolder()
  onTestFinished(remove)
  const kept = join(work, 'kept')
  await mkdir(kept)
  const photos = openStorage({ folder: join(work, 'photos') })
  let starts = 0
  const start = async (name: string, at = `2026-12-0${++starts}T09:00:00Z`) => {
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
    const folder = join(dataDir, 'postgres')
    await mkdir(dataDir, { recursive: true })
    // The user of PostgreSQL, to whom the files belong, stays the same.
    if (!hasDatabase(folder)) execFileSync('cp', ['-a', migrated, folder])
    const postgres = await startPostgres(folder, undefined, { archiveSeconds: 3600 })
    const db = openDb(postgres.url, { max: 2 })
    const deps = { ...testDeps(db), storage: photos }
    deps.clock.set(new Date(at))
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
  const verifying = {
    folder: join(work, 'check'),
    destination,
    now: () => checkedAt,
    reportUnstored: () => {},
    print: () => {},
  }
  const verify = () => verifyLog(verifying)
  const check = (until: Date | undefined) => verifyUntil({ ...verifying, until })
  const resultOf = (copy: CopyHead) => readVerified(destination.storage, verifiedNameOf(copy))
  const copies = () => readCopies(destination.storage, refuseDamaged)
  return { work, kept, photos, destination, start, restore, verify, check, copies, resultOf }
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
  const { start, restore, verify, copies, kept, work } = await openSite()
  expect(await verify()).toBeUndefined()
  const site = await start('first')
  await query(site.url, 'create table kept (id int)')
  await vi.waitUntil(async () => (await copies()).length === 1, { timeout: 60_000 })
  for (const id of [1, 2, 3]) {
    await insert(site.url, id)
    await query(site.url, 'select pg_switch_wal()')
  }
  await site.stop()
  const verified = await verify()
  expect(verified).toMatchObject({ currencies: [], copy: { endedAt: (await copies())[0]!.endedAt } })
  expect(verified!.reachedAt! >= new Date(verified!.copy.endedAt)).toBe(true)
  expect(await readdir(work)).not.toContain('check')
  const { segment, system } = (await copies())[0]!
  const lost = segmentAfter(segmentAfter(segment))
  const [folder] = await readdir(join(kept, 'wal', system))
  await rm(join(kept, 'wal', system, folder!, lost.toLowerCase()))
  await expect(restore('second', undefined)).rejects.toThrow(`The segment ${lost} of the log is missing.`)
  expect(await readdir(join(work, 'second/postgres/data'))).toEqual([])
  await expect(verify()).rejects.toThrow(
    `The segment ${lost} of the log is missing: what was written after it cannot be restored`,
  )

  // On the same day no copy would be due otherwise.
  const again = await start('first', '2026-12-01T10:00:00Z')
  await vi.waitUntil(async () => (await copies()).length === 2, { timeout: 60_000 })
  await again.stop()
  expect(await verify()).toMatchObject({ copy: { id: (await copies())[1]!.id } })
})

test('a moment before the newest copy is verified with an older copy, and its damage is noticed', async () => {
  const { start, verify, check, copies, resultOf, destination, kept, work } = await openSite()
  const site = await start('first')
  await query(site.url, 'create table kept (id int)')
  await vi.waitUntil(async () => (await copies()).length === 1, { timeout: 60_000 })
  await insert(site.url, 1)
  await archiveNow(site, destination)
  const moment = await timeOf(site.url)
  await insert(site.url, 2)
  site.deps.clock.set(new Date('2026-12-02T09:00:00Z'))
  await vi.waitUntil(async () => (await copies()).length === 2, { timeout: 60_000 })
  await insert(site.url, 3)
  await site.stop()
  const [older, newest] = await copies()

  const checked = await check(moment)
  expect(checked).toMatchObject({ copy: { id: older!.id }, currencies: [] })
  expect(checked.reachedAt! > new Date(older!.endedAt)).toBe(true)
  expect(checked.reachedAt! <= moment).toBe(true)
  const result = { at: checkedAt.toISOString(), damage: null }
  expect(await resultOf(older!)).toEqual({ ...result, until: moment.toISOString() })
  expect(await resultOf(newest!)).toBeNull()
  expect(await check(new Date(newest!.endedAt))).toMatchObject({ copy: { id: newest!.id } })
  expect(await resultOf(newest!)).toEqual({ ...result, until: newest!.endedAt })
  const whole = await verify()
  const reached = { ...result, until: whole!.reachedAt!.toISOString() }
  expect(await resultOf(newest!)).toEqual(reached)
  expect(await check(undefined)).toEqual(whole)
  const first = older!.endedAt
  await expect(check(new Date(Date.parse(first) - 1))).rejects.toThrow(
    `The earliest moment that can be restored is ${first}.`,
  )
  await expect(check(new Date(Date.now() + 3_600_000))).rejects.toThrow('The archived log ends before')

  // The newest copy needs neither this segment nor this part.
  const lost = segmentAfter(older!.segment)
  const [folder] = await readdir(join(kept, 'wal', older!.system))
  await rm(join(kept, 'wal', older!.system, folder!, lost.toLowerCase()))
  await expect(check(moment)).rejects.toThrow(`The segment ${lost} of the log is missing.`)
  expect(await resultOf(older!)).toEqual({
    at: checkedAt.toISOString(),
    damage: `The segment ${lost} of the log is missing.`,
    until: moment.toISOString(),
  })
  // Neither a moment without a copy nor one after the log says anything about the newest copy.
  expect(await resultOf(newest!)).toEqual(reached)
  await rm(join(kept, older!.details[0]!.name))
  await expect(check(moment)).rejects.toThrow('is missing')
  expect(await verify()).toMatchObject({ copy: { id: newest!.id } })
  expect(await readdir(work)).not.toContain('check')
})

test('the moment of the newest copy of an idle database is verified and restored', async () => {
  const { start, check, restore, copies, destination } = await openSite()
  const site = await start('first')
  await query(site.url, 'create table kept (id int)')
  await insert(site.url, 1)
  await vi.waitUntil(async () => (await copies()).length === 1, { timeout: 60_000 })
  // The segment in progress, with all changes after the copy, is not archived while the server runs.
  const [copy] = await copies()
  expect(await isArchived(destination, segmentAfter(copy!.segment))).toBe(false)
  const moment = new Date(copy!.endedAt)
  expect(await check(moment)).toMatchObject({ copy: { id: copy!.id }, currencies: [] })
  // Whether there were changes in this minute is not known.
  await expect(check(new Date(moment.getTime() + 60_000))).rejects.toThrow('The archived log ends before')
  await restore('second', moment)
  await site.stop()
  const second = await start('second')
  expect(await numbers(second.url)).toEqual([1])
  await second.stop()
})

test('copies and log that no moment of the chosen days needs are removed, also beside a damaged backup', async () => {
  const { start, destination, copies } = await openSite()
  const site = await start('first')
  await query(site.url, 'create table kept (id int)')
  await vi.waitUntil(async () => (await copies()).length === 1, { timeout: 60_000 })
  const [first] = await copies()
  await insert(site.url, 1)
  const manifest = 'manifests/2026-12-02t02-30-00-000z.json'
  await destination.storage.write(manifest, Buffer.from('cut off'), 'application/json')
  const error = vi.spyOn(site.deps.log, 'error')
  site.deps.clock.set(new Date('2026-12-05T09:00:00Z'))
  await vi.waitUntil(async () => (await copies()).length === 2, { timeout: 60_000 })
  const cause = expect.stringContaining(`${manifest} is damaged`) as unknown
  expect(error).toHaveBeenCalledWith({ cause }, 'a backup cannot be read')
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

type Site = Awaited<ReturnType<typeof openSite>>
type Running = Awaited<ReturnType<Site['start']>>

const photosOf = async (db: Db) =>
  (await db.selectFrom('file').select('name').orderBy('name').execute()).map(({ name }) => name)

/** Finishes the segment in progress and waits until it is archived. */
async function archiveNow({ url }: Running, destination: Destination): Promise<void> {
  const [last] = await query<{ segment: string }>(url, 'select pg_walfile_name(pg_switch_wal()) as segment')
  await vi.waitUntil(() => isArchived(destination, last!.segment), { timeout: 60_000 })
}

async function isArchived({ storage }: Destination, segment: string): Promise<boolean> {
  for await (const { name } of storage.list('wal'))
    if (name.endsWith(`/${segment.toLowerCase()}`)) return true
  return false
}

async function namesIn({ storage }: Destination, beginning: string): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of storage.list(beginning.split('/')[0]!))
    if (name.startsWith(beginning)) names.push(name)
  return names
}

async function startWithPhotos(site: Site): Promise<Running> {
  const running = await site.start('first')
  await buildAccounts(running.db, olga)
  await addPhoto(running.deps, 'of the copy')
  await vi.waitUntil(async () => (await site.copies()).length === 1, { timeout: 60_000 })
  return running
}

/** Starts the restored database with an empty folder for photos, then restores the photos that the database names. */
async function restorePhotos({ work, start, destination }: Site, name: string) {
  const running = await start(name)
  const storage = openStorage({ folder: join(work, `photos-of-${name}`) })
  const result = await restoreNamedFiles({ url: running.url, storage, destination, print: () => {} })
  const named = await photosOf(running.db)
  for (const photo of named) {
    const found = await storage.read(photoName(photo))
    expect(found && (await buffer(found.content)).toString()).toBe(photo)
  }
  await running.stop()
  return { ...result, named }
}

test('photos that were uploaded after the last copy are restored, also those that were removed later', async () => {
  const site = await openSite()
  const first = await startWithPhotos(site)
  const early = await addPhoto(first.deps, 'removed later')
  await archiveNow(first, site.destination)
  const moment = await timeOf(first.url)
  await removePhoto(first.deps, early)
  await addPhoto(first.deps, 'kept')
  await archiveNow(first, site.destination)
  await first.stop()
  await rm(join(site.work, 'photos'), { recursive: true })
  await rm(join(site.work, 'first'), { recursive: true })

  await site.restore('now', undefined)
  const now = await restorePhotos(site, 'now')
  expect(now).toEqual({ restored: 2, missing: 0, named: ['kept', 'of the copy'] })
  await site.restore('then', moment)
  const then = await restorePhotos(site, 'then')
  expect(then).toEqual({ restored: 2, missing: 0, named: ['of the copy', 'removed later'] })
})

test('a server that starts again archives the photos of before, and keeps the list of those archived', async () => {
  const site = await openSite()
  const first = await startWithPhotos(site)
  await addPhoto(first.deps, 'before the stop')
  await first.stop()
  const again = await site.start('first')
  await addPhoto(again.deps, 'after the start')
  await again.stop()
  await rm(join(site.work, 'photos'), { recursive: true })
  await site.restore('second', undefined)
  const named = ['after the start', 'before the stop', 'of the copy']
  expect(await restorePhotos(site, 'second')).toEqual({ restored: 3, missing: 0, named })
})

test('a copy that is interrupted writes nothing more', async () => {
  const site = await openSite()
  const first = await startWithPhotos(site)
  const stopping = new AbortController()
  const read = vi.spyOn(site.photos, 'read').mockImplementation(async () => {
    stopping.abort(new Error('stopped'))
    return { bytes: 5, content: Readable.from([Buffer.from('photo')]) }
  })
  onTestFinished(() => read.mockRestore())
  const copies = await site.copies()
  const interrupted = makeCopy({
    url: first.url,
    folder: join(site.work, 'first', 'postgres'),
    place: await placeOfCopies(site.destination, copies, refuseDamaged),
    storage: site.photos,
    known: new Map(),
    now: () => new Date('2026-12-02T09:00:00Z'),
    ship: async () => {},
    signal: stopping.signal,
  })
  await expect(interrupted).rejects.toThrow('stopped')
  expect(read).toHaveBeenCalled()
  const begun = await namesIn(site.destination, 'copy/2026-12-02')
  expect(new Set(begun.map((name) => name.split('/')[2]))).toEqual(new Set(['data']))
  expect(await site.copies()).toEqual(copies)
  await first.stop()
})

test('the log is archived although photos cannot be read, which is shown, and they follow', async () => {
  const site = await openSite()
  const first = await startWithPhotos(site)
  const read = vi.spyOn(site.photos, 'read').mockRejectedValue(new Error('no such host'))
  onTestFinished(() => read.mockRestore())
  await addPhoto(first.deps, 'unreadable for a while')
  await archiveNow(first, site.destination)
  const causeNow = async () =>
    (await readMeasurements(first.db)).find(({ name }) => name === 'wal_failure')?.labels['cause']
  const cause = await vi.waitUntil(causeNow, { timeout: 10_000 })
  expect(cause).toBe('Photos and documents could not be archived: no such host')
  read.mockRestore()
  await first.stop()
  await rm(join(site.work, 'photos'), { recursive: true })
  await site.restore('second', undefined)
  const named = ['of the copy', 'unreadable for a while']
  expect(await restorePhotos(site, 'second')).toEqual({ restored: 2, missing: 0, named })
})

test('a photo that only the archived log names is kept as long as the log', async () => {
  const site = await openSite()
  const { destination, copies } = site
  const first = await startWithPhotos(site)
  const early = await addPhoto(first.deps, 'removed later')
  await archiveNow(first, destination)
  await removePhoto(first.deps, early)
  const keep = { daily: 1, weekly: 0, monthly: 0 }
  const isKept = async () => {
    for await (const { name } of destination.storage.list('files')) if (name.endsWith(early)) return true
    return false
  }
  const backUpOn = async (day: string) => {
    first.deps.clock.set(new Date(`2026-12-${day}T02:30:00Z`))
    // The worker copies the database at the time of the backup, and the later of the two would be refused.
    const isCopied = async () => (await copies()).at(-1)!.takenAt.startsWith(`2026-12-${day}`)
    await vi.waitUntil(isCopied, { timeout: 60_000 })
    await query(first.url, `select pg_advisory_xact_lock(${advisoryLocks.backups})`)
    return makeBackup(first.deps, {
      url: first.url,
      destination,
      withSecret: false,
      keep,
      reportDamaged: refuseDamaged,
      print: () => {},
    })
  }
  expect(await isKept()).toBe(true)
  await backUpOn('02')
  expect((await backUpOn('03')).removed).toBe(1)
  expect(await isKept()).toBe(true)

  await removeOldCopies(destination.storage, new Date((await copies())[1]!.endedAt))
  expect((await backUpOn('04')).removed).toBe(1)
  expect(await isKept()).toBe(false)
  await first.stop()
})
