import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '#server/kernel/db/migrate.ts'
import { PermanentStartError, StartError } from '#server/kernel/start-error.ts'
import { version } from '#server/kernel/version.ts'
import { cloneTemplate } from '#test/databases.ts'

async function database() {
  const { url, drop } = await cloneTemplate(process.env['TEST_TEMPLATE']!)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await drop()
  })
  const releases = async () => {
    const { rows } = await client.query<{ version: string }>('select version from release order by version')
    return rows.map((row) => row.version)
  }
  return { url, client, releases }
}

const patchAfter = (text: string) => text.replace(/\d+$/, (patch) => String(Number(patch) + 1))

test.each([
  ['does not answer', 'postgres://nobody@127.0.0.1:1/none', /^The database does not answer, .*ECONNREFUSED/],
  ['does not exist', 'none', /^There is no database with the name in DATABASE_URL\./],
])('says what is wrong if the database %s', async (_, address, sentence) => {
  const { url } = await database()

  const failed = migrate(new URL(address, url).href)

  await expect(failed).rejects.toThrow(StartError)
  await expect(failed).rejects.toThrow(sentence)
})

test('a release refuses to start on a database migrated by a newer one, and says what to do', async () => {
  const { url, client } = await database()
  expect(await migrate(url)).toEqual([])
  await client.query("insert into migration (name, hash) values ('9999_next.sql', 'a hash')")

  const refused = migrate(url)

  await expect(refused).rejects.toThrow(PermanentStartError)
  await expect(refused).rejects.toThrow(
    `Sitwell ${version} is older than its database: its migration 9999_next.sql is not part of this version. Start the newer version, or restore the backup from before the upgrade.`,
  )
})

test('a release refuses to start on a database that a newer one has used without a migration', async () => {
  const { url, client, releases } = await database()
  await client.query("insert into release (version) values ('0.0.1'), ('999.10.0'), ('999.9.4')")
  const before = await releases()

  await expect(migrate(url)).rejects.toThrow(
    `Sitwell ${version} is older than its database: it has been used by Sitwell 999.10.0. Start version 999.10.0 or a newer one, or restore the backup from before the upgrade.`,
  )
  expect(await releases()).toEqual(before)
})

test('a release that differs only in the last number may be followed by an earlier one', async () => {
  const { url, client, releases } = await database()
  await client.query('delete from release')
  await client.query('insert into release (version) values ($1)', [patchAfter(version)])
  expect(await migrate(url)).toEqual([])
  expect(await releases()).toEqual([version, patchAfter(version)])
})
