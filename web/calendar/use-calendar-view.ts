import { useSearchParams } from 'react-router'
import { clampDay } from '#web/ui/dates/availability-selection.ts'
import { type Day, isDay } from '#web/ui/dates/days.ts'
import { firstOfMonth } from '#web/ui/dates/whole-weeks.ts'
import { phones, useMedia } from '#web/ui/use-media.ts'

export const calendarViews = ['month', 'agenda'] as const
export type CalendarView = (typeof calendarViews)[number]

/** Returns the month in the address (`month=2026-12`) by its first day, or else the one that today is in. */
export function monthIn(query: URLSearchParams, today: Day): Day {
  const asked = `${query.get('month')}-01`
  return isDay(asked) ? asked : firstOfMonth(today)
}

/**
 * The view in the address and its month, which lies between those of two days. Without a view, phones show the agenda,
 * because names fit in it.
 */
export function useCalendarView(today: Day, first: Day, last: Day) {
  const [query, setQuery] = useSearchParams()
  const isPhone = useMedia(phones)
  const month = clampDay(monthIn(query, today), firstOfMonth(first), firstOfMonth(last))
  const view = calendarViews.find((code) => code === query.get('view')) ?? (isPhone ? 'agenda' : 'month')
  const setMonth = (to: Day) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        next.set('month', to.slice(0, 7))
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const hrefOf = (to: CalendarView, on?: Day) => {
    const next = new URLSearchParams(query)
    next.set('view', to)
    next.set('month', (on ?? month).slice(0, 7))
    return `?${next}${on ? `#${on}` : ''}`
  }
  return { month, view, setMonth, hrefOf }
}
