import * as contract from '#contract/ledger.ts'
import { type Route, route } from '#server/kernel/http/http.ts'
import { readTrialBalance } from '#server/ledger/commands.ts'
import { invariants } from '#server/ledger/invariant-commands.ts'

export const ledgerRoutes: Route[] = [
  route(contract.showTrialBalance, ({ deps }) => readTrialBalance(deps.db)),
  route(contract.checkInvariants, ({ deps }) => invariants(deps)),
]
