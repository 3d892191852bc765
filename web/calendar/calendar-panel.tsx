import { useState } from 'react'
import { Link } from 'react-router'
import type { CalendarFeeds } from '#contract/calendar/feeds.ts'
import type { Sitter } from '#contract/sitters/sitters.ts'
import { useAccount } from '#web/accounts/account-layout.tsx'
import { api } from '#web/api.ts'
import { Agenda } from '#web/calendar/agenda.tsx'
import { barsOf, bookingNotes } from '#web/calendar/booked-days.ts'
import { FeedsCard } from '#web/calendar/feeds-card.tsx'
import {
  type CalendarView,
  calendarViews,
  monthIn,
  useCalendarView,
} from '#web/calendar/use-calendar-view.ts'
import { type MonthBookings, readMonthBookings, useMonthBookings } from '#web/calendar/use-month-bookings.ts'
import { dayIn, deviceZone, todayIn } from '#web/clock.ts'
import { routerLink } from '#web/layout/router-link.tsx'
import { CalendarEditor } from '#web/sitters/own/calendar-editor.tsx'
import { type Calendar, lastDayOf, useCalendar } from '#web/sitters/own/use-calendar.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { chipStyle } from '#web/ui/chip.tsx'
import { type Day, monthTitle } from '#web/ui/dates/days.ts'
import { firstOfMonth } from '#web/ui/dates/whole-weeks.ts'
import { Notice } from '#web/ui/notice.tsx'

export type CalendarParts = {
  accountId: string
  calendar: Calendar
  feeds: CalendarFeeds
  booked: MonthBookings
}

/** Loads everything that determines a sitter's free days, and the bookings of the month in the address. */
export async function readCalendarParts(
  sitterId: string,
  accountId: string,
  request: Request,
): Promise<CalendarParts> {
  const params = { sitterId }
  const month = monthIn(new URL(request.url).searchParams, todayIn(deviceZone()))
  const [calendar, feeds, bookings] = await Promise.all([
    api('GET /v1/sitters/:sitterId/calendar', { params, query: {} }),
    api('GET /v1/sitters/:sitterId/calendar-feeds', { params }),
    readMonthBookings(accountId, month),
  ])
  return { accountId, calendar, feeds, booked: { month, bookings } }
}

type CalendarPanelProps = { sitter: Sitter; loaded: CalendarParts; onConfirmed: (on: string) => void }

/** A sitter's days, the bookings on them, and the calendars that close them: on the calendar page and in the profile. */
export function CalendarPanel({ sitter, loaded, onConfirmed }: CalendarPanelProps) {
  const [feeds, setFeeds] = useState(loaded.feeds)
  const own = useCalendar(sitter.id, loaded.calendar, onConfirmed)
  const { today, timeZone } = own.calendar
  const last = lastDayOf(own.calendar)
  const account = useAccount()
  const first = account ? dayIn(account.createdAt, timeZone) : today
  const { month, view, setMonth, hrefOf } = useCalendarView(today, first, last)
  const { bookings, isFailed, readAgain } = useMonthBookings(loaded.accountId, month, loaded.booked)
  const views = <ViewSwitch {...{ view, hrefOf }} away={month === firstOfMonth(today) ? null : today} />
  return (
    <>
      <Card padding="large">
        <h2 className="sr-only">Days and bookings</h2>
        {isFailed && (
          <Notice
            kind="error"
            announced
            className="mb-6"
            action={<Button onClick={readAgain}>Try again</Button>}
          >
            The bookings of {monthTitle(month)} could not be loaded.
          </Notice>
        )}
        {view === 'month' ? (
          <CalendarEditor
            {...{ sitter, own, feeds, month, first, views }}
            onMonth={setMonth}
            notes={bookingNotes(bookings ?? [])}
            bars={{
              items: barsOf(bookings ?? []),
              allHref: (day) => hrefOf('agenda', day),
              renderLink: routerLink,
            }}
          />
        ) : (
          <div className="grid gap-6">
            {views}
            {!(isFailed && !bookings) && (
              <Agenda {...{ month, today, first, last, timeZone, bookings }} onMonth={setMonth} />
            )}
          </div>
        )}
      </Card>
      <Card padding="large">
        <h2 className="mb-2 text-xl">Your other calendars</h2>
        <FeedsCard sitter={sitter} feeds={feeds} onChange={setFeeds} />
      </Card>
    </>
  )
}

const viewNames: Record<CalendarView, string> = { month: 'Month', agenda: 'Agenda' }

type ViewSwitchProps = {
  view: CalendarView
  hrefOf: (view: CalendarView, on?: Day) => string
  /** Today, if another month is shown. */
  away: Day | null
}

function ViewSwitch({ view, hrefOf, away }: ViewSwitchProps) {
  return (
    <nav aria-label="View" className="flex flex-wrap gap-2">
      {away && (
        <Link to={hrefOf(view, away)} preventScrollReset className={chipStyle({})}>
          This month
        </Link>
      )}
      {calendarViews.map((code) => (
        <Link
          key={code}
          to={hrefOf(code)}
          preventScrollReset
          aria-current={code === view ? 'page' : undefined}
          className={chipStyle({ selected: code === view })}
        >
          {viewNames[code]}
        </Link>
      ))}
    </nav>
  )
}
