import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDestination } from '#server/backups/destination.ts'
import { runScheduledBackup } from '#server/backups/jobs.ts'
import { restoreNamedFiles } from '#server/backups/rewind.ts'
import { openUploads } from '#server/backups/uploads.ts'
import { readConfig } from '#server/config/config.ts'
import { readMeasurements } from '#server/kernel/metrics/measurements.ts'
import { openStorage } from '#server/kernel/storage/open.ts'
import { buildAccounts, testDeps } from '#test/build.ts'
import { olga } from '#test/cast.ts'
import { urlOf } from '#test/databases.ts'
import { testDb } from '#test/db.ts'
import { addPhoto, photoName, removePhoto } from '#test/stored-photos.ts'
import { openWorkFolder } from '#test/work-folder.ts'

const passphrase = 'correct horse battery'

/** A site with a PostgreSQL of its own, of which a worker makes backups. */
async function setup(environment: Record<string, string> = {}) {
  const db = await testDb()
  await buildAccounts(db, olga)
  const { folder, remove } = await openWorkFolder()
  onTestFinished(remove)
  const url = await urlOf(db)
  const deps = { ...testDeps(db), storage: openStorage({ folder: join(folder, 'photos') }) }
  const configWith = (chosen: Record<string, string>) =>
    readConfig(
      {
        SECRET: 's'.repeat(32),
        DATABASE_URL: url,
        DATA_DIR: folder,
        BACKUP_AT: '02:30',
        BACKUP_DIR: 'kept',
        BACKUP_PASSPHRASE: passphrase,
        ...environment,
        ...chosen,
      },
      '/nowhere',
    )
  const config = configWith({})
  const at = (moment: string) => deps.clock.set(new Date(moment))
  const backUpAt = async (moment: string) => {
    at(moment)
    await runScheduledBackup(deps, config)
  }
  const worker = (chosen: Record<string, string> = {}) => openUploads(deps, configWith(chosen))
  /** The backups have a copy of this photo. */
  const isKept = async (content: string) =>
    (await readdir(join(folder, 'kept/files'), { recursive: true })).some((name) =>
      name.endsWith(photoName(content)),
    )
  const lists = async () => {
    const names = await readdir(join(folder, 'kept'), { recursive: true })
    return names.filter((name) => name.endsWith('.files')).map((name) => name.split('/').at(-1)!)
  }
  /** Loses all photos, and restores those that the database names. */
  const restore = async () => {
    await rm(join(folder, 'photos'), { recursive: true, force: true })
    const destination = openDestination({ folder: join(folder, 'kept') }, passphrase)
    return restoreNamedFiles({ url, storage: deps.storage, destination, print: () => {} })
  }
  const failures = async () =>
    (await readMeasurements(db))
      .filter(({ name }) => name === 'uploads_failure')
      .map(({ labels, at }) => ({ cause: labels['cause'], at: at.toISOString() }))
  return { db, deps, folder, at, backUpAt, worker, isKept, lists, restore, failures }
}

test('photos that were uploaded after the newest backup can be restored, also those that were removed later', async () => {
  const { deps, at, backUpAt, worker, restore, failures } = await setup()
  const copy = worker()
  await addPhoto(deps, 'before the backup')
  await backUpAt('2026-12-01T02:30:00Z')
  at('2026-12-01T09:00:00Z')
  const removed = await addPhoto(deps, 'removed later')
  await copy()
  await removePhoto(deps, removed)
  at('2026-12-01T10:00:00Z')
  await addPhoto(deps, 'after the backup')
  await copy()
  expect(await restore()).toEqual({ restored: 2, missing: 0 })
  const found = await deps.storage.read(photoName('after the backup'))
  expect((await buffer(found!.content)).toString()).toBe('after the backup')

  // The database was restored to a moment in between.
  await addPhoto(deps, 'removed later')
  expect(await restore()).toEqual({ restored: 3, missing: 0 })
  expect(await failures()).toEqual([])
})

test('a worker that starts later, or beside another, copies no photo again', async () => {
  const { deps, at, backUpAt, worker, restore } = await setup()
  await backUpAt('2026-12-01T02:30:00Z')
  at('2026-12-01T09:00:00Z')
  const [one, other] = [worker(), worker()]
  await addPhoto(deps, 'first')
  await other()
  await addPhoto(deps, 'second')
  await one()
  const read = vi.spyOn(deps.storage, 'read')
  await other()
  await worker()()
  expect(read).not.toHaveBeenCalled()
  read.mockRestore()
  await addPhoto(deps, 'third')
  await Promise.all([one(), other()])
  expect(await restore()).toEqual({ restored: 3, missing: 0 })
})

