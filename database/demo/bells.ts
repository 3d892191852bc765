import { notify } from '#server/bookings/jobs.ts'
import { isMailEvent } from '#server/bookings/mails.ts'
import { addHours } from '#server/kernel/day.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { FoundingDeps } from './actions.ts'
import { castEmail } from './people.ts'
import * as store from './store.ts'

const part = 'bells'
const recentHours = 12 * 24

/**
 * Creates the notices of recent booking events of the introduced people, as they would have been created at the time.
 */
export const foundBells = (deps: FoundingDeps): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    await store.lockPart(tx, part)
    if (await store.isFounded(tx, part)) return
    const domain = castEmail('').slice(castEmail('').indexOf('@'))
    const since = addHours(deps.now(), -recentHours)
    for (const { id, event, by, at } of await store.findHappenings(tx, domain, since)) {
      if (!isMailEvent(event)) continue
      const then = { ...deps, db: tx, enqueue: async () => {}, now: () => at }
      await notify(then, { bookingId: id, event, to: by === 'owner' ? 'sitter' : 'owner' })
    }
    await store.notePart(tx, part, deps.now())
  })
