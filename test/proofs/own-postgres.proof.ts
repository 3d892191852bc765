import { existsSync } from 'node:fs'
import { cp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { UploadedFile } from '#contract/files/files.ts'
import { openDestination } from '#server/backups/destination.ts'
import { readKeptFiles } from '#server/backups/kept-files.ts'
import { stopwatch } from '#server/kernel/clock.ts'
import { type Db, openDb } from '#server/kernel/db/db.ts'
import { migrate } from '#server/kernel/db/migrate.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { openJobs } from '#server/kernel/jobs/jobs.ts'
import { createLog } from '#server/kernel/log.ts'
import { embeddedPrograms, type Programs } from '#server/kernel/postgres/installation.ts'
import { sumByAccount } from '#server/ledger/desk-store.ts'
import { photograph } from '#test/file-calls.ts'
import { olderMajors, olderPrograms } from '#test/older-programs.ts'
import { openWorkFolder } from '#test/work-folder.ts'
import { runOperator } from '../../scripts/operator-run.ts'
import { bodyOf, burst, newSeen } from './client.ts'
import { buildFixture, expectInvariantsNow, type Fixture, type Owner } from './fixture.ts'
import { ensurePsql, openOwnPostgres, type OwnPostgres } from './own-postgres.ts'
import { readRecipe, type Step } from './own-recipe.ts'
import { isLong, note, rounds } from './plan.ts'
import { type Product, secondsSince, startProduct } from './product.ts'

const count = rounds(6, 12)
const versions: { major: string; programsOf: () => Programs | Promise<Programs> }[] = [
  ...(isLong ? olderMajors.map((major) => ({ major, programsOf: () => olderPrograms(major) })) : []),
  { major: '18', programsOf: embeddedPrograms },
]

beforeAll(ensurePsql)

/** An own PostgreSQL whose log is archived as the recipe says, and a server that uses it. */
async function openSite(programs: Programs) {
  const { folder, remove } = await openWorkFolder()
  onTestFinished(remove)
  const postgres = await openOwnPostgres(join(folder, 'postgres'), programs)
  const archive = join(postgres.ownFolder(join(folder, 'disk')), 'archive')
  const recipe = await readRecipe()
  const step = (name: Step, changes: { archive?: string; moment?: string } = {}) =>
    recipe(name, { archive, data: postgres.data, moment: 'not chosen', ...changes })
  const carryOut = async (name: Step, cwd: string) => {
    const { code, output } = await postgres.run(step(name), cwd)
    expect([name, code, output]).toEqual([name, 0, output])
  }
  await carryOut('prepare', '/')
  postgres.configure(step('archiveSettings'))
  await postgres.start()
  await migrate(postgres.url)
  const environment = {
    DATABASE_URL: postgres.url,
    DATA_DIR: join(folder, 'data'),
    BACKUP_DIR: join(folder, 'kept'),
    BACKUP_PASSPHRASE: 'correct horse battery',
    BACKUP_AT: '02:30',
    SECRET: 's'.repeat(32),
  }
  const product = await startProduct(postgres.url, environment)
  onTestFinished(async () => {
    await product.stop()
    await postgres.stop()
  })
  const copy = postgres.ownFolder(join(folder, 'copy'))
  return { postgres, product, environment, archive, copy, step, carryOut, folder }
}

type Site = Awaited<ReturnType<typeof openSite>>

/** Requests and accepts bookings; returns their ids. */
const book = (
  { url }: Product,
  { owners, sitters: [sitter] }: Fixture,
  name: string,
  inDays: number,
): Promise<string[]> => burst(newSeen(), { url, owners, sitter: sitter!, name, inDays, count })

/** Uploads a photo as the app does, and waits until a worker has stored it in its sizes. */
async function uploadPhoto({ url }: Product, { authorization }: Owner, shade: number): Promise<string> {
  const content = await photograph({ width: 64, height: 48, shade })
  const send = async (method: string, path: string, type: string, body: BodyInit | null) =>
    bodyOf(
      await fetch(`${url}/v1/files${path}`, {
        method,
        headers: { authorization, 'content-type': type },
        body,
      }),
      UploadedFile,
    )
  const described = { kind: 'pet', type: 'image/jpeg', name: 'photo.jpg', alt: '', bytes: content.length }
  const { id } = await send('POST', '', 'application/json', JSON.stringify(described))
  await send('PUT', `/${id}/parts/0`, 'application/octet-stream', new Uint8Array(content))
  const isReady = async () => {
    const shown = await fetch(`${url}/v1/files/${id}`, { headers: { authorization } })
    return (await bodyOf(shown, UploadedFile)).state === 'ready'
  }
  await vi.waitUntil(isReady, { timeout: 60_000, interval: 50 })
  return id
}

const filesOf = ({ environment }: Site): string => join(environment.DATA_DIR, 'files')

/** Has the worker copy uploads now, which it does every minute, and waits until all stored pictures are listed. */
async function copyUploads(site: Site): Promise<void> {
  const { postgres, environment } = site
  const jobs = await openJobs(postgres.url, createLog('silent'))
  await withDb(postgres, (db) => inTransaction(db, (tx) => jobs.enqueue(tx, 'backups.copy-uploads', {})))
  await jobs.stop()
  const pictures = (await readdir(filesOf(site), { recursive: true })).filter((one) => one.endsWith('.webp'))
  const destination = openDestination({ folder: environment.BACKUP_DIR }, environment.BACKUP_PASSPHRASE)
  const areListed = async () => {
    const listed = new Set<string>()
    for await (const { name } of readKeptFiles(destination, () => {})) listed.add(name)
    return pictures.every((one) => listed.has(one))
  }
  await vi.waitUntil(areListed, { timeout: 90_000, interval: 200 })
}

async function operate({ environment }: Site, words: string[]): Promise<string> {
  const said: unknown[] = []
  const print = (line: unknown) => said.push(line)
  const code = await runOperator(words, { environment, printResult: print, printStatus: print })
  expect([code, ...said]).toEqual([0, ...said])
  return said.join('\n')
}

/** Finishes the segment in progress and waits until it is archived, in place of `archive_timeout`. */
async function archiveNow({ postgres, archive }: Site): Promise<string> {
  const [last] = await postgres.query<{ segment: string }>(
    'select pg_walfile_name(pg_switch_wal()) as segment',
  )
  await vi.waitUntil(() => existsSync(join(archive, 'wal', last!.segment)), { timeout: 60_000, interval: 20 })
  return last!.segment
}

async function momentOf({ postgres }: Site): Promise<string> {
  const [now] = await postgres.query<{ at: string }>(
    "select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00' as at",
  )
  return now!.at
}

async function copyDatabase({ copy, step, carryOut }: Site): Promise<void> {
  await writeFile(join(copy, 'base.sql'), step('base'))
  await carryOut('copy', copy)
  await carryOut('check', copy)
}

/** Puts the copy in place of the data, and starts PostgreSQL with these lines until it takes changes again. */
async function restore({ postgres, copy, carryOut, step }: Site, lines: string): Promise<void> {
  await postgres.stop()
  await carryOut('restore', copy)
  postgres.configure(lines)
  await postgres.start()
  await postgres.until(`select not holds as holds from (${step('isRestoring')}) as asked (holds)`)
  postgres.unconfigure(lines)
}

async function withDb<T>({ url }: OwnPostgres, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDb(url, { max: 4, onError: () => {} })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

const bookingsOf = ({ postgres }: Site): Promise<string[]> =>
  withDb(postgres, async (db) =>
    (await db.selectFrom('booking').select('id').execute()).map(({ id }) => id).toSorted(),
  )
const photosOf = ({ postgres }: Site): Promise<string[]> =>
  withDb(postgres, async (db) =>
    (await db.selectFrom('file').select('id').execute()).map(({ id }) => id).toSorted(),
  )
const ledgerOf = ({ postgres }: Site) => withDb(postgres, (db) => sumByAccount(db, { timeZone: 'UTC' }))

/** What was written before the chosen moment, and after it. */
async function fillSite(site: Site) {
  const { postgres, product } = site
  const people = { owners: 6, sitters: 1, capacity: 20 }
  const fixture = await withDb(postgres, (db) => buildFixture(db, product.config, people))
  const photo = (shade: number) => uploadPhoto(product, fixture.owners[0]!, shade)
  const early = await book(product, fixture, 'early', 10)
  const photos = [await photo(10)]
  await operate(site, ['backup'])
  const [amid] = await Promise.all([book(product, fixture, 'amid', 60), copyDatabase(site)])
  await archiveNow(site)
  const last = await book(product, fixture, 'last', 110)
  photos.push(await photo(20))
  await copyUploads(site)
  const [ledger, moment] = [await ledgerOf(site), await momentOf(site)]
  const segment = await archiveNow(site)
  const later = await book(product, fixture, 'later', 160)
  await photo(30)
  await archiveNow(site)
  const wanted = [...early, ...amid, ...last].toSorted()
  return { fixture, wanted, photos: photos.toSorted(), ledger, moment, segment, later }
}

const missingWords = 'Photos and documents that are neither stored nor archived: 1.'

describe.each(versions)('PostgreSQL $major', ({ major, programsOf }) => {
  test('the recipe restores a moment between the copy and the end of the log, and nothing later', async () => {
    const site = await openSite(await programsOf())
    const { postgres, product, archive, folder, environment, step } = site
    const { fixture, wanted, photos, ledger, moment, segment, later } = await fillSite(site)
    await product.end()
    await postgres.stop()
    // Before the restored database adds its own log, for the controls.
    const [thenArchive, files] = [join(folder, 'disk/then'), filesOf(site)]
    await cp(archive, thenArchive, { recursive: true, preserveTimestamps: true })
    await rm(files, { recursive: true })

    const began = stopwatch()
    await restore(site, step('restoreSettings', { moment }))
    const seconds = secondsSince(began)
    expect(await bookingsOf(site)).toEqual(wanted)
    expect(await photosOf(site)).toEqual(photos)
    expect(ledger.length).toBeGreaterThan(0)
    expect(await ledgerOf(site)).toEqual(ledger)
    expect(await operate(site, ['restore', '--files'])).not.toContain('neither stored nor archived')
    await withDb(postgres, expectInvariantsNow)
    note(
      `PostgreSQL ${major}: a moment between the copy and the end of the log`,
      `${wanted.length} bookings of before are there, ${later.length} of after are not, restored in ${seconds.toFixed(1)} s`,
    )
    await product.restart()
    await book(product, fixture, 'again', 210)
    await archiveNow(site)
    expect(await bookingsOf(site)).toHaveLength(wanted.length + count)
    await product.end()

    await rm(files, { recursive: true })
    await rm(join(environment.BACKUP_DIR, 'uploads'), { recursive: true })
    expect(await operate(site, ['restore', '--files'])).toContain(missingWords)

    const chosen = step('restoreSettings', { moment, archive: thenArchive })
    await restore(site, chosen.replace(/^recovery_target_time.*\n/m, ''))
    const all = await bookingsOf(site)
    expect(all).toEqual([...wanted, ...later].toSorted())
    note('Control: the recipe without the moment', `all ${all.length} bookings are there`)

    await rm(join(thenArchive, 'wal', segment))
    await expect(restore(site, chosen)).rejects.toThrow(
      'recovery ended before configured recovery target was reached',
    )
    note('Control: a file of the log is missing', 'PostgreSQL refuses to end the restore')
  })
})
