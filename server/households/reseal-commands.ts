import { householdFields } from '#contract/households/codes.ts'
import { unsealField, sealContextOf } from '#server/households/commands.ts'
import * as store from '#server/households/store.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { isSealedNow, type Resealed, seal } from '#server/kernel/seal.ts'

const batchSize = 200

/**
 * Reseals with the current secret what an earlier one has sealed; values that no secret can unseal are counted and left
 * unchanged.
 */
export async function resealHouseholds(deps: Pick<Deps, 'db' | 'site'>): Promise<Resealed> {
  const totals: Resealed = { resealed: 0, unreadable: 0 }
  let ids = await store.findHouseholdIds(deps.db, null, batchSize)
  while (ids.length > 0) {
    for (const id of ids) {
      const { resealed, unreadable } = await resealHousehold(deps, id)
      totals.resealed += resealed
      totals.unreadable += unreadable
    }
    ids = await store.findHouseholdIds(deps.db, ids.at(-1)!, batchSize)
  }
  return totals
}

const resealHousehold = (deps: Pick<Deps, 'db' | 'site'>, accountId: string): Promise<Resealed> =>
  ensureTransaction(deps, async (deps) => {
    await store.lockHousehold(deps.db, accountId)
    const row = await store.findHousehold(deps.db, accountId)
    if (!row) return { resealed: 0, unreadable: 0 }
    const outdatedFields = householdFields.filter((field) => {
      const sealed = row[store.columnOf[field]]
      return sealed !== null && !isSealedNow(deps.site, sealed)
    })
    const resealedColumns = outdatedFields.flatMap((field) => {
      const value = unsealField(deps.site, row, field)
      return value === null
        ? []
        : [[store.columnOf[field], seal(deps.site, sealContextOf(accountId, field), value)]]
    })
    if (resealedColumns.length > 0)
      await store.replaceSealed(deps.db, accountId, Object.fromEntries(resealedColumns))
    return { resealed: resealedColumns.length, unreadable: outdatedFields.length - resealedColumns.length }
  })
