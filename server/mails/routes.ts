import * as contract from '#contract/mails/mails.ts'
import * as previews from '#contract/mails/previews.ts'
import * as suppressions from '#contract/mails/suppressions.ts'
import { listPreviews, showPreview } from '#server/bookings/desk/preview-commands.ts'
import { route } from '#server/kernel/http/http.ts'
import {
  leaveMail,
  listMails,
  resendMail,
  resendMails,
  showMail,
  writeTestMail,
} from '#server/mails/commands.ts'
import {
  addSuppression,
  listSuppressions,
  removeSuppression,
  showProblem,
} from '#server/mails/suppression-commands.ts'

export const deskMailRoutes = [
  route(contract.listMails, ({ deps, query }) => listMails(deps, query)),
  route(contract.showMail, ({ deps, params }) => showMail(deps, params.mailId)),
  route(contract.resendMail, ({ deps, params, concern }) => resendMail(deps, params.mailId, concern)),
  route(contract.leaveMail, ({ deps, params, concern }) => leaveMail(deps, params.mailId, concern)),
  route(contract.resendMails, ({ deps }) => resendMails(deps)),
  route(contract.testMail, ({ deps, body }) => writeTestMail(deps, body.to)),
  route(previews.listMailPreviews, ({ deps, query }) => listPreviews(deps, query.booking)),
  route(previews.showMailPreview, ({ deps, params, query }) => showPreview(deps, query.booking, params)),
  route(suppressions.listMailSuppressions, ({ deps, query }) => listSuppressions(deps, query)),
  route(suppressions.addMailSuppression, ({ deps, body, concern }) => addSuppression(deps, body, concern)),
  route(suppressions.removeMailSuppression, ({ deps, params, concern }) =>
    removeSuppression(deps, params.suppressionId, concern),
  ),
  route(suppressions.showMailProblem, ({ deps, viewer, params }) =>
    showProblem(deps, viewer, params.accountId),
  ),
]
