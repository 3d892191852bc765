import * as contract from '#contract/calendar.ts'
import { changeCalendar, readCalendar } from '#server/calendar/days-commands.ts'
import { readSitterHolidays, replaceSitterHolidays } from '#server/calendar/holiday-commands.ts'
import { hotRoute, route } from '#server/kernel/http.ts'

export const calendarRoutes = [
  hotRoute(contract.showCalendar, ({ deps, viewer, params, query }) =>
    readCalendar(deps, params.sitterId, viewer, query),
  ),

  route(contract.updateCalendar, ({ deps, viewer, params, body }) =>
    changeCalendar(deps, viewer, params.sitterId, body),
  ),

  route(contract.showSitterHolidays, ({ deps, viewer, params }) =>
    readSitterHolidays(deps, viewer, params.sitterId),
  ),

  route(contract.changeSitterHolidays, ({ deps, viewer, params, body }) =>
    replaceSitterHolidays(deps, viewer, params.sitterId, body),
  ),
]