test('photos are copied with the key of the newest backup that can be read, and a damaged one is logged', async () => {
  const { deps, folder, at, backUpAt, worker, restore } = await setup()
  await backUpAt('2026-12-01T02:30:00Z')
  const manifest = 'manifests/2026-12-02t02-30-00-000z.json'
  await writeFile(join(folder, 'kept', manifest), 'cut off')
  at('2026-12-02T09:00:00Z')
  await addPhoto(deps, 'first')
  const error = vi.spyOn(deps.log, 'error')
  await worker()()
  const cause = expect.stringContaining(`${manifest} is damaged`) as unknown
  expect(error.mock.calls).toEqual([[{ cause }, 'a backup cannot be read']])
  expect(await restore()).toEqual({ restored: 1, missing: 0 })
})

test('a damaged list is named once and kept, and its photos and later ones are archived in another', async () => {
  const { deps, folder, at, backUpAt, worker, isKept, lists, restore, failures } = await setup()
  await backUpAt('2026-12-01T02:30:00Z')
  at('2026-12-01T09:00:00Z')
  await addPhoto(deps, 'first')
  await worker()()
  const kept = join(folder, 'kept')
  const list = (await readdir(kept, { recursive: true })).find((name) => name.endsWith('.files'))!
  await writeFile(join(kept, list), 'cut off')
  await addPhoto(deps, 'second')
  const error = vi.spyOn(deps.log, 'error')
  const copy = worker()
  await copy()
  await addPhoto(deps, 'third')
  await copy()
  const cause = expect.stringContaining(`${list} was cut off or changed.`) as unknown
  expect(error.mock.calls).toEqual([[{ cause }, 'a backup cannot be read']])
  expect(await failures()).toEqual([])
  expect((await lists()).toSorted()).toEqual(['2026-12-01-2.files', '2026-12-01.files'])
  expect(await isKept('third')).toBe(true)
  expect(await restore()).toEqual({ restored: 3, missing: 0 })
})

test('nothing is copied before the first backup, or for the embedded database', async () => {
  const { deps, backUpAt, worker, isKept, lists, failures } = await setup()
  const copy = worker()
  await copy()
  expect(await failures()).toEqual([])
  await backUpAt('2026-12-01T02:30:00Z')
  await addPhoto(deps, 'new')
  await worker({ DATABASE_URL: '' })()
  expect(await failures()).toEqual([])
  expect(await lists()).toEqual([])
  await copy()
  expect(await lists()).toEqual(['2026-12-01.files'])
  expect(await isKept('new')).toBe(true)
})

test('a failure is logged once and shown with its beginning until the photos could be copied', async () => {
  const { deps, at, backUpAt, worker, isKept, failures } = await setup()
  const logged = vi.spyOn(deps.log, 'error')
  const copy = worker()
  await backUpAt('2026-12-01T02:30:00Z')
  at('2026-12-01T09:00:00Z')
  await addPhoto(deps, 'unreadable for a while')
  const read = vi.spyOn(deps.storage, 'read').mockRejectedValue(new Error('no such host'))
  onTestFinished(() => read.mockRestore())
  await copy()
  at('2026-12-01T09:01:00Z')
  await copy()
  const cause = 'Photos and documents could not be archived: no such host'
  expect(await failures()).toEqual([{ cause, at: '2026-12-01T09:00:00.000Z' }])
  expect(logged).toHaveBeenCalledTimes(1)
  read.mockRestore()
  await copy()
  expect(await failures()).toEqual([])
  expect(await isKept('unreadable for a while')).toBe(true)

  await worker({ BACKUP_PASSPHRASE: 'another horse battery' })()
  expect((await failures()).map((one) => one.cause)).toEqual([
    expect.stringContaining('was encrypted with another pass phrase'),
  ])
})

test('a removed photo is kept until no backup is as old as its upload', async () => {
  const { deps, at, backUpAt, worker, isKept, lists } = await setup({ BACKUP_KEEP: '2 daily' })
  const copy = worker()
  await backUpAt('2026-12-01T02:30:00Z')
  at('2026-12-01T09:00:00Z')
  const removed = await addPhoto(deps, 'removed')
  await copy()
  await removePhoto(deps, removed)
  await backUpAt('2026-12-02T02:30:00Z')
  expect(await lists()).toEqual(['2026-12-01.files'])
  expect(await isKept('removed')).toBe(true)
  await addPhoto(deps, 'new')
  await copy()
  await backUpAt('2026-12-03T02:30:00Z')
  expect(await lists()).toEqual(['2026-12-02.files'])
  expect(await isKept('removed')).toBe(false)
  expect(await isKept('new')).toBe(true)
})
