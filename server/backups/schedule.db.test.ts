import { randomUUID } from 'node:crypto'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runScheduledBackup, runScheduledVerification } from '#server/backups/jobs.ts'
import { causeOf } from '#server/backups/outcome.ts'
import { readConfig } from '#server/config/config.ts'
import { readMeasurements } from '#server/kernel/metrics/measurements.ts'
import { buildAccounts, testDeps } from '#test/build.ts'
import { olga } from '#test/cast.ts'
import { urlOf } from '#test/databases.ts'
import { testDb } from '#test/db.ts'
import { openS3Peer, s3Keys } from '#test/s3-peer.ts'
import { openWorkFolder } from '#test/work-folder.ts'

async function setup(environment: Record<string, string> = {}) {
  const db = await testDb()
  await buildAccounts(db, olga)
  const deps = testDeps(db)
  const { folder, remove } = await openWorkFolder()
  onTestFinished(remove)
  const config = readConfig(
    {
      SECRET: 's'.repeat(32),
      DATABASE_URL: await urlOf(db),
      DATA_DIR: folder,
      BACKUP_AT: '02:30',
      BACKUP_KEEP: '2 daily',
      ...environment,
    },
    '/nowhere',
  )
  const runAt = async (moment: string) => {
    deps.clock.set(new Date(moment))
    await runScheduledBackup(deps, config)
  }
  const verifyAt = async (moment: string) => {
    deps.clock.set(new Date(moment))
    await runScheduledVerification(deps, config)
  }
  const noted = async () =>
    (await readMeasurements(db))
      .filter(({ name }) => name.startsWith('backup'))
      .map(({ name, labels, at }) => ({ name, ...labels, at: at.toISOString() }))
      .toSorted((one, other) => one.name.localeCompare(other.name))
  return { db, deps, folder, runAt, verifyAt, noted }
}

test('the worker makes one backup a day, keeps the chosen number and tells the desk', async () => {
  const { runAt, noted, folder } = await setup({ BACKUP_DIR: 'kept' })
  const manifests = () => readdir(join(folder, 'kept/manifests'))
  for (const time of ['02:30', '02:35', '23:55']) await runAt(`2026-12-01T${time}:00Z`)
  expect(await manifests()).toEqual(['2026-12-01t02-30-00-000z.json'])
  await runAt('2026-12-02T02:30:00Z')
  await runAt('2026-12-03T02:34:00Z')
  expect((await manifests()).toSorted()).toEqual([
    '2026-12-02t02-30-00-000z.json',
    '2026-12-03t02-34-00-000z.json',
  ])
  expect((await readdir(join(folder, 'kept/backups'))).toSorted()).toEqual([
    '2026-12-02t02-30-00-000z',
    '2026-12-03t02-34-00-000z',
  ])
  expect(await noted()).toEqual([{ name: 'backup', at: '2026-12-03T02:34:00.000Z' }])
})

test('a failed backup is noted with its cause, tried again after an hour, and forgotten once one succeeds', async () => {
  const peer = await openS3Peer('kept')
  onTestFinished(async () => {
    await peer.close()
  })
  const { runAt, noted } = await setup({
    BACKUP_S3_ENDPOINT: peer.endpoint,
    BACKUP_S3_BUCKET: 'kept',
    BACKUP_S3_REGION: s3Keys.region,
    BACKUP_S3_ACCESS_KEY_ID: s3Keys.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
    BACKUP_PASSPHRASE: 'correct horse battery',
    BACKUP_WITH_SECRET: 'on',
  })
  peer.peer.failures = 4
  await runAt('2026-12-01T02:30:00Z')
  expect(await noted()).toEqual([
    {
      name: 'backup_failure',
      cause: expect.stringMatching(/^The backups in the bucket kept cannot be reached: .*503/) as unknown,
      at: '2026-12-01T02:30:00.000Z',
    },
  ])
  await runAt('2026-12-01T03:25:00Z')
  expect(peer.stored.size).toBe(0)
  await runAt('2026-12-01T03:30:00Z')
  expect(await noted()).toEqual([{ name: 'backup', at: '2026-12-01T03:30:00.000Z' }])
  const names = [...peer.stored.keys()]
  expect(names).toContain('manifests/2026-12-01t03-30-00-000z.json')
  expect(names).toContain('backups/2026-12-01t03-30-00-000z/secret')
  expect(names.filter((name) => name.startsWith('begun/'))).toEqual([])
})

const password = 'hunter2-of-olga'

