import { type Clock, stopwatch } from '#server/kernel/clock.ts'
import { cachedByCost } from '#server/kernel/cache/cached-by-cost.ts'
import type { Db } from '#server/kernel/db/db.ts'
import * as store from '#server/staff/figure-store.ts'

/** Figures of the database are counted at most this often, and less often if counting takes long. */
const minLifetimeMs = 30_000

/** Returns functions that read the figures at most every 30 seconds. */
export function openFigures(now: Clock) {
  const cached = <V>(read: (db: Db, at: Date) => Promise<V>) =>
    cachedByCost((db: Db, _key: 'all') => read(db, now()), 1, stopwatch, minLifetimeMs)
  const [jobs, mails, business] = [
    cached(store.countJobs),
    cached(store.countMails),
    cached(store.countBusiness),
  ]
  return {
    work: async (deps: FigureDeps) => ({
      jobs: await jobs(deps, 'all'),
      mails: await mails(deps, 'all'),
    }),
    business: (deps: FigureDeps) => business(deps, 'all'),
  }
}

type FigureDeps = Parameters<ReturnType<typeof cachedByCost>>[0]
