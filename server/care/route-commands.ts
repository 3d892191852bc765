import * as store from '#server/care/store.ts'
import { addHours } from '#server/kernel/day.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { currentSettings } from '#server/settings/commands.ts'

/** Deletes the routes of walks after `routeDays` days, for privacy. */
export const deleteOldRoutes = (deps: Deps): Promise<void> =>
  ensureTransaction(deps, async (deps) => {
    const { settings } = await currentSettings(deps.db)
    await store.deleteRoutes(deps.db, { receivedBefore: addHours(deps.now(), -24 * settings.care.routeDays) })
  })
