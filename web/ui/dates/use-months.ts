import {
  type CalendarDate,
  type DateValue,
  endOfWeek,
  startOfWeek,
  toCalendarDate,
  today,
} from '@internationalized/date'
import { type KeyboardEvent, useState } from 'react'
import type { DayLimits } from '#web/ui/dates/date-props.ts'
import { dateOf } from '#web/ui/dates/day-field-rich.tsx'
import type { Day } from '#web/ui/dates/days.ts'

type MonthsProps = Pick<DayLimits, 'min' | 'max' | 'unavailable'> & {
  label: string
  locale: string
  focusOn: Day | null
}

/** Shared by the single-day and range calendars: focus, keys and selectable days. */
export function useMonths({ label, locale, focusOn, min, max, unavailable }: MonthsProps) {
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
  return {
    panel: { 'data-autofocus': true, onKeyDownCapture },
    calendar: {
      'aria-label': label,
      focusedValue: focus,
      onFocusChange: (date: DateValue) => setFocus(toCalendarDate(date)),
      ...(min && { minValue: dateOf(min) }),
      ...(max && { maxValue: dateOf(max) }),
      isDateUnavailable,
      className: 'select-none',
    },
  }
}

/** Home and End move to the ends of the week, as in the ARIA date grid pattern. */
function weekKey(event: KeyboardEvent, focused: CalendarDate, locale: string): CalendarDate | null {
  const onDay = event.target instanceof Element && event.target.closest('[role=gridcell], td')
  if (!onDay || event.shiftKey || event.ctrlKey) return null
  if (event.key === 'Home') return startOfWeek(focused, locale)
  if (event.key === 'End') return endOfWeek(focused, locale)
  return null
}
