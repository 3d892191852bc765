import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import type { CalendarBars } from '#web/ui/dates/availability-bar.tsx'
import {
  AvailabilityDay,
  AvailabilityLegend,
  changeable,
  type DayInfo,
  dayWords,
} from '#web/ui/dates/availability-day.tsx'
import { AvailabilityMonth } from '#web/ui/dates/availability-month.tsx'
import { clampDay, dayAfterKey } from '#web/ui/dates/availability-selection.ts'
import { type Day, type DayNames, daysBetween, englishDays, longDay, shortDay } from '#web/ui/dates/days.ts'
import { firstOfMonth, wholeWeeksOfMonth } from '#web/ui/dates/whole-weeks.ts'
import { MonthHeader } from '#web/ui/dates/month-header.tsx'

type AvailabilityCalendarProps = {
  label: string
  /** The first day of the month shown. */
  month: Day
  onMonth: (month: Day) => void
  /** The first and the last day that can be looked at. */
  min: Day
  max: Day
  /** The first day that can be changed, and the one that has the focus at first. */
  today: Day
  infoOf: (day: Day) => DayInfo
  bars?: CalendarBars | undefined
  /** Omit it for a read-only calendar. */
  onChange?: ((days: Day[], state: 'free' | 'blocked') => void) | undefined
  names?: DayNames
}

type Bounds = { min: Day; max: Day }
type ShownMonth = Bounds & Pick<AvailabilityCalendarProps, 'month' | 'onMonth' | 'today'>

/** The day that has the focus; it is always one of the days shown. */
function useFocusedDay({ month, onMonth, min, max, today }: ShownMonth) {
  const [chosen, setChosen] = useState(today)
  /** The month in which the chosen day gets the focus, as soon as that month is shown. */
  const awaited = useRef<Day | null>(null)
  const grid = useRef<HTMLDivElement>(null)
  const shown = new Set(wholeWeeksOfMonth(month).flat())
  const focused = [chosen, today].find((day) => shown.has(day)) ?? clampDay(month, min, max)

  useEffect(() => {
    if (awaited.current !== month) return
    const cell = grid.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)
    if (!cell || focused !== chosen) return
    awaited.current = null
    cell.focus()
  })

  /** `turns` shows the day's own month, even if the day is also shown beside the present one. */
  const go = (day: Day, turns = false) => {
    const target = clampDay(day, min, max)
    const next = turns || !shown.has(target) ? firstOfMonth(target) : month
    awaited.current = next
    setChosen(target)
    if (next !== month) onMonth(next)
  }
  return { focused, grid, go }
}

type Changing = Pick<AvailabilityCalendarProps, 'infoOf' | 'onChange'> & { names: DayNames }

/** The days from the one where the selection began to the focused one, and what happened to the last selection. */
function useSelection(focused: Day, { infoOf, onChange, names }: Changing) {
  const [anchor, setAnchor] = useState<Day | null>(null)
  const [news, setNews] = useState('')
  const selection = anchor === null ? [] : daysBetween(anchor, focused)

  const toggle = (days: Day[]) => {
    const open = days.filter((day) => changeable(infoOf(day).state))
    const first = open[0]
    setAnchor(null)
    if (first === undefined || !onChange) {
      setNews(`${days.map((day) => shortDay(day, names)).join(', ')} cannot be changed here`)
      return
    }
    const state = infoOf(first).state === 'free' ? 'blocked' : 'free'
    const changed = open.filter((day) => infoOf(day).state !== state)
    onChange(changed, state)
    const which =
      changed.length === 1
        ? longDay(first, names)
        : `${changed.length} days from ${shortDay(first, names)} to ${shortDay(changed.at(-1) ?? first, names)}`
    setNews(`${which}: ${dayWords[state]}`)
  }
  return { anchor, setAnchor, selection, news, toggle }
}

/** The day under the pointer, also where a bar of other days covers it. */
function dayAt(event: PointerEvent, { min, max }: Bounds) {
  const day = document
    .elementsFromPoint(event.clientX, event.clientY)
    .find((element) => element.matches('td[data-day]'))
    ?.getAttribute('data-day')
  return day && day >= min && day <= max ? day : null
}

