import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type Insertable, sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listArchived, segmentAfter } from '#server/backups/archive.ts'
import { readCopies } from '#server/backups/copies.ts'
import { openDestination } from '#server/backups/destination.ts'
import { runScheduledBackup, runScheduledVerification } from '#server/backups/jobs.ts'
import { leftOut } from '#server/backups/left-out.ts'
import { Details, Head } from '#server/backups/manifest.ts'
import { keepArchiving } from '#server/backups/wal.ts'
import { readConfig } from '#server/config/config.ts'
import { documentName, drawingName, pictureName } from '#server/files/address.ts'
import { sweepFiles } from '#server/files/sweep-commands.ts'
import { removeFile } from '#server/files/upload-commands.ts'
import { alone } from '#server/kernel/backup/snapshot.ts'
import { type Db, openDb } from '#server/kernel/db/db.ts'
import type { File } from '#server/kernel/db/schema.ts'
import { migrate, readMigrations } from '#server/kernel/db/migrate.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { unlocked } from '#server/kernel/backup/pass-phrase.ts'
import { openJobs } from '#server/kernel/jobs/jobs.ts'
import { readMeasurements } from '#server/kernel/metrics/measurements.ts'
import { startPostgres } from '#server/kernel/postgres/postgres.ts'
import { openStorage } from '#server/kernel/storage/open.ts'
import type { Storage } from '#server/kernel/storage/storage.ts'
import { invariants } from '#server/ledger/invariant-commands.ts'
import { bookingFixture, weekend } from '#test/booking-fixture.ts'
import { buildAccounts, now, testDeps } from '#test/build.ts'
import { olga, sam } from '#test/cast.ts'
import { cloneTemplate } from '#test/databases.ts'
import { storePhoto } from '#test/file-calls.ts'
import { openS3Peer, s3Keys } from '#test/s3-peer.ts'
import { refuseDamaged } from '#test/undamaged.ts'
import { openWorkFolder } from '#test/work-folder.ts'
import { dumpSchema } from './schema-dump.ts'
import { runOperator } from './operator-run.ts'

vi.setConfig({ testTimeout: 120_000 })

const secret = 's'.repeat(32)
const passphrase = 'correct horse battery'

async function urlOf(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  return Object.assign(new URL(process.env['TEST_DATABASE_URL']!), { pathname: `/${rows[0]!.name}` }).href
}

/** A database without tables, as an operator creates it for a restore. */
async function emptyDatabase(): Promise<{ url: string; db: Db }> {
  const { url, drop } = await cloneTemplate('template0')
  const db = openDb(url, { max: 4 })
  onTestFinished(async () => {
    await db.destroy()
    await drop()
  })
  return { url, db }
}

async function workFolder(): Promise<string> {
  const { folder, remove } = await openWorkFolder()
  onTestFinished(remove)
  return folder
}

type Ended = { code: number; out: string; err: string }

/** Runs a command with the backups, files and secret of one folder. */
function operatorIn(folder: string) {
  return async (url: string, words: string[], environment: Record<string, string> = {}): Promise<Ended> => {
    const lines = { out: [] as string[], err: [] as string[] }
    const code = await runOperator(words, {
      environment: {
        SECRET: secret,
        DATA_DIR: folder,
        BACKUP_DIR: 'kept',
        DATABASE_URL: url,
        ...environment,
      },
      printResult: (line) => lines.out.push(line),
      printStatus: (line) => lines.err.push(String(line)),
    })
    return { code, out: lines.out.join('\n'), err: lines.err.join('\n') }
  }
}

const fileRow = (change: Partial<Insertable<File>>): Insertable<File> => ({
  id: randomUUID(),
  account_id: olga.accountId,
  kind: 'pet',
  state: 'ready',
  name: 'photo.jpg',
  type: 'image/webp',
  bytes: 3,
  received: 3,
  created_at: now,
  finished_at: now,
  ...change,
})

const hashes = { picture: 'a1'.repeat(32), drawing: 'b2'.repeat(32), document: 'c3'.repeat(32) }
const stored = {
  [pictureName(hashes.picture, 320)]: 'a small picture',
  [pictureName(hashes.picture, 640)]: 'a larger picture',
  [drawingName(hashes.drawing)]: 'a drawing',
  [documentName(hashes.document)]: '%PDF-',
}

