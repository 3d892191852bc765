import * as contract from '#contract/care/report-cards.ts'
import { listDuties, readDuty, readEmergency, readReport, writeReport } from '#server/care/commands.ts'
import { type Route, route } from '#server/kernel/http/http.ts'

export const careRoutes: Route[] = [
  route(contract.showReportCards, ({ deps, viewer, params }) => readReport(deps, viewer, params.bookingId)),
  route(contract.writeReportCards, ({ deps, viewer, params, body }) =>
    writeReport(deps, viewer, params.bookingId, body.entries),
  ),
  route(contract.showEmergencyCard, ({ deps, viewer, params }) =>
    readEmergency(deps, viewer, params.bookingId),
  ),
  route(contract.showDuty, ({ deps, viewer, params }) => readDuty(deps, viewer, params.bookingId)),
  route(contract.listDuties, ({ deps, viewer, params }) => listDuties(deps, viewer, params.accountId)),
]
