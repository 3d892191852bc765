import { notify } from '#server/bookings/jobs.ts'
import { isMailEvent } from '#server/bookings/mails.ts'
import { addHours } from '#server/kernel/day.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { SeedDeps } from './actions.ts'
import { castEmail } from './people.ts'
import * as store from './store.ts'

const part = 'bells'
const recentHours = 12 * 24

/**
 * Creates the notices of recent booking events of the introduced people, as they would have been created at the time.
 */
export const seedNotices = (deps: SeedDeps): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    await store.lockPart(tx, part)
    if (await store.isSeeded(tx, part)) return
    const domain = castEmail('').slice(castEmail('').indexOf('@'))
    const since = addHours(deps.now(), -recentHours)
    for (const { id, event, by, at } of await store.findNotifiedEvents(tx, domain, since)) {
      if (!isMailEvent(event)) continue
      const pastDeps = { ...deps, db: tx, enqueue: async () => {}, now: () => at }
      await notify(pastDeps, { bookingId: id, event, to: by === 'owner' ? 'sitter' : 'owner' })
    }
    await store.notePart(tx, part, deps.now())
  })