/** A site with a finished booking, its ledger, a waiting job and files. */
async function buildSite() {
  const fixture = await bookingFixture()
  const booking = await fixture.act(sam, await fixture.request(olga, weekend(fixture)), 'accept')
  await fixture.db
    .insertInto('file')
    .values([
      fileRow({ hash: hashes.picture, widths: [320, 640] }),
      fileRow({ hash: hashes.drawing, widths: [320] }),
      fileRow({ hash: hashes.document, type: 'application/pdf', kind: 'document' }),
    ])
    .execute()
  const folder = await workFolder()
  for (const [name, content] of Object.entries(stored)) {
    const path = join(folder, 'files', name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
  return { ...fixture, booking, folder, url: await urlOf(fixture.db), operator: operatorIn(folder) }
}

const tablesOf = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_schema in ('public', 'identity') and table_type = 'BASE TABLE' order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/** All rows of all tables that are backed up, in an order that does not depend on where they are stored. */
async function contentOf(db: Db): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {}
  for (const name of await tablesOf(db)) {
    if (name in leftOut) continue
    const { rows } = await sql<{
      row: string
    }>`select one::text as row from ${sql.table(name)} one order by 1`.execute(db)
    if (rows.length > 0) content[name] = rows.map(({ row }) => row)
  }
  return content
}

const idIn = (text: string) => /\d{4}-\d\d-\d\dt[\d-]+z/.exec(text)?.[0] ?? ''

/** The parts of one backup, with paths below the folder of the backups. */
const partsOf = async (folder: string) =>
  (await readdir(join(folder, 'kept'), { recursive: true })).filter((name) => name.startsWith('backups/'))

test('a backup restores every row, file and waiting job, and the schema with all its rules', async () => {
  const site = await buildSite()
  const queue = await openJobs(site.url, site.deps.log)
  onTestFinished(() => queue.stop())
  await queue.declare(['invoices.tell'])
  const later = new Date('2027-01-05T10:00:00Z')
  await inTransaction(site.db, (tx) =>
    queue.enqueue(tx, 'invoices.tell', { invoiceId: 'x' }, { startAfter: later }),
  )
  const before = await contentOf(site.db)
  expect(before).toMatchObject({
    'public.booking': [expect.any(String)],
    'public.file': expect.any(Array) as unknown,
  })
  const made = await site.operator(site.url, ['backup'])
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining('and 4 files') as unknown })
  expect(made.out).toContain('It is not encrypted')
  const [backup] = (await readMeasurements(site.db)).filter(({ name }) => name === 'backup')
  expect(idIn(made.out)).toContain(backup!.at.toISOString().slice(0, 10))

  const target = await emptyDatabase()
  const newFolder = await workFolder()
  const from = ['--from', join(site.folder, 'kept')]
  const restored = await operatorIn(newFolder)(target.url, ['restore', ...from])
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('was restored') as unknown })
  expect(restored.out).toContain('The secret is the one of the backup.')
  expect(await contentOf(target.db)).toEqual(before)
  expect(await dumpSchema(target.url)).toBe(await dumpSchema(site.url))
  for (const [name, content] of Object.entries(stored))
    expect(await readFile(join(newFolder, 'files', name), 'utf8')).toBe(content)
  const { rows: jobs } =
    await sql`select name, data, start_after from job.job where name = 'invoices.tell'`.execute(target.db)
  expect(jobs).toEqual([{ name: 'invoices.tell', data: { invoiceId: 'x' }, start_after: later }])
  expect(await invariants({ ...testDeps(target.db), now: site.deps.now })).toMatchObject({ holds: true })
  await expect(sql`delete from ledger_entry`.execute(target.db)).rejects.toThrow('append')
  const numbers = sql<{ next: string }>`select nextval('booking_number') as next`
  const next = async (db: Db) => (await numbers.execute(db)).rows[0]!.next
  expect(await next(target.db)).toBe(await next(site.db))
})