type Moving = Pick<ReturnType<typeof useFocusedDay>, 'focused' | 'go'>
type Selecting = ReturnType<typeof useSelection>

const isInLink = ({ target }: { target: EventTarget }) =>
  target instanceof Element && target.closest('a') !== null

/** Handlers for selecting by the keyboard and by dragging. Bars are links and keep their own keys and presses. */
function useHandlers(bounds: Bounds, { focused, go }: Moving, selecting: Selecting, editable: boolean) {
  const { anchor, setAnchor, selection, toggle } = selecting
  const dragging = useRef(false)
  return {
    onKeyDown(event: KeyboardEvent) {
      if (isInLink(event)) return
      const next = dayAfterKey(event.key, focused)
      if (next) {
        setAnchor(event.shiftKey ? (anchor ?? focused) : null)
        go(next, event.key.startsWith('Page'))
      } else if (event.key === ' ' || event.key === 'Enter')
        toggle(selection.length > 0 ? selection : [focused])
      else if (event.key === 'Escape' && anchor) setAnchor(null)
      else return
      event.preventDefault()
    },
    onPointerDown(event: PointerEvent) {
      const day = dayAt(event, bounds)
      if (!day || !editable || event.button !== 0 || isInLink(event)) return
      event.preventDefault()
      dragging.current = true
      setAnchor(event.shiftKey ? focused : day)
      go(day)
    },
    onPointerMove(event: PointerEvent) {
      const day = dragging.current ? dayAt(event, bounds) : null
      if (day && day !== focused) go(day)
    },
    onPointerUp() {
      if (!dragging.current) return
      dragging.current = false
      toggle(selection)
    },
    onPointerCancel() {
      dragging.current = false
      setAnchor(null)
    },
  }
}

/** Calendar for opening and closing days: by mouse (drag to select several), touch, or arrow keys, space and Shift. */
export function AvailabilityCalendar(props: AvailabilityCalendarProps) {
  const { label, month, onMonth, min, max, today, infoOf, bars, onChange, names = englishDays } = props
  const titleId = useId()
  const view = useFocusedDay({ month, onMonth, min, max, today })
  const { focused, grid } = view
  const dayInfo = (day: Day): DayInfo => {
    const info = infoOf(day)
    if (day < today) return { ...info, state: 'past' }
    return day > max ? { ...info, state: 'closed' } : info
  }
  const selecting = useSelection(focused, { infoOf: dayInfo, onChange, names })
  const { selection, news } = selecting
  const isOver = (wholeWeeksOfMonth(month).at(-1)?.at(-1) ?? month) < today
  const editable = onChange !== undefined && !isOver
  const handlers = useHandlers({ min, max }, view, selecting, editable)
  const selected = new Set(selection)
  const turn = (to: Day) => {
    onMonth(to)
    selecting.setAnchor(null)
  }
  return (
    <section aria-label={label} className="grid gap-3">
      <MonthHeader {...{ month, min, max, names, titleId }} onMonth={turn} />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the grid inside has the role, the keys come from its cells */}
      <div ref={grid} {...handlers} className="touch-pan-y select-none">
        <AvailabilityMonth
          {...{ month, titleId, names, editable, bars }}
          renderDay={(day, barsOfDay) => (
            <AvailabilityDay
              key={day}
              {...{ day, names, editable }}
              isToday={day === today}
              info={dayInfo(day)}
              focusable={day === focused}
              selected={selected.has(day)}
            >
              {barsOfDay}
            </AvailabilityDay>
          )}
        />
      </div>
      <AvailabilityLegend days={!isOver} bars={bars !== undefined} />
      <p className="sr-only" aria-live="polite">
        {selection.length > 1 ? `${selection.length} days selected` : news}
      </p>
      {onChange && (isOver ? <PastDays /> : <HowToChange />)}
    </section>
  )
}

const PastDays = () => <p className="text-sm text-ink-2">Days that are over cannot be opened or closed.</p>

const HowToChange = () => (
  <p className="text-sm text-ink-2">
    Press a day to open or close it, drag for several. With the keyboard: arrows to move, Shift to extend,
    space to change.
  </p>
)
