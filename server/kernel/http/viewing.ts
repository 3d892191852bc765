import type { Endpoint } from '#contract/endpoint.ts'
import { isPermission } from '#contract/staff/codes.ts'
import { isWriteRefused, refuseToWrite } from '#server/kernel/db/errors.ts'
import { inReadOnlyTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'

/** Whether staff who see the site as somebody get an answer: only to what reads, and not to secrets or the desk. */
export const isViewable = ({ method, access, calculates, hiddenFromStaff }: Endpoint): boolean =>
  (method === 'GET' || calculates === true) && !isPermission(access) && hiddenFromStaff !== true

/** The refusal of an endpoint that is not viewable. */
export const refuseToShow = ({ hiddenFromStaff }: Endpoint): Problem =>
  hiddenFromStaff
    ? new Problem('viewing-only', {
        detail:
          'Sign-ins, codes of homes, copies of data and secret addresses stay hidden while you see the site as somebody else.',
      })
    : refuseToWrite()

/** Runs a read that cannot write anything either, such as that something was seen. */
export const readOnly = <T>(deps: Deps, read: (deps: Deps) => Promise<T>): Promise<T> =>
  inReadOnlyTransaction(deps.db, (db) => read({ ...deps, db })).catch((error: unknown) => {
    throw isWriteRefused(error) ? refuseToWrite() : error
  })