test('verify restores into a database that is removed again, and list shows when', async () => {
  const { operator, url, folder } = await buildSite()
  expect((await operator(url, ['list'])).out).toBe(`There is no backup in ${join(folder, 'kept')}.`)
  const id = idIn((await operator(url, ['backup'])).out)
  const listed = (await operator(url, ['list'])).out
  expect(listed).toContain('not verified')
  expect(listed).toContain((await readMigrations()).at(-1)!.name.replace('.sql', ''))
  const verified = await operator(url, ['verify'])
  expect(verified).toMatchObject({
    code: 0,
    out: expect.stringContaining(`The backup ${id} is good.`) as unknown,
  })
  expect(verified.out).toContain('The ledger balances in EUR.')
  expect(verified.out).toContain('All 4 files are there and unchanged.')
  expect((await operator(url, ['list'])).out).toMatch(new RegExp(`^${id} .* verified 20`))
})

test('verify prints its result although it cannot be stored beside the backup', async () => {
  const { operator, url, folder } = await buildSite()
  const id = idIn((await operator(url, ['backup'])).out)
  // A file where the folder belongs refuses the superuser too.
  await writeFile(join(folder, 'kept/verified'), '')
  const from = ['--from', join(folder, 'kept')]
  const unstored = `The result of the check could not be stored beside the backup. The backups in ${join(folder, 'kept')} cannot be reached: the folder is a file, or is below one.`
  const good = await operator(url, ['verify', ...from])
  expect(good).toMatchObject({
    code: 0,
    out: expect.stringContaining(`The backup ${id} is good.`) as unknown,
  })
  expect(good.err).toContain(unstored)
  await changeDetails(folder, (details) => tableOf(details, 'public.booking').rows++)
  const damaged = await operator(url, ['verify', ...from])
  expect(damaged).toMatchObject({ code: 1, err: expect.stringContaining(unstored) as unknown })
  expect(damaged.err).toContain('The backup is damaged. The table public.booking has 1 rows instead of 2.')
})

