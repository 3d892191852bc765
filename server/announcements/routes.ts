import * as contract from '#contract/announcements.ts'
import { add, announcementsNow, change, listFor, listWritten } from '#server/announcements/commands.ts'
import { route } from '#server/kernel/http/http.ts'

export const announcementRoutes = [
  route(contract.showAnnouncements, async ({ deps }) => ({ announcements: announcementsNow(deps) })),
  route(contract.listAnnouncements, ({ deps, viewer }) => listFor(deps, viewer)),
  route(contract.listWrittenAnnouncements, ({ deps, query }) => listWritten(deps, query)),
  route(contract.addAnnouncement, ({ deps, viewer, body }) => add(deps, viewer, body)),
  route(contract.changeAnnouncement, ({ deps, params, body }) => change(deps, params, body)),
]