test.each<[what: string, environment: (endpoint: string) => Record<string, string>, cause: RegExp]>([
  [
    'a bucket that refuses the key and repeats it',
    (endpoint) => ({ BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_ACCESS_KEY_ID: s3Keys.accessKeyId }),
    /^The backups in the bucket kept cannot be reached: The bucket answered 403: SignatureDoesNotMatch, The signature is another one\.$/,
  ],
  [
    'a pass phrase in the name of the folder',
    () => ({ BACKUP_S3_ENDPOINT: '', BACKUP_DIR: `/dev/null/${password}`, BACKUP_PASSPHRASE: password }),
    /^The backups in \/dev\/null\/… cannot be reached: /,
  ],
])('the cause of a failed backup has no secret: %s', async (_, environment, cause) => {
  const peer = await openS3Peer('kept')
  onTestFinished(async () => {
    await peer.close()
  })
  const own = environment(peer.endpoint)
  const { runAt, noted, db } = await setup({
    ...(own['BACKUP_S3_ENDPOINT']
      ? {
          BACKUP_S3_BUCKET: 'kept',
          BACKUP_S3_REGION: s3Keys.region,
          BACKUP_S3_ACCESS_KEY_ID: 'AKIDOFOLGA',
          BACKUP_S3_SECRET_ACCESS_KEY: password,
        }
      : {}),
    ...own,
  })
  await runAt('2026-12-01T02:30:00Z')
  expect(await noted()).toMatchObject([
    { name: 'backup_failure', cause: expect.stringMatching(cause) as unknown },
  ])
  const stored = JSON.stringify(await readMeasurements(db))
  for (const secret of [password, s3Keys.accessKeyId, 'AKIDOFOLGA', 'Signature='])
    expect(stored).not.toContain(secret)
})

test('every secret that backups are made with is hidden in a cause, also where the text is cut', () => {
  const secrets = {
    SECRET: 'the-secret-of-the-site-0123456789abcdef',
    SECRET_PREVIOUS: 'the-previous-secret-0123456789abcdef',
    BACKUP_PASSPHRASE: 'correct horse battery',
    S3_ACCESS_KEY_ID: 'AKIDPHOTOS',
    S3_SECRET_ACCESS_KEY: 'secret-of-the-photos',
    BACKUP_S3_ACCESS_KEY_ID: 'AKIDBACKUPS',
    BACKUP_S3_SECRET_ACCESS_KEY: 'secret-of-the-backups',
  }
  const config = readConfig(
    {
      ...secrets,
      STORAGE: 's3',
      S3_ENDPOINT: 'https://photos.example.org',
      S3_BUCKET: 'photos',
      BACKUP_S3_ENDPOINT: 'https://backups.example.org',
      BACKUP_S3_BUCKET: 'kept',
      DATABASE_URL: 'postgres://sitwell:p%40ss%2Cword@database/sitwell',
    },
    '/nowhere',
  )
  const hidden = [...Object.values(secrets), 'p@ss,word', 'p%40ss%2Cword']
  const causes = hidden.flatMap((secret) => [
    causeOf(new Error(`before ${secret} after`), config),
    causeOf(new Error('.'.repeat(490) + secret), config),
  ])
  causes.forEach((cause, index) => {
    expect(cause).toMatch(index % 2 === 0 ? /^before … after$/ : /^\.{490}…$/)
  })
  const other = new Error('cannot connect to postgres://eve:letmein@other/db for olga@example.org')
  expect(causeOf(other, config)).toBe('cannot connect to postgres:…@… for …@…')
})

test('the worker verifies the newest backup; damage is logged once and shown until a backup is good', async () => {
  const { db, deps, folder, runAt, verifyAt, noted } = await setup({
    BACKUP_DIR: 'kept',
    BACKUP_VERIFY: 'daily',
  })
  const logged = vi.spyOn(deps.log, 'error')
  await verifyAt('2026-12-01T02:00:00Z')
  expect(await noted()).toEqual([])
  await runAt('2026-12-01T02:30:00Z')
  await verifyAt('2026-12-01T02:31:00Z')
  const [first, verified] = [
    { name: 'backup', at: '2026-12-01T02:30:00.000Z' },
    { name: 'backup_verified', at: '2026-12-01T02:31:00.000Z' },
  ]
  expect(await noted()).toEqual([first, verified])
  await verifyAt('2026-12-01T23:00:00Z')
  expect(await noted()).toEqual([first, verified])
  const { rows: left } = await sql`select 1 from pg_database where datname like 'sitwell_check_%'`.execute(db)
  expect(left).toEqual([])

  await runAt('2026-12-02T02:30:00Z')
  const part = 'backups/2026-12-02t02-30-00-000z/tables/public/account/1'
  await rm(join(folder, 'kept', part))
  await verifyAt('2026-12-02T02:31:00Z')
  const failure = { name: 'backup_verify_failure', cause: `${part} is missing.` }
  expect(await noted()).toEqual([
    { ...first, at: '2026-12-02T02:30:00.000Z' },
    verified,
    { ...failure, at: '2026-12-02T02:31:00.000Z' },
  ])
  await verifyAt('2026-12-02T23:00:00Z')
  expect(logged).toHaveBeenCalledTimes(1)

  await runAt('2026-12-03T02:30:00Z')
  await verifyAt('2026-12-03T02:31:00Z')
  expect((await noted()).map(({ name, at }) => ({ name, at }))).toEqual([
    { name: 'backup', at: '2026-12-03T02:30:00.000Z' },
    { name: 'backup_verified', at: '2026-12-03T02:31:00.000Z' },
  ])
})