test('list names each damaged file and shows all others, and the exit code says that something is wrong', async () => {
  const { operator, url, folder } = await buildSite()
  const id = idIn((await operator(url, ['backup'])).out)
  await operator(url, ['verify'])
  const write = async (name: string, content: string) => {
    const path = join(folder, 'kept', name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
  const copy = {
    format: 1,
    product: '0.1.0',
    takenAt: '2026-11-01T02:30:00.000Z',
    endedAt: '2026-11-01T02:31:00.000Z',
    system: '7',
    segment: '0'.repeat(24),
    locked: null,
    details: [],
  }
  const at = '2026-11-01T08:00:00.000Z'
  const results = {
    '2026-10-30': { at, damage: 'A part is missing.', until: null },
    '2026-10-31': { at, damage: null, until: '2026-10-31T14:05:00.000Z' },
  }
  for (const [day, result] of Object.entries(results)) {
    const id = `${day}t02-30-00-000z`
    const head = { ...copy, id, takenAt: `${day}T02:30:00.000Z`, endedAt: `${day}T02:31:00.000Z` }
    await write(`copies/${id}.json`, JSON.stringify(head))
    await write(`copy/${id}/verified.json`, JSON.stringify(result))
  }
  await write('copies/2026-11-01t02-30-00-000z.json', JSON.stringify({ ...copy, id: 'x' }))
  expect((await operator(url, ['list'])).code).toBe(0)
  await write('copies/2026-11-02t02-30-00-000z.json', '')
  await write('manifests/2026-11-03t02-30-00-000z.json', '{}')
  await write(`verified/${id}.json`, 'x')
  const listed = await operator(url, ['list'])
  expect(listed).toMatchObject({ code: 1, err: '' })
  const advice = 'If another copy of the backups has the file, put it back.'
  expect(listed.out.split('\n')).toEqual([
    expect.stringMatching(new RegExp(`^${id} .* not verified, .* verified/${id}.json is damaged`)),
    'copy of 2026-10-30T02:31:00.000Z  release 0.1.0  damaged: A part is missing.',
    'copy of 2026-10-31T02:31:00.000Z  release 0.1.0  verified 2026-11-01T08:00:00.000Z with the log up to 2026-10-31T14:05:00.000Z',
    'copy of 2026-11-01T02:31:00.000Z  release 0.1.0  not verified',
    `manifests/2026-11-03t02-30-00-000z.json is damaged: it does not have the form that it was written in. ${advice}`,
    `copies/2026-11-02t02-30-00-000z.json is damaged: it is not JSON. ${advice}`,
  ])
  const made = await operator(url, ['backup'])
  expect(made).toMatchObject({
    code: 0,
    err: expect.stringContaining('Files that only this backup') as unknown,
  })
})

test.each(['backups/.*/tables/public/booking/1', 'files/plain/documents/.*/original.pdf'])(
  'verify and restore notice a changed and a missing part: %s',
  async (pattern) => {
    const { operator, url, folder } = await buildSite()
    await operator(url, ['backup'])
    const names = await readdir(join(folder, 'kept'), { recursive: true })
    const path = join(
      folder,
      'kept',
      names.find((name) => new RegExp(`^${pattern}$`).test(name))!,
    )
    const content = await readFile(path)
    content[content.length - 1]! ^= 1
    await writeFile(path, content)
    const changed = await operator(url, ['verify'])
    expect(changed).toMatchObject({ code: 1, err: expect.stringContaining('was changed') as unknown })
    expect((await operator(url, ['list'])).out).toContain('damaged: ')
    await rm(path)
    const target = await emptyDatabase()
    const restored = await operator(target.url, ['restore'])
    expect(restored).toMatchObject({ code: 1, err: expect.stringContaining('is missing') as unknown })
    expect(await tablesOf(target.db)).toEqual([])
  },
)

/** Changes what a backup says about its content, with parts that are intact. */
async function changeDetails(folder: string, change: (details: Details) => void): Promise<void> {
  const kept = join(folder, 'kept')
  const [file] = await readdir(join(kept, 'manifests'))
  const path = join(kept, 'manifests', file!)
  const head = Head.parse(JSON.parse(await readFile(path, 'utf8')))
  const [part] = head.details
  const details = Details.parse(
    JSON.parse(zstdDecompressSync(await readFile(join(kept, part!.name))).toString()),
  )
  change(details)
  const content = zstdCompressSync(JSON.stringify(details))
  await writeFile(join(kept, part!.name), content)
  const sha256 = createHash('sha256').update(content).digest('hex')
  await writeFile(path, JSON.stringify({ ...head, details: [{ ...part!, bytes: content.length, sha256 }] }))
}

const tableOf = ({ tables }: Details, name: string) => tables.find((table) => table.name === name)!

test.each<[what: string, sentence: string, change: (details: Details) => void]>([
  [
    'number of rows',
    'The table public.booking has 1 rows instead of 2.',
    (details) => tableOf(details, 'public.booking').rows++,
  ],
  [
    'content of rows',
    'The rows of the table public.account are not those of the backup',
    (details) => {
      tableOf(details, 'public.account').checksum = '0'.repeat(64)
    },
  ],
  ['trial balance', 'The trial balance of the restored ledger', (details) => details.ledger[0]!.debit++],
  [
    'table that is missing',
    'The backup has no rows of the table public.pet.',
    (details) => {
      details.tables = details.tables.filter(({ name }) => name !== 'public.pet')
    },
  ],
])('verify compares the result with the backup: %s', async (_, sentence, change) => {
  const { operator, url, folder } = await buildSite()
  await operator(url, ['backup'])
  await changeDetails(folder, change)
  expect(await operator(url, ['verify'])).toMatchObject({
    code: 1,
    err: expect.stringContaining(sentence) as unknown,
  })
})

test('an interrupted backup is not listed, and the next one removes it', async () => {
  const { operator, url, folder } = await buildSite()
  await operator(url, ['backup'])
  const names = await partsOf(folder)
  const id = idIn(names.join())
  // As if the process had been killed before it wrote the manifest.
  await rm(join(folder, 'kept/manifests', `${id}.json`))
  await mkdir(join(folder, 'kept/begun'), { recursive: true })
  await writeFile(join(folder, 'kept/begun', `${id}.json`), '{}')
  expect((await operator(url, ['list'])).out).toContain('There is no backup')
  expect((await operator(url, ['restore'])).err).toContain('There is no backup')
  const second = await operator(url, ['backup'])
  expect(second.out).toContain('Backups that were interrupted earlier and removed: 1.')
  expect(existsSync(join(folder, 'kept/backups', id))).toBe(false)
  expect((await operator(url, ['list'])).out.split('\n')).toHaveLength(1)
})

test('restore refuses a database with tables and changes nothing', async () => {
  const { operator, url, db } = await buildSite()
  await operator(url, ['backup'])
  const before = await contentOf(db)
  const refused = await operator(url, ['restore'])
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringContaining('only restored into an empty one') as unknown,
  })
  expect(await contentOf(db)).toEqual(before)
})

