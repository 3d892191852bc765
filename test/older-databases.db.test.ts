import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { searchSitters } from '#contract/search/search.ts'
import { openDestination } from '#server/backups/destination.ts'
import { makeBackup } from '#server/backups/make.ts'
import { restoreBackup, verifyBackup } from '#server/backups/recovery.ts'
import { openDb } from '#server/kernel/db/db.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { invoke } from '#server/kernel/http/http.ts'
import { job, openJobs } from '#server/kernel/jobs/jobs.ts'
import { type Postgres, startPostgres } from '#server/kernel/postgres/postgres.ts'
import { invariants } from '#server/ledger/invariant-commands.ts'
import { rebuildSearch } from '#server/search/commands.ts'
import { searchRoutes } from '#server/search/routes.ts'
import { bookingFixture, weekend } from '#test/booking-fixture.ts'
import { testDeps } from '#test/build.ts'
import { dublin, olga, sam } from '#test/cast.ts'
import { disableDurability, prepareTemplate } from '#test/databases.ts'
import { createTestDb } from '#test/db.ts'
import { olderMajors, olderPrograms } from '#test/older-programs.ts'
import { refuseDamaged } from '#test/undamaged.ts'
import { openWorkFolder, type WorkFolder } from '#test/work-folder.ts'
import { dumpSchema } from '../scripts/schema-dump.ts'

const root = new URL('..', import.meta.url).pathname

/** The server of all other tests, before this file stands another one in for it. */
const newestUrl = process.env['TEST_DATABASE_URL']!

async function createEmptyDatabase(serverUrl: string) {
  const name = `restored_${randomUUID().slice(0, 8)}`
  const run = async (statement: string) => {
    const db = openDb(serverUrl, { max: 1 })
    await sql.raw(statement).execute(db)
    await db.destroy()
  }
  await run(`create database ${name} template template0`)
  return {
    url: Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href,
    drop: () => run(`drop database ${name} with (force)`),
  }
}

describe.each(olderMajors)('PostgreSQL %s', (major) => {
  let work: WorkFolder
  let postgres: Postgres

  beforeAll(async () => {
    work = await openWorkFolder()
    postgres = await startPostgres(join(work.folder, 'postgres'), () => {}, {
      programs: olderPrograms(major),
    })
    vi.stubEnv('TEST_DATABASE_URL', postgres.url)
    await disableDurability()
    vi.stubEnv('TEST_TEMPLATE', await prepareTemplate())
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await postgres.stop()
    await work.remove()
  })

  test('runs the expected version, and the migrations produce the committed schema', async () => {
    const { db, url, drop } = await createTestDb()
    try {
      const { rows } = await sql<{ version: string }>`
        select split_part(current_setting('server_version'), '.', 1) as version`.execute(db)

      expect(rows).toEqual([{ version: major }])
      expect(await dumpSchema(url)).toBe(await readFile(join(root, 'database/schema.sql'), 'utf8'))
    } finally {
      await drop()
    }
  })

  test('supports a booking from search to reviews, with all invariants intact', async () => {
    const fixture = await bookingFixture()
    await rebuildSearch(fixture.deps)
    const route = searchRoutes.find(({ endpoint }) => endpoint === searchSitters)!
    const query = { service: 'boarding', place: String(dublin.id), start: '2026-12-11', end: '2026-12-13' }
    const search = { query: { ...query, pets: 'dog:22:2021-04' }, viewer: null, ip: '127.0.0.1' }
    const found = searchSitters.response.parse((await invoke(route, fixture.deps, search)).body)
    expect(found.items).toMatchObject([{ id: fixture.sitterId, placeName: 'Dublin', units: 2 }])

    const requested = await fixture.request(olga, weekend(fixture))
    const confirmed = await fixture.act(sam, requested, 'accept')
    fixture.deps.clock.set(new Date('2026-12-11T14:30:00Z'))
    const running = await fixture.act(sam, confirmed, 'check_in')
    fixture.deps.clock.set(new Date('2026-12-13T11:00:00Z'))
    const completed = await fixture.act(sam, running, 'check_out')
    await fixture.review(olga, completed)
    expect(await fixture.review(sam, completed)).toMatchObject({ published: true })
    expect(await invariants(fixture.deps)).toMatchObject({ holds: true })
  })

  test('makes a backup that is restored on the embedded version', async () => {
    const { deps, db } = await bookingFixture()
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
    const url = Object.assign(new URL(postgres.url), { pathname: `/${rows[0]!.name}` }).href
    const destination = openDestination({ folder: join(work.folder, 'kept') }, undefined)
    const print = () => {}
    await makeBackup(deps, { url, destination, withSecret: false, reportDamaged: refuseDamaged, print })
    await verifyBackup({ url, destination, id: undefined, now: deps.now, reportUnstored: print, print })
    const newer = await createEmptyDatabase(newestUrl)
    try {
      const { storage } = deps
      const restored = await restoreBackup({
        url: newer.url,
        storage,
        destination,
        id: undefined,
        jobNames: [],
        print,
      })
      expect(restored.head.rows).toBeGreaterThan(0)
    } finally {
      await newer.drop()
    }
  })

  test('queues a job and wakes its worker', async () => {
    const { db, url, drop } = await createTestDb()
    const queue = await openJobs(url, testDeps(db).log)
    try {
      await queue.declare(['kernel.sweep'])
      let runs = 0
      await queue.work(
        [job('kernel.sweep', async () => void runs++)],
        [{ name: 'kernel.sweep', cron: '17 * * * *' }],
      )
      await inTransaction(db, (tx) => queue.enqueue(tx, 'kernel.sweep', {}))
      await vi.waitFor(() => expect(runs).toBe(1), { timeout: 15_000, interval: 50 })
    } finally {
      await queue.stop()
      await drop()
    }
  })
})
