import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '#server/kernel/postgres/postgres.ts'
import { disableDurability, prepareTemplate } from '#test/databases.ts'
import { openWorkFolder } from '#test/work-folder.ts'

/** Starts a PostgreSQL for the tests, or uses the one named by TEST_DATABASE_URL. */
export default async function setup(): Promise<(() => Promise<void>) | void> {
  if (process.env['TEST_DATABASE_URL']) {
    process.env['TEST_TEMPLATE'] = await prepareTemplate()
    return
  }
  const { folder, remove } = await openWorkFolder()
  const postgres = await startPostgres(join(folder, 'postgres'))
  process.env['TEST_DATABASE_URL'] = postgres.url
  await disablePasswordAuth(join(folder, 'postgres', 'data'))
  await disableDurability()
  await expectTestTime(postgres.url)
  process.env['TEST_TEMPLATE'] = await prepareTemplate()
  return async () => {
    await postgres.stop()
    await remove()
  }
}

/**
 * Password authentication costs two more round trips for each of the thousands of connections of a run; takes effect at
 * the next reload.
 */
const disablePasswordAuth = (data: string) =>
  writeFile(
    join(data, 'pg_hba.conf'),
    ['all', 'replication'].map((databases) => `host ${databases} all 127.0.0.1/32 trust\n`).join(''),
  )

const longestRunMs = 6 * 3_600_000

/** With TEST_NOW, all programs must have that time; a run at the real time would prove nothing. */
async function expectTestTime(connectionString: string): Promise<void> {
  const expected = process.env['TEST_NOW']
  if (!expected) return
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<{ now: Date }>('select now() as now')
  await client.end()
  for (const [whose, at] of [
    ['tests', Date.now()],
    ['database', rows[0]!.now.getTime()],
  ] as const) {
    const offset = at - Date.parse(expected)
    if (offset < -60_000 || offset > longestRunMs)
      throw new Error(
        `The clock of the ${whose} shows ${new Date(at).toISOString()} although TEST_NOW is ${expected}.`,
      )
  }
}