test('a verification that cannot reach the backups is tried every hour and logged once', async () => {
  const { deps, folder, runAt, verifyAt, noted } = await setup({ BACKUP_DIR: 'kept' })
  const logged = vi.spyOn(deps.log, 'error')
  await runAt('2026-12-01T02:30:00Z')
  await rename(join(folder, 'kept'), join(folder, 'away'))
  for (const time of ['02:31', '03:31', '04:31']) await verifyAt(`2026-12-01T${time}:00Z`)
  expect((await noted()).at(-1)).toMatchObject({
    name: 'backup_verify_failure',
    cause: expect.stringContaining('There is no backup in') as unknown,
    at: '2026-12-01T04:31:00.000Z',
  })
  expect(logged).toHaveBeenCalledTimes(1)
  await rename(join(folder, 'away'), join(folder, 'kept'))
  await verifyAt('2026-12-01T05:31:00Z')
  expect((await noted()).at(-1)).toEqual({ name: 'backup_verified', at: '2026-12-01T05:31:00.000Z' })
})

const hashes = { gone: 'd4'.repeat(32), kept: 'e5'.repeat(32) }
const documentOf = (hash: string) => `documents/${hash.slice(0, 2)}/${hash}/original.pdf`
const copies = {
  gone: `files/plain/${documentOf(hashes.gone)}`,
  kept: `files/plain/${documentOf(hashes.kept)}`,
}

/** A site with two documents, of which one is removed after the first backup. */
async function setupWithDocument(keep: string) {
  const site = await setup({ BACKUP_DIR: 'kept', BACKUP_KEEP: keep })
  const { db, deps, runAt, folder } = site
  for (const hash of Object.values(hashes)) {
    await db
      .insertInto('file')
      .values({
        id: randomUUID(),
        account_id: olga.accountId,
        hash,
        kind: 'document',
        state: 'ready',
        name: 'paper.pdf',
        type: 'application/pdf',
        bytes: 5,
        created_at: deps.now(),
        finished_at: deps.now(),
      })
      .execute()
    await deps.storage.write(documentOf(hash), Buffer.from('%PDF-'), 'application/pdf')
  }
  await runAt('2026-12-01T02:30:00Z')
  await db.deleteFrom('file').where('hash', '=', hashes.gone).execute()
  const copied = async () =>
    (await readdir(join(folder, 'kept'), { recursive: true }))
      .filter((name) => name.endsWith('.pdf'))
      .toSorted()
  return { ...site, copied }
}

test('files that no kept backup names are removed with the last backup that did', async () => {
  const { runAt, copied } = await setupWithDocument('2 daily')
  await runAt('2026-12-02T02:30:00Z')
  expect(await copied()).toEqual([copies.gone, copies.kept])
  await runAt('2026-12-03T02:30:00Z')
  expect(await copied()).toEqual([copies.kept])
})

test('no file is removed while the manifest of some backup cannot be read, which is logged', async () => {
  const { deps, runAt, copied, folder } = await setupWithDocument('1 daily')
  const error = vi.spyOn(deps.log, 'error')
  await writeFile(join(folder, 'kept/manifests/2026-11-30t02-30-00-000z.json'), 'cut off')
  await runAt('2026-12-02T02:30:00Z')
  const cause = expect.stringContaining('manifests/2026-11-30t02-30-00-000z.json is damaged') as unknown
  expect(error.mock.calls).toEqual([[{ cause }, 'a backup cannot be read']])
  expect(await readdir(join(folder, 'kept/backups'))).toEqual(['2026-12-02t02-30-00-000z'])
  expect(await copied()).toEqual([copies.gone, copies.kept])
})
