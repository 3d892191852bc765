import * as contract from '#contract/reports.ts'
import { route } from '#server/kernel/http/http.ts'
import * as commands from '#server/reports/commands.ts'

export const reportRoutes = [
  route(contract.createReport, async ({ deps, viewer, body, answerWith }) => {
    const { report, created } = await commands.submitReport(deps, viewer, body)
    if (!created) answerWith(200)
    return report
  }),
  route(contract.listReports, ({ deps, viewer, query }) => commands.ownReports(deps, viewer, query)),
  route(contract.listAdminReports, ({ deps, query }) => commands.reportQueue(deps, query)),
  route(contract.exportReports, ({ deps, query }) => commands.exportReports(deps, query)),
  route(contract.showReport, ({ deps, params }) => commands.readReport(deps, params.reportId)),
  route(contract.decideReport, async ({ deps, viewer, params, body, concern }) => {
    const decided = await commands.decideReport(deps, viewer, params.reportId, body)
    concern(decided.about.accountId)
    return decided
  }),
]
