import { useState } from 'react'
import type { Booking } from '#contract/bookings/bookings.ts'
import type { CalendarFeeds } from '#contract/calendar/feeds.ts'
import type { Sitter } from '#contract/sitters/sitters.ts'
import { api } from '#web/api.ts'
import { FeedsCard } from '#web/calendar/feeds-card.tsx'
import { type Calendar, CalendarEditor } from '#web/sitters/own/calendar-editor.tsx'
import { Card } from '#web/ui/card.tsx'

export type CalendarParts = { calendar: Calendar; feeds: CalendarFeeds; bookings: readonly Booking[] }

/** Loads everything that determines a sitter's free days. */
export async function readCalendarParts(sitterId: string, accountId: string): Promise<CalendarParts> {
  const params = { sitterId }
  const [calendar, feeds, bookings] = await Promise.all([
    api('GET /v1/sitters/:sitterId/calendar', { params, query: {} }),
    api('GET /v1/sitters/:sitterId/calendar-feeds', { params }),
    api('GET /v1/accounts/:accountId/bookings', {
      params: { accountId },
      query: { role: 'sitter', scope: 'upcoming', limit: 100 },
    }),
  ])
  return { calendar, feeds, bookings: bookings.items }
}

type CalendarPanelProps = { sitter: Sitter; loaded: CalendarParts; onConfirmed: (on: string) => void }

/** A sitter's days and the calendars that close them: on the calendar page and in the profile. */
export function CalendarPanel({ sitter, loaded, onConfirmed }: CalendarPanelProps) {
  const [feeds, setFeeds] = useState(loaded.feeds)
  return (
    <>
      <Card padding="large">
        <h2 className="mb-6 text-xl">Single days</h2>
        <CalendarEditor
          sitter={sitter}
          loaded={loaded.calendar}
          feeds={feeds}
          bookings={loaded.bookings}
          onConfirmed={onConfirmed}
        />
      </Card>
      <Card padding="large">
        <h2 className="mb-2 text-xl">Your other calendars</h2>
        <FeedsCard sitter={sitter} feeds={feeds} onChange={setFeeds} />
      </Card>
    </>
  )
}
