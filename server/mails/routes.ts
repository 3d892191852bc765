import * as contract from '#contract/mails/mails.ts'
import { route } from '#server/kernel/http/http.ts'
import {
  leaveMail,
  listMails,
  resendMail,
  resendMails,
  showMail,
  writeTestMail,
} from '#server/mails/commands.ts'

export const deskMailRoutes = [
  route(contract.listMails, ({ deps, query }) => listMails(deps, query)),
  route(contract.showMail, ({ deps, params }) => showMail(deps, params.mailId)),
  route(contract.resendMail, ({ deps, params, concern }) => resendMail(deps, params.mailId, concern)),
  route(contract.leaveMail, ({ deps, params, concern }) => leaveMail(deps, params.mailId, concern)),
  route(contract.resendMails, ({ deps }) => resendMails(deps)),
  route(contract.testMail, ({ deps, body }) => writeTestMail(deps, body.to)),
]