test('a backup of an older schema is restored and then migrated', async () => {
  const old = await emptyDatabase()
  const all = (await readMigrations()).map(({ name }) => name)
  await migrate(old.url, new Set(all.slice(0, -6)))
  await sql`insert into setting (document, created_at) values ('{"a": 1}', now())`.execute(old.db)
  const operator = operatorIn(await workFolder())
  const made = await operator(old.url, ['backup'])
  expect(made.code).toBe(0)
  const target = await emptyDatabase()
  const restored = await operator(target.url, ['restore'])
  expect(restored).toMatchObject({
    code: 0,
    out: expect.stringContaining('Migrations of this release that followed: 6.') as unknown,
  })
  const { rows } = await sql`select version, document from setting`.execute(target.db)
  expect(rows).toEqual([{ version: 1, document: { a: 1 } }])
})

test('a backup made while transfers are posted has a ledger that balances', async () => {
  const { operator, url, db } = await buildSite()
  const stopped = new AbortController()
  let written = 0
  const write = async () => {
    while (!stopped.signal.aborted) {
      await inTransaction(db, async (tx) => {
        const id = randomUUID()
        await sql`insert into ledger_transfer (id, at, kind, source, source_id, currency)
          values (${id}, now(), 'tip', 'test', ${id}, 'EUR')`.execute(tx)
        await sql`insert into ledger_entry (transfer_id, idx, account, amount)
          values (${id}, 0, 'bank', -100), (${id}, 1, 'loss', 100)`.execute(tx)
      })
      written++
    }
  }
  const writing = [write(), write()]
  await vi.waitUntil(() => written > 20)
  const atStart = written
  const made = await operator(url, ['backup'])
  const during = written - atStart
  stopped.abort()
  await Promise.all(writing)
  expect(made.code).toBe(0)
  expect(during).toBeGreaterThan(20)
  expect(await operator(url, ['verify'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('The ledger balances in EUR.') as unknown,
  })
})

test('with a pass phrase nothing in a backup is readable, and the secret comes back with it', async () => {
  const { operator, url, folder } = await buildSite()
  const locked = { BACKUP_PASSPHRASE: passphrase }
  expect((await operator(url, ['backup', '--with-secret'])).err).toContain('Set BACKUP_PASSPHRASE')
  const made = await operator(url, ['backup', '--with-secret'], locked)
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining('It is encrypted.') as unknown })
  const kept = join(folder, 'kept')
  for (const name of await readdir(kept, { recursive: true, withFileTypes: true })) {
    if (!name.isFile()) continue
    const content = await readFile(join(name.parentPath, name.name), 'latin1')
    for (const word of [secret, olga.email, 'a small picture', 'escrow']) expect(content).not.toContain(word)
  }
  expect((await operator(url, ['verify'])).err).toContain('The backup is encrypted.')
  expect((await operator(url, ['verify'], { BACKUP_PASSPHRASE: 'another pass phrase' })).err).toContain(
    'encrypted with another pass phrase',
  )
  expect(await operator(url, ['verify'], locked)).toMatchObject({ code: 0 })
  const target = await emptyDatabase()
  const newFolder = await workFolder()
  const restored = await operatorIn(newFolder)(target.url, ['restore', '--from', kept], {
    ...locked,
    SECRET: '',
  })
  expect(restored).toMatchObject({
    code: 0,
    out: expect.stringContaining('The secret of the backup is in') as unknown,
  })
  expect((await readFile(join(newFolder, 'secret'), 'utf8')).trim()).toBe(secret)
})

test('files that the previous backup has are not copied again', async () => {
  const { operator, url, folder } = await buildSite()
  await operator(url, ['backup'])
  const picture = join(folder, 'files', pictureName(hashes.picture, 320))
  await writeFile(picture, 'changed')
  await operator(url, ['backup'])
  const copy = join(folder, 'kept/files/plain', pictureName(hashes.picture, 320))
  expect(await readFile(copy, 'utf8')).toBe('a small picture')
  await operator(url, ['backup', '--all-files'])
  expect(await readFile(copy, 'utf8')).toBe('changed')
})

