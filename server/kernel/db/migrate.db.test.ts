import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '#server/kernel/db/migrate.ts'
import { StartError } from '#server/kernel/start-error.ts'
import { cloneTemplate } from '#test/databases.ts'

test('a release refuses to start on a database migrated by a newer one, and says what to do', async () => {
  const { url, drop } = await cloneTemplate(process.env['TEST_TEMPLATE']!)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    expect(await migrate(url)).toEqual([])
    await client.query("insert into migration (name, hash) values ('9999_next.sql', 'a hash')")

    const refused = migrate(url)

    await expect(refused).rejects.toThrow(StartError)
    await expect(refused).rejects.toThrow(
      /9999_next\.sql is not part of it\. Start the release that applied it/,
    )
  } finally {
    await client.end()
    await drop()
  }
})
