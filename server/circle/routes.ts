import * as contract from '#contract/backups.ts'
import * as circle from '#contract/circle/circle.ts'
import * as backups from '#server/circle/backup-commands.ts'
import * as members from '#server/circle/member-commands.ts'
import { route } from '#server/kernel/http/http.ts'

export const circleRoutes = [
  route(circle.showCircle, ({ deps, viewer }) => members.readCircle(deps, viewer)),
  route(circle.inviteFriend, ({ deps, viewer, body }) => members.inviteFriend(deps, viewer, body.name)),
  route(circle.showInvitation, ({ deps, viewer, body }) => members.readInvitation(deps, viewer, body.token)),
  route(circle.joinCircle, ({ deps, viewer, body }) => members.joinCircle(deps, viewer, body)),
  route(circle.leaveCircle, ({ deps, viewer, params }) => members.leaveCircle(deps, viewer, params.memberId)),
  route(contract.showBackup, ({ deps, viewer, params }) =>
    backups.readBackup(deps, viewer, params.bookingId),
  ),
  route(contract.askBackup, ({ deps, viewer, params, body }) =>
    backups.askBackup(deps, viewer, params.bookingId, body),
  ),
  route(contract.removeBackup, ({ deps, viewer, params }) =>
    backups.removeBackup(deps, viewer, params.bookingId),
  ),
  route(contract.listBackups, async ({ deps, viewer }) => ({
    items: await backups.listBackups(deps, viewer),
    nextCursor: null,
  })),
  route(contract.answerBackup, ({ deps, viewer, params, body }) =>
    backups.answerBackup(deps, viewer, params.bookingId, body.agree),
  ),
]