test('copying all files again leaves the earlier encrypted backups as they are', async () => {
  const { operator, url } = await buildSite()
  const locked = { BACKUP_PASSPHRASE: passphrase }
  const id = idIn((await operator(url, ['backup'], locked)).out)
  expect(await operator(url, ['backup', '--all-files'], locked)).toMatchObject({ code: 0 })
  expect(await operator(url, ['verify', id], locked)).toMatchObject({ code: 0 })
})

async function openBucket(name: string, prefix: string) {
  const { endpoint, stored: objects, close } = await openS3Peer(name)
  onTestFinished(async () => {
    await close()
  })
  const environment: Record<string, string> = {
    [`${prefix}S3_ENDPOINT`]: endpoint,
    [`${prefix}S3_REGION`]: s3Keys.region,
    [`${prefix}S3_BUCKET`]: name,
    [`${prefix}S3_ACCESS_KEY_ID`]: s3Keys.accessKeyId,
    [`${prefix}S3_SECRET_ACCESS_KEY`]: s3Keys.secretAccessKey,
  }
  return { objects, environment }
}

test('a bucket keeps the chosen number of backups, and is verified and restored like a folder', async () => {
  const site = await buildSite()
  const [kept, photos, newPhotos] = [
    await openBucket('kept', 'BACKUP_'),
    await openBucket('photos', ''),
    await openBucket('new-photos', ''),
  ]
  for (const [name, content] of Object.entries(stored))
    photos.objects.set(name, { content: Buffer.from(content), type: undefined })
  const environment = {
    ...kept.environment,
    BACKUP_DIR: '',
    BACKUP_PASSPHRASE: passphrase,
    STORAGE: 's3',
    SECRET: secret,
  }
  const config = readConfig(
    {
      ...environment,
      ...photos.environment,
      DATABASE_URL: site.url,
      BACKUP_AT: '02:30',
      BACKUP_KEEP: '2 daily',
    },
    '/nowhere',
  )
  for (const day of ['01', '02', '03']) {
    site.deps.clock.set(new Date(`2026-12-${day}T02:30:00Z`))
    await runScheduledBackup({ ...site.deps, storage: openStorage(config.storage) }, config)
  }
  const before = await contentOf(site.db)
  const run = (url: string, words: string[], files: Record<string, string>) =>
    site.operator(url, words, { ...environment, ...files })
  const listed = (await run(site.url, ['list'], photos.environment)).out
  expect(listed.split('\n').map(idIn)).toEqual(['2026-12-02t02-30-00-000z', '2026-12-03t02-30-00-000z'])
  expect([...kept.objects.keys()].filter((name) => name.includes('2026-12-01t'))).toEqual([])
  expect(await run(site.url, ['verify'], photos.environment)).toMatchObject({
    code: 0,
    out: expect.stringContaining('All 4 files are there and unchanged.') as unknown,
  })

  const target = await emptyDatabase()
  expect(await run(target.url, ['restore'], newPhotos.environment)).toMatchObject({ code: 0 })
  const { 'public.measurement': _noted, ...restored } = await contentOf(target.db)
  const { 'public.measurement': _later, ...expected } = before
  expect(restored).toEqual(expected)
  const contents = [...newPhotos.objects].map(([name, { content }]) => [name, content.toString()])
  expect(Object.fromEntries(contents)).toEqual(stored)

  const part = [...kept.objects.keys()].find((name) =>
    name.endsWith('-03t02-30-00-000z/tables/public/booking/1'),
  )
  kept.objects.delete(part!)
  expect(await run(site.url, ['verify'], photos.environment)).toMatchObject({
    code: 1,
    err: expect.stringContaining('public/booking/1 is missing') as unknown,
  })
})

/** Runs statements on the server of the tests, outside of any database of them. */
async function onServer(...statements: string[]): Promise<void> {
  const db = openDb(process.env['TEST_DATABASE_URL']!, { max: 1 })
  for (const statement of statements) await sql.raw(statement).execute(db)
  await db.destroy()
}

