import type { Eraser } from '#server/accounts/erasure.ts'
import { blankReasons } from '#server/suspensions/store.ts'

/** Erases why the account was suspended; that it was suspended stays, like every decision of staff. */
export const eraseFromSuspensions: Eraser = ({ db }, { accountId }) => blankReasons(db, accountId)
