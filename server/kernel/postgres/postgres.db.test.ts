import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hasDatabase } from '#server/kernel/postgres/installation.ts'
import { findPostgres, startPostgres } from '#server/kernel/postgres/postgres.ts'
import { openWorkFolder } from '#test/work-folder.ts'

test('only one process can run the database of a folder; a stale owner file does not block the start', async () => {
  const { folder: work, remove } = await openWorkFolder()
  onTestFinished(remove)
  const folder = join(work, 'postgres')
  await mkdir(folder)
  // The same process id, but with another start time.
  await writeFile(join(folder, 'owner'), `${process.pid} 1`)
  const { stop } = await startPostgres(folder)
  onTestFinished(stop)

  await expect(startPostgres(folder)).rejects.toThrow(
    `Another server (process ${process.pid}) is running the embedded PostgreSQL of ${folder}.`,
  )
  await stop()
  expect(existsSync(join(folder, 'owner'))).toBe(false)
})

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

test('the database runs below a private folder, keeps its permissions and survives a stale pid file', async () => {
  const { folder: work, remove } = await openWorkFolder()
  onTestFinished(remove)
  await chmod(work, 0o700)
  const folder = join(work, 'site', 'postgres')

  const first = await startPostgres(folder)
  onTestFinished(first.stop)
  await query(first.url, "create table kept as select 'so' as word")
  expect(first.firstStart).toBe(true)
  expect(existsSync(join(folder, 'data/PG_VERSION'))).toBe(true)
  expect(findPostgres(folder)).toBe(first.url)
  // A killed server leaves its pid file behind.
  const messages: string[] = []
  const pidFile = join(folder, 'data/postmaster.pid')
  const left = await readFile(pidFile, 'utf8')
  await first.stop()
  await writeFile(pidFile, left)
  expect(findPostgres(folder)).toBeUndefined()

  const second = await startPostgres(folder, (line) => messages.push(line))
  onTestFinished(second.stop)
  expect(second.firstStart).toBe(false)
  expect(await query(second.url, 'select word from kept')).toEqual([{ word: 'so' }])
  expect(messages).toEqual([])
  // The permissions of the private folder are unchanged.
  expect((await stat(work)).mode & 0o777).toBe(0o700)
  await second.stop()
})

test('a database left elsewhere by an earlier release is reported, and no empty one is created instead', async () => {
  const { folder: work, remove } = await openWorkFolder()
  onTestFinished(remove)
  const sharedFolder = join(work, 'kept')
  const found = async (name: string) => {
    await mkdir(join(sharedFolder, name, 'data'), { recursive: true })
    await writeFile(join(sharedFolder, name, 'data/PG_VERSION'), '18')
  }
  const folder = join(work, 'site/postgres')
  expect(hasDatabase(folder, sharedFolder)).toBe(false)
  const own = createHash('sha256').update(folder).digest('hex').slice(0, 12)
  await found(own)
  expect(() => hasDatabase(folder, sharedFolder)).toThrow(
    `The database of this site is not in ${folder} but in ${sharedFolder}/${own}, where an earlier release kept it. Move it, then start again:\n  mkdir -p ${folder} && mv ${sharedFolder}/${own}/data ${sharedFolder}/${own}/password ${folder}/`,
  )

  // A checkout that was never started has no database to miss; a moved one has the folder left by that release.
  const moved = join(work, 'moved/postgres')
  expect(hasDatabase(moved, sharedFolder)).toBe(false)
  await mkdir(moved, { recursive: true })
  expect(() => hasDatabase(moved, sharedFolder)).toThrow(
    `  mv ${sharedFolder}/${own}/data ${sharedFolder}/${own}/password ${moved}/`,
  )
  await mkdir(join(moved, 'data'))
  await writeFile(join(moved, 'data/PG_VERSION'), '18')
  expect(hasDatabase(moved, sharedFolder)).toBe(true)
})

test('the log is kept beside the data, names errors, and contains neither statements nor values', async () => {
  const { folder: work, remove } = await openWorkFolder()
  onTestFinished(remove)
  const folder = join(work, 'postgres')
  const { url, stop } = await startPostgres(folder)
  onTestFinished(stop)
  await query(
    url,
    "create table person (email text primary key); insert into person values ('olga@example.org')",
  )
  await expect(query(url, "insert into person values ('olga@example.org')")).rejects.toThrow('duplicate key')
  await expect(query(url, "select * from nowhere where email = 'olga@example.org'")).rejects.toThrow(
    'nowhere',
  )
  await stop()

  const logs = join(folder, 'data/log')
  const files = await readdir(logs)
  expect(files.every((file) => /^postgresql-(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\.log$/.test(file))).toBe(true)
  const read = async () =>
    (await Promise.all(files.map((file) => readFile(join(logs, file), 'utf8')))).join('')
  // The process that collects the log ends after the server.
  await vi.waitUntil(async () => (await read()).includes('database system is shut down'), { timeout: 60_000 })
  const text = await read()
  expect(text).toContain('duplicate key value violates unique constraint "person_pkey"')
  expect(text).toContain('relation "nowhere" does not exist')
  expect(text).not.toContain('olga')
  expect((await stat(join(logs, files[0]!))).mode & 0o777).toBe(0o600)
})