test('a database user who may only create databases can back up, verify and restore', async () => {
  const role = `owner_${randomUUID().slice(0, 8)}`
  const databases = [`${role}_old`, `${role}_new`] as const
  await onServer(
    `create role ${role} login createdb password 'p'`,
    ...databases.map((name) => `create database ${name} owner ${role} template template0`),
  )
  onTestFinished(() =>
    onServer(...databases.map((name) => `drop database ${name} with (force)`), `drop role ${role}`),
  )
  const [oldUrl, newUrl] = databases.map(
    (name) =>
      Object.assign(new URL(process.env['TEST_DATABASE_URL']!), {
        username: role,
        password: 'p',
        pathname: `/${name}`,
      }).href,
  )
  await migrate(oldUrl!)
  const operator = operatorIn(await workFolder())
  expect(await operator(oldUrl!, ['backup'])).toMatchObject({ code: 0 })
  expect(await operator(oldUrl!, ['verify'])).toMatchObject({ code: 0 })
  expect(await operator(newUrl!, ['restore'])).toMatchObject({ code: 0 })
  await onServer(`alter role ${role} nocreatedb`)
  expect((await operator(oldUrl!, ['verify'])).err).toContain('alter role <user> createdb')
})

test('a second backup is refused while one is being made', async () => {
  const { operator, url } = await buildSite()
  await alone(url, async () => {
    expect(await operator(url, ['backup'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('Another process is making or checking a backup.') as unknown,
    })
  })
  expect(await operator(url, ['backup'])).toMatchObject({ code: 0 })
})

test('every table of the database is backed up, or left out with a reason', async () => {
  const { operator, url, db, folder } = await buildSite()
  await operator(url, ['backup'])
  const backedUp: string[] = []
  await changeDetails(folder, ({ tables }) => backedUp.push(...tables.map(({ name }) => name)))
  // The queue has a schema of its own, of which the waiting jobs are backed up.
  const { rows } = await sql<{ name: string }>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema', 'job') and table_type = 'BASE TABLE'`.execute(
    db,
  )
  const names = rows.map(({ name }) => name)
  expect([...backedUp, ...Object.keys(leftOut)].toSorted()).toEqual(names.toSorted())
})

