import { join } from 'node:path'
import { startPostgres } from '#server/kernel/postgres.ts'
import { forgetDurability, prepareTemplate } from '#test/databases.ts'
import { openWorkFolder } from '#test/work-folder.ts'

/** Gives the tests a PostgreSQL of their own, or uses the one named by TEST_DATABASE_URL. */
export default async function setup(): Promise<(() => Promise<void>) | void> {
  if (process.env['TEST_DATABASE_URL']) {
    process.env['TEST_TEMPLATE'] = await prepareTemplate()
    return
  }
  const { folder, remove } = await openWorkFolder()
  const postgres = await startPostgres(join(folder, 'postgres'))
  process.env['TEST_DATABASE_URL'] = postgres.url
  await forgetDurability()
  process.env['TEST_TEMPLATE'] = await prepareTemplate()
  return async () => {
    await postgres.stop()
    await remove()
  }
}
