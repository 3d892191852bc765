import * as contract from '#contract/notices/notices.ts'
import { route } from '#server/kernel/http/http.ts'
import * as bell from '#server/notices/bell-commands.ts'
import * as devices from '#server/notices/device-commands.ts'
import { changeOwnSettings, showOwnSettings } from '#server/notices/setting-commands.ts'

export const noticeRoutes = [
  route(contract.listNotices, ({ deps, viewer, query }) => bell.listOwnNotices(deps, viewer, query)),
  route(contract.countNotices, ({ deps, viewer }) => bell.countOwnNotices(deps, viewer)),
  route(contract.readNotices, ({ deps, viewer, body }) =>
    bell.readOwnNotices(deps, viewer, 'allUntil' in body ? { allUntil: new Date(body.allUntil) } : body),
  ),
  route(contract.unreadNotices, ({ deps, viewer, body }) =>
    bell.unreadOwnNotices(deps, viewer, new Date(body.readAt)),
  ),
  route(contract.showNoticeSettings, ({ deps, viewer }) => showOwnSettings(deps, viewer)),
  route(contract.changeNoticeSettings, ({ deps, viewer, body }) => changeOwnSettings(deps, viewer, body)),
  route(contract.addPushDevice, ({ deps, viewer, body }) => devices.addOwnDevice(deps, viewer, body)),
  route(contract.removePushDevice, ({ deps, viewer, body }) => devices.removeOwnDevice(deps, viewer, body)),
  route(contract.tryPushDevice, ({ deps, viewer, body }) => devices.tryOwnDevice(deps, viewer, body.id)),
]