test('verify replays the archived log of the embedded database, and says what to do if a part is missing', async () => {
  const folder = await workFolder()
  const environment = { BACKUP_DIR: 'kept', BACKUP_AT: '02:30', BACKUP_WAL_DAYS: '3', DATABASE_URL: '' }
  const config = readConfig({ ...environment, SECRET: secret, DATA_DIR: folder }, '/nowhere')
  const postgres = await startPostgres(join(folder, 'postgres'), undefined, { archiveSeconds: 3600 })
  const db = openDb(postgres.url, { max: 2 })
  await migrate(postgres.url)
  const deps = testDeps(db)
  const archiving = keepArchiving(deps, config, postgres.url)
  onTestFinished(async () => {
    await db.destroy()
    await postgres.stop()
  })
  const destination = openDestination({ folder: join(folder, 'kept') }, undefined)
  await vi.waitUntil(async () => (await readCopies(destination.storage, refuseDamaged)).length === 1, {
    timeout: 60_000,
  })
  for (const letter of ['a', 'b', 'c']) {
    await sql`insert into setting (document, created_at) values (${JSON.stringify({ letter })}, now())`.execute(
      db,
    )
    await sql`select pg_switch_wal()`.execute(db)
  }
  await archiving.stop()
  const operator = (words: string[]) => operatorIn(folder)('', words, environment)
  expect(await operator(['backup'])).toMatchObject({ code: 0 })
  const verified = await operator(['verify'])
  expect(verified).toMatchObject({ code: 0 })
  expect(verified.out).toMatch(
    /without a gap\. The last change that can be restored is from 20[\d-]+T[\d:.]+Z; the ledger is empty there\./,
  )

  const [copy] = await readCopies(destination.storage, refuseDamaged)
  expect((await operator(['list'])).out).toMatch(
    new RegExp(
      `^[^ ]+ .* verified 20.*\\ncopy of ${copy!.endedAt}  release \\d+\\.\\d+\\.\\d+  verified 20.* with the log up to 20[^ ]+$`,
    ),
  )
  const measured = await readMeasurements(db)
  expect(await operator(['verify', '--until', copy!.endedAt])).toMatchObject({
    code: 0,
    out: expect.stringContaining(`The log was replayed from the copy of ${copy!.endedAt}.`) as unknown,
  })
  expect(await operator(['verify', '--until', '2020-01-01T00:00:00Z'])).toMatchObject({
    code: 1,
    err: `The earliest moment that can be restored is ${copy!.endedAt}. For an earlier one there are only backups: "npm run operator -- list" shows them.`,
  })
  expect(await operator(['verify', '--until', '2099-01-01T00:00:00Z'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('The archived log ends before 2099-01-01T00:00:00.000Z') as unknown,
  })
  expect(await readMeasurements(db)).toEqual(measured)
  const lost = segmentAfter(copy!.segment)
  const path = `wal/${copy!.system}/plain`
  const place = { storage: destination.storage, lock: unlocked }
  expect(await listArchived({ place, folder: path })).toContain(lost)
  await rm(join(folder, 'kept', path, lost.toLowerCase()))
  const sentence = `The segment ${lost} of the log is missing: what was written after it cannot be restored`
  expect(await operator(['verify'])).toMatchObject({
    code: 1,
    err: expect.stringContaining(sentence) as unknown,
  })
  const causes = async () =>
    (await readMeasurements(db)).flatMap(({ name, labels }) =>
      name === 'backup_verify_failure' ? [labels['cause']] : [],
    )
  expect(await causes()).toEqual([expect.stringContaining(sentence)])
  await sql`delete from measurement where name <> 'backup'`.execute(db)
  await runScheduledVerification(deps, config)
  expect(await causes()).toEqual([expect.stringContaining(sentence)])
})

test('a photo that was removed from the bucket is in it again after a restore to a moment before', async () => {
  const folder = await workFolder()
  const photos = await openBucket('photos', '')
  const environment = {
    ...photos.environment,
    STORAGE: 's3',
    BACKUP_DIR: join(folder, 'kept'),
    BACKUP_PASSPHRASE: passphrase,
    BACKUP_AT: '02:30',
    BACKUP_WAL_DAYS: '3',
    DATABASE_URL: '',
  }
  const dataDir = join(folder, 'first')
  const config = readConfig({ ...environment, SECRET: secret, DATA_DIR: dataDir }, '/nowhere')
  const postgres = await startPostgres(join(dataDir, 'postgres'), undefined, { archiveSeconds: 3600 })
  await migrate(postgres.url)
  const db = openDb(postgres.url, { max: 2 })
  const deps = { ...testDeps(db), storage: openStorage(config.storage) }
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
  await buildAccounts(db, olga)
  const { storage } = openDestination({ folder: environment.BACKUP_DIR }, passphrase)
  await vi.waitUntil(async () => (await readCopies(storage, refuseDamaged)).length === 1, { timeout: 60_000 })

  const id = await storePhoto(deps, olga, 'pet')
  const uploaded = new Map(photos.objects)
  expect([...uploaded.keys()]).toEqual([expect.stringMatching(/^pictures\/.*\.webp$/)])
  const { rows } = await sql<{ segment: string }>`select pg_walfile_name(pg_switch_wal()) as segment`.execute(
    db,
  )
  await vi.waitUntil(() => isStored(storage, `/${rows[0]!.segment.toLowerCase()}`), { timeout: 60_000 })
  const moment = await sql<{ at: Date }>`select clock_timestamp() + interval '1 millisecond' as at`.execute(
    db,
  )

  await removeFile(deps, olga, id)
  deps.clock.set(new Date(deps.now().getTime() + 40 * 86_400_000))
  await sweepFiles(deps)
  expect([...photos.objects.keys()]).toEqual([])
  await stop()
  await rm(dataDir, { recursive: true })

  const newDir = join(folder, 'second')
  const restored = await operatorIn(newDir)(
    '',
    ['restore', '--until', moment.rows[0]!.at.toISOString()],
    environment,
  )
  expect(restored).toMatchObject({
    code: 0,
    out: expect.stringContaining('Photos and documents that were restored: 1.') as unknown,
  })
  expect(new Map([...photos.objects].map(([name, { content }]) => [name, content]))).toEqual(
    new Map([...uploaded].map(([name, { content }]) => [name, content])),
  )
  const again = await startPostgres(join(newDir, 'postgres'))
  const restoredDb = openDb(again.url, { max: 1 })
  onTestFinished(async () => {
    await restoredDb.destroy()
    await again.stop()
  })
  const files = await restoredDb.selectFrom('file').select(['id', 'state', 'removed_at']).execute()
  expect(files).toEqual([{ id, state: 'ready', removed_at: null }])
})

async function isStored(storage: Storage, ending: string): Promise<boolean> {
  for await (const { name } of storage.list('wal')) if (name.endsWith(ending)) return true
  return false
}
