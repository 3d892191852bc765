import * as contract from '#contract/calendar/calendar.ts'
import * as feeds from '#contract/calendar/feeds.ts'
import * as publicFeeds from '#contract/feeds.ts'
import { availabilityCalendar, holidayCalendar } from '#server/calendar/availability-commands.ts'
import { changeCalendar, readCalendar } from '#server/calendar/days-commands.ts'
import { addFeed, changeFeed, listFeeds, readFeedNow, removeFeed } from '#server/calendar/feed-commands.ts'
import { readSitterHolidays, replaceSitterHolidays } from '#server/calendar/holiday-commands.ts'
import { hotRoute, route } from '#server/kernel/http/http.ts'

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

  route(publicFeeds.showAvailability, ({ deps, params, query }) =>
    availabilityCalendar(deps, params.sitterId, query.service),
  ),

  route(publicFeeds.downloadHolidays, ({ deps, query }) => holidayCalendar(deps, query)),

  route(feeds.listCalendarFeeds, ({ deps, viewer, params }) => listFeeds(deps, viewer, params.sitterId)),
  route(feeds.addCalendarFeed, ({ deps, viewer, params, body }) =>
    addFeed(deps, viewer, params.sitterId, body),
  ),
  route(feeds.changeCalendarFeed, ({ deps, viewer, params, body }) => changeFeed(deps, viewer, params, body)),
  route(feeds.removeCalendarFeed, ({ deps, viewer, params }) => removeFeed(deps, viewer, params)),
  route(feeds.readCalendarFeed, ({ deps, viewer, params, body }) => readFeedNow(deps, viewer, params, body)),
]
