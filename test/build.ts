import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { settableClock } from '#server/kernel/clock.ts'
import type { Db } from '#server/kernel/db/db.ts'
import type { DB } from '#server/kernel/db/schema.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import type { Jobs } from '#server/kernel/jobs/jobs.ts'
import { createLog } from '#server/kernel/log.ts'
import { originalLook } from '#server/kernel/original-look.ts'
import { openStorage } from '#server/kernel/storage/open.ts'
import { dublin, lisbon } from '#test/cast.ts'

/** Initial time of the tests: a Tuesday. */
export const now = new Date('2026-12-01T09:00:00Z')

export type QueuedJob = { [N in keyof Jobs]: { name: N; payload: Jobs[N] } }[keyof Jobs]

/** A database without connections, for code that must not query it: every query fails. */
export const unreachableDb = (): Db =>
  new Kysely<DB>({
    dialect: new PostgresDialect({ pool: () => Promise.reject(new Error('This has no connections.')) }),
  })

/** Real commands on a real database; the clock is fixed at `now`, and jobs are recorded instead of run. */
export function testDeps(db: Db): Deps & { clock: ReturnType<typeof settableClock>; jobs: QueuedJob[] } {
  const clock = settableClock(now)
  const jobs: QueuedJob[] = []
  return {
    db,
    now: clock,
    clock,
    jobs,
    log: createLog('silent'),
    enqueue: async (_tx, name, payload) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Enqueue` pairs each name with its payload
      jobs.push({ name, payload } as QueuedJob)
    },
    storage: openStorage({ folder: join(tmpdir(), `sitwell-files-${randomUUID()}`) }),
    site: {
      name: 'Sitwell',
      configuredName: 'Sitwell',
      ...originalLook,
      url: 'http://localhost:3000',
      description: 'Find and book pet sitters',
      operator: {
        name: 'Test Operator',
        address: '1 Test Street',
        email: 'operator@example.org',
        country: 'PT',
      },
      secret: 'a secret of the tests',
      previousSecrets: [],
      mailConfigured: false,
      needsProvenAddress: false,
    },
  }
}

/** Inserts accounts of the cast as sign-up would. */
export async function buildAccounts(
  db: Db,
  ...people: (Viewer & { name: string; email: string })[]
): Promise<void> {
  await db
    .insertInto('account')
    .values(
      people.map(({ accountId, uid, name, email }) => ({
        id: accountId,
        external_id: uid,
        name,
        email,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
}

/** Inserts the places used by the cast. */
export async function buildPlaces(db: Db): Promise<void> {
  await db
    .insertInto('place')
    .values(
      [lisbon, dublin].map(({ id, name, country, timeZone, lat, lng }) => ({
        id,
        name,
        region: '',
        country,
        country_name: country === 'PT' ? 'Portugal' : 'Ireland',
        subdivision: null,
        lat,
        lng,
        time_zone: timeZone,
        population: 500_000,
        search_full: name.toLowerCase(),
      })),
    )
    .execute()
}
