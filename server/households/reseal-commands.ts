import { householdFields } from '#contract/households/codes.ts'
import { openOne, placeOf } from '#server/households/commands.ts'
import * as store from '#server/households/store.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { isSealedNow, type Resealed, seal } from '#server/kernel/seal.ts'

const atOnce = 200

/**
 * Reseals with the current secret what an earlier one has sealed; values that no secret can unseal are counted and left
 * unchanged.
 */
export async function resealHouseholds(deps: Pick<Deps, 'db' | 'site'>): Promise<Resealed> {
  const done: Resealed = { resealed: 0, unreadable: 0 }
  let ids = await store.findHouseholdIds(deps.db, null, atOnce)
  while (ids.length > 0) {
    for (const id of ids) {
      const { resealed, unreadable } = await resealHousehold(deps, id)
      done.resealed += resealed
      done.unreadable += unreadable
    }
    ids = await store.findHouseholdIds(deps.db, ids.at(-1)!, atOnce)
  }
  return done
}

const resealHousehold = (deps: Pick<Deps, 'db' | 'site'>, accountId: string): Promise<Resealed> =>
  ensureTransaction(deps, async (deps) => {
    await store.lockHousehold(deps.db, accountId)
    const row = await store.findHousehold(deps.db, accountId)
    if (!row) return { resealed: 0, unreadable: 0 }
    const old = householdFields.filter((field) => {
      const sealed = row[store.columnOf[field]]
      return sealed !== null && !isSealedNow(deps.site, sealed)
    })
    const opened = old.flatMap((field) => {
      const value = openOne(deps.site, row, field)
      return value === null
        ? []
        : [[store.columnOf[field], seal(deps.site, placeOf(accountId, field), value)]]
    })
    if (opened.length > 0) await store.replaceSealed(deps.db, accountId, Object.fromEntries(opened))
    return { resealed: opened.length, unreadable: old.length - opened.length }
  })
