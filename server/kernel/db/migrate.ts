import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { advisoryLocks } from '#server/kernel/db/advisory-locks.ts'
import { connectionAdvice } from '#server/kernel/db/connection-faults.ts'
import { codeOf } from '#server/kernel/error-facts.ts'
import { isOlderRelease, newestRelease } from '#server/kernel/db/release.ts'
import { PermanentStartError, StartError } from '#server/kernel/start-error.ts'
import { version } from '#server/kernel/version.ts'

const folder = new URL('../../../database/migrations/', import.meta.url)
/** The migration that creates the list of releases. */
const releasesSince = '0129_releases.sql'

export type Migration = { name: string; sql: string; hash: string }

/**
 * Returns the migrations in the order of their numbers; a released one is never edited, which its stored hash checks.
 */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * Applies the missing migrations, each in its own transaction, under an advisory lock; returns the names applied. With
 * `only`, leaves the schema as it was when exactly these had been applied, so that rows from then fit.
 */
export async function migrate(url: string, only?: ReadonlySet<string>): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect().catch((error: unknown) => {
    const advice = connectionAdvice(error)
    throw advice ? new StartError(advice, { cause: error }) : error
  })
  try {
    await refuseOldServer(client)
    await client.query(`select pg_advisory_lock(${advisoryLocks.migrations})`)
    await client.query(
      'create table if not exists migration (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migration')
    const known = new Map(rows.map((row) => [row.name, row.hash]))
    const migrations = await readMigrations()
    refuseNewerDatabase([...known.keys()], migrations, await readReleases(client, known))
    const applied: string[] = []
    for (const { name, sql, hash } of migrations) {
      const before = known.get(name)
      if (before === hash || (only && !only.has(name))) continue
      if (before)
        throw new PermanentStartError(
          `Migration ${name} was changed after it was applied. Restore the released file.`,
        )
      await apply(client, name, sql, hash)
      applied.push(name)
    }
    // A database that is being restored gets the releases of the backup.
    if (!only) await noteRelease(client)
    return applied
  } finally {
    await client.end()
  }
}

/** Returns the migrations that this release would apply; throws if it must not start with this database. */
export async function missingMigrations(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await refuseOldServer(client)
    const { rows: tables } = await client.query<{ found: boolean }>(
      "select to_regclass('migration') is not null as found",
    )
    const migrations = await readMigrations()
    if (!tables[0]!.found) return migrations.map(({ name }) => name)
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migration')
    const known = new Map(rows.map((row) => [row.name, row.hash]))
    refuseNewerDatabase([...known.keys()], migrations, await readReleases(client, known))
    return migrations.flatMap(({ name }) => (known.has(name) ? [] : name))
  } finally {
    await client.end()
  }
}

/** The releases that were started with this database; none if it is older than their list. */
async function readReleases(client: pg.Client, known: ReadonlyMap<string, string>): Promise<string[]> {
  if (!known.has(releasesSince)) return []
  const { rows } = await client.query<{ version: string }>(
    'select version from release order by started_at desc',
  )
  return rows.map((row) => row.version)
}

const noteRelease = (client: pg.Client) =>
  client.query('insert into release (version) values ($1) on conflict do nothing', [version])

/**
 * Throws if the database was used by a newer release, because this one would not understand its rows, and would write
 * some that break the newer rules.
 */
function refuseNewerDatabase(
  applied: readonly string[],
  own: readonly Migration[],
  releases: readonly string[],
): void {
  const names = new Set(own.map(({ name }) => name))
  const unknown = applied.filter((name) => !names.has(name)).sort()
  const newest = newestRelease(releases)
  const isNewer = newest !== undefined && isOlderRelease(version, newest)
  if (unknown.length === 0 && !isNewer) return
  const why = [
    isNewer ? `it has been used by Sitwell ${newest}` : '',
    unknown.length > 0 ? `its migration ${unknown.at(-1)} is not part of this version` : '',
  ].filter(Boolean)
  throw new PermanentStartError(
    `Sitwell ${version} is older than its database: ${why.join(', and ')}. Start ${isNewer ? `version ${newest} or a newer one` : 'the newer version'}, or restore the backup from before the upgrade.`,
  )
}

async function apply(client: pg.Client, name: string, sql: string, hash: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin')
      await client.query("set local lock_timeout = '2s'")
      await withUuids(client, () => client.query(sql))
      await client.query('insert into migration (name, hash) values ($1, $2)', [name, hash])
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      const lockTimeout = codeOf(error) === '55P03'
      if (!lockTimeout || attempt >= 10) throw error
    }
  }
}

const oldestServer = 150_000

/** Defines `uuidv7()` during the migration on servers before PostgreSQL 18, because a released migration calls it. */
async function withUuids(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(
    "select to_regprocedure('uuidv7()') is not null as found",
  )
  if (rows[0]!.found) return void (await work())
  await client.query(`
    create function uuidv7() returns uuid language sql volatile as $$
      select (
        lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
        || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14)
      )::uuid
    $$`)
  await work()
  await client.query('drop function uuidv7()')
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: string; version: string }>(
    "select current_setting('server_version_num') as number, current_setting('server_version') as version",
  )
  if (Number(rows[0]!.number) >= oldestServer) return
  throw new PermanentStartError(
    `The database server is PostgreSQL ${rows[0]!.version}. Sitwell needs PostgreSQL 15 or newer.`,
  )
}
