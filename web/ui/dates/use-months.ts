import {
  type CalendarDate,
  type DateValue,
  endOfWeek,
  parseDate,
  startOfWeek,
  toCalendarDate,
  today,
} from '@internationalized/date'
import { type KeyboardEvent, useState } from 'react'
import { phones, useMedia } from '#web/ui/use-media.ts'
import type { DayLimits } from '#web/ui/dates/date-props.ts'
import { dateOf } from '#web/ui/dates/day-field-rich.tsx'
import type { Day } from '#web/ui/dates/days.ts'

type MonthsProps = Pick<DayLimits, 'min' | 'max' | 'unavailable'> & {
  label: string
  locale: string
  focusOn: Day | null
  range: boolean
}

/** Months that phones show below the one with the focused day, and how many "Later months" adds. */
const monthsAhead = 3

/** Shared by the single-day and range calendars: months shown, focus, keys and selectable days. */
export function useMonths({ label, locale, focusOn, min, max, unavailable, range }: MonthsProps) {
  const [focus, setFocus] = useState<CalendarDate>(() => dateOf(focusOn ?? min) ?? today('UTC'))
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const target = weekKey(event, focus, locale)
    if (!target) return
    event.preventDefault()
    event.stopPropagation()
    setFocus(target)
  }
  const isDateUnavailable = (date: DateValue, from?: CalendarDate | null) =>
    (unavailable?.(toCalendarDate(date).toString(), from?.toString() ?? null) ?? null) !== null
  const { count, total, showMore } = useScrollingMonths({ range, focus, min, max })
  return {
    count,
    showMore,
    panel: { 'data-autofocus': true, onKeyDownCapture },
    calendar: {
      'aria-label': label,
      focusedValue: focus,
      onFocusChange: (date: DateValue) => setFocus(toCalendarDate(date)),
      ...(min && { minValue: dateOf(min) }),
      ...(max && { maxValue: dateOf(max) }),
      isDateUnavailable,
      className: 'select-none',
      visibleDuration: { months: total },
      // With the first selectable month as the limit, it puts that month first and the focused one below it.
      ...(showMore !== undefined && { selectionAlignment: 'end' as const }),
    },
  }
}

/**
 * On phones the months of a range are scrolled in one column from the first selectable month on. The calendar has all
 * of them from the beginning, because it would move its first month when their number changes; `count` are rendered.
 */
function useScrollingMonths(props: Pick<MonthsProps, 'range' | 'min' | 'max'> & { focus: CalendarDate }) {
  const isPhone = useMedia(phones)
  const [shown, setShown] = useState(0)
  const [atFirst] = useState(props.focus)
  if (!props.range) return { count: 1, total: 1 }
  if (!isPhone) return { count: 2, total: 2 }
  if (!props.min) return { count: 1, total: 1 }
  const first = parseDate(props.min)
  const last = props.max ? parseDate(props.max) : first.add({ months: 12 })
  const total = monthsBetween(first, last) + 1
  const asked = monthsBetween(first, atFirst) + 1 + monthsAhead + shown
  const count = Math.min(total, Math.max(asked, monthsBetween(first, props.focus) + 1))
  return { count, total, showMore: count < total ? () => setShown(shown + monthsAhead) : null }
}

const monthsBetween = (from: CalendarDate, to: CalendarDate) =>
  (to.year - from.year) * 12 + to.month - from.month

/** Home and End move to the ends of the week, as in the ARIA date grid pattern. */
function weekKey(event: KeyboardEvent, focused: CalendarDate, locale: string): CalendarDate | null {
  const onDay = event.target instanceof Element && event.target.closest('[role=gridcell], td')
  if (!onDay || event.shiftKey || event.ctrlKey) return null
  if (event.key === 'Home') return startOfWeek(focused, locale)
  if (event.key === 'End') return endOfWeek(focused, locale)
  return null
}
