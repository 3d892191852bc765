import * as contract from '#contract/ledger.ts'
import * as corrections from '#contract/staff/corrections.ts'
import * as desk from '#contract/staff/ledger.ts'
import { type Route, route } from '#server/kernel/http/http.ts'
import { decideCorrection, listCorrections, proposeCorrection } from '#server/ledger/correction-commands.ts'
import { exportTransfers, listTransfers, readTrialBalance } from '#server/ledger/desk-commands.ts'
import { exportMonth, printMonth, readMonth } from '#server/ledger/month-commands.ts'
import { invariants } from '#server/ledger/invariant-commands.ts'

export const ledgerRoutes: Route[] = [
  route(contract.showTrialBalance, ({ deps, query }) => readTrialBalance(deps.db, query.on)),
  route(contract.checkInvariants, ({ deps }) => invariants(deps)),
  route(desk.listTransfers, ({ deps, query }) => listTransfers(deps, query)),
  route(desk.exportTransfers, ({ deps, query }) => exportTransfers(deps, query)),
  route(desk.showLedgerMonth, ({ deps, params }) => readMonth(deps, params.month)),
  route(desk.exportLedgerMonth, ({ deps, params }) => exportMonth(deps, params.month)),
  route(desk.printLedgerMonth, ({ deps, params }) => printMonth(deps, params.month)),
  route(corrections.listCorrections, ({ deps, viewer, query }) => listCorrections(deps, viewer, query)),
  route(corrections.proposeCorrection, ({ deps, viewer, body, concern }) =>
    proposeCorrection(deps, viewer, body, concern),
  ),
  route(corrections.approveCorrection, ({ deps, viewer, params, body, concern }) =>
    decideCorrection(deps, viewer, { ...params, ...body, action: 'approve' }, concern),
  ),
  route(corrections.rejectCorrection, ({ deps, viewer, params, body, concern }) =>
    decideCorrection(deps, viewer, { ...params, ...body, action: 'reject' }, concern),
  ),
]
