import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDb } from '#server/kernel/db/db.ts'
import { migrate, readMigrations } from '#server/kernel/db/migrate.ts'
import { openJobs } from '#server/kernel/jobs/jobs.ts'
import { createLog } from '#server/kernel/log.ts'
import { cloneTemplate } from '#test/databases.ts'

test('servers that start concurrently on an empty database migrate it once and create each queue once', async () => {
  const { url, drop } = await cloneTemplate('template0')
  onTestFinished(drop)
  const start = async () => {
    const applied = await migrate(url)
    const queue = await openJobs(url, createLog('silent'))
    onTestFinished(() => queue.stop())
    await queue.declare(['bookings.notify', 'kernel.sweep'])
    await queue.work([], [{ name: 'kernel.sweep', cron: '17 * * * *' }])
    return applied
  }
  const applied = (await Promise.all([start(), start(), start()])).flat()
  expect(applied.sort()).toEqual((await readMigrations()).map(({ name }) => name))

  const db = openDb(url)
  onTestFinished(() => db.destroy())
  const queues = await sql<{
    name: string
  }>`select name from job.queue where name !~ '^__' order by name`.execute(db)
  expect(queues.rows).toEqual([{ name: 'bookings.notify' }, { name: 'kernel.sweep' }])
  const schedules = await sql<{ name: string }>`select name from job.schedule`.execute(db)
  expect(schedules.rows).toEqual([{ name: 'kernel.sweep' }])
})
