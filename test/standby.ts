import { spawnSync } from 'node:child_process'
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { migrate } from '#server/kernel/db/migrate.ts'
import { type Postgres, startPostgres } from '#server/kernel/postgres/postgres.ts'
import { openWorkFolder } from '#test/work-folder.ts'

const slot = 'standby'

/** Runs a program; throws if it fails. */
function run(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
}

/**
 * Starts a streaming replica of a running PostgreSQL as the manual describes it without pg_basebackup: the files are
 * copied between the start and the end of a backup.
 */
async function startStandby(primary: Postgres, folder: string): Promise<Postgres> {
  const client = new pg.Client({ connectionString: primary.url })
  await client.connect()
  try {
    await client.query('select pg_create_physical_replication_slot($1, true)', [slot])
    await client.query("select pg_backup_start('standby', fast => true)")
    const { rows } = await client.query<{ data: string }>("select current_setting('data_directory') as data")
    const from = dirname(rows[0]!.data)
    const data = join(folder, 'data')
    await mkdir(folder)
    run('cp', '-a', join(from, 'data'), join(from, 'password'), folder)
    for (const left of ['postmaster.pid', `pg_replslot/${slot}`])
      await rm(join(data, left), { recursive: true, force: true })
    const label = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop()')
    await writeFile(join(data, 'backup_label'), label.rows[0]!.label)
    await writeFile(join(data, 'standby.signal'), '')
    const { hostname, port, username, password } = new URL(primary.url)
    const settings = {
      primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`,
      primary_slot_name: slot,
      wal_retrieve_retry_interval: '200ms',
    }
    for (const [name, value] of Object.entries(settings))
      await appendFile(join(data, 'postgresql.auto.conf'), `${name} = '${value}'\n`)
    run('chown', '-R', '--reference', join(from, 'data'), folder)
    return await startPostgres(folder)
  } finally {
    await client.end()
  }
}

/** Two PostgreSQL servers, the second a replica of the first; the caller closes them. */
export async function openPair(): Promise<{
  primary: Postgres
  standby: Postgres
  close: () => Promise<void>
}> {
  const { folder, remove } = await openWorkFolder()
  const primary = await startPostgres(join(folder, 'primary'))
  await migrate(primary.url)
  const standby = await startStandby(primary, join(folder, 'standby'))
  return {
    primary,
    standby,
    async close() {
      await standby.stop()
      await primary.stop()
      await remove()
    },
  }
}

/** Kills the server process to simulate a lost machine; its supervisor restarts it. */
export async function killPostgres({ url }: Postgres): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ data: string }>("select current_setting('data_directory') as data")
  const file = await readFile(join(rows[0]!.data, 'postmaster.pid'), 'utf8')
  process.kill(Number(file.split('\n')[0]), 'SIGKILL')
  await client.end().catch(() => {})
}
