import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { buttonStyle } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import {
  AvailabilityDay,
  AvailabilityLegend,
  changeable,
  type DayInfo,
  dayWords,
} from '#web/ui/dates/availability-day.tsx'
import { clampDay, dayAfterKey } from '#web/ui/dates/availability-selection.ts'
import {
  addDays,
  addMonths,
  type Day,
  type DayNames,
  daysBetween,
  englishDays,
  longDay,
  monthTitle,
  shortDay,
  weeksOfMonth,
} from '#web/ui/dates/days.ts'

type AvailabilityCalendarProps = {
  label: string
  min: Day
  max: Day
  infoOf: (day: Day) => DayInfo
  /** Omit it for a read-only calendar. */
  onChange?: ((days: Day[], state: 'free' | 'blocked') => void) | undefined
  months?: 1 | 2 | 3
  names?: DayNames
}

/** Calendar for opening and closing days: by mouse (drag to select several), touch, or arrow keys, space and Shift. */
export function AvailabilityCalendar({
  label,
  min,
  max,
  infoOf,
  onChange,
  months = 2,
  names = englishDays,
}: AvailabilityCalendarProps) {
  const id = useId()
  const [focused, setFocused] = useState(min)
  const [shown, setShown] = useState(`${min.slice(0, 8)}01`)
  const [anchor, setAnchor] = useState<Day | null>(null)
  const [news, setNews] = useState('')
  const dragging = useRef(false)
  const moved = useRef(false)
  const grid = useRef<HTMLDivElement>(null)
  const last = addDays(addMonths(shown, months), -1)
  const selection = anchor === null ? [] : daysBetween(anchor, focused)
  const selected = new Set(selection)

  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus()
  })

  const go = (day: Day) => {
    const target = clampDay(day, min, max)
    moved.current = true
    setFocused(target)
    if (target < shown) setShown(`${target.slice(0, 8)}01`)
    if (target > last) setShown(addMonths(`${target.slice(0, 8)}01`, 1 - months))
  }

  const turn = (by: number) => {
    const first = clampDay(addMonths(shown, by), `${min.slice(0, 8)}01`, `${max.slice(0, 8)}01`)
    setShown(first)
    setFocused(clampDay(first, min, max))
    setAnchor(null)
  }

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

  const keyDown = (event: KeyboardEvent) => {
    const next = dayAfterKey(event.key, focused)
    if (next) {
      setAnchor(event.shiftKey ? (anchor ?? focused) : null)
      go(next)
    } else if (event.key === ' ' || event.key === 'Enter')
      toggle(selection.length > 0 ? selection : [focused])
    else if (event.key === 'Escape' && anchor) setAnchor(null)
    else return
    event.preventDefault()
  }

  const dayAt = (event: PointerEvent) => {
    const day = document
      .elementFromPoint(event.clientX, event.clientY)
      ?.closest('[data-day]')
      ?.getAttribute('data-day')
    return day && day >= min && day <= max ? day : null
  }
  const pressed = (event: PointerEvent) => {
    const day = dayAt(event)
    if (!day || !onChange || event.button !== 0) return
    event.preventDefault()
    dragging.current = true
    setAnchor(event.shiftKey ? focused : day)
    go(day)
  }
  const dragged = (event: PointerEvent) => {
    const day = dragging.current ? dayAt(event) : null
    if (day && day !== focused) go(day)
  }
  const released = () => {
    if (!dragging.current) return
    dragging.current = false
    toggle(selection)
  }
  const cancelled = () => {
    dragging.current = false
    setAnchor(null)
  }

  return (
    <section aria-label={label} className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <button
          type="button"
          className={buttonStyle({ iconOnly: true })}
          disabled={shown <= min}
          onClick={() => turn(-1)}
          aria-label="Previous month"
        >
          <ChevronLeft size={20} aria-hidden />
        </button>
        <AvailabilityLegend />
        <button
          type="button"
          className={buttonStyle({ iconOnly: true })}
          disabled={last >= max}
          onClick={() => turn(1)}
          aria-label="Next month"
        >
          <ChevronRight size={20} aria-hidden />
        </button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the grids inside have the roles, the keys come from their cells */}
      <div
        ref={grid}
        onKeyDown={keyDown}
        onPointerDown={pressed}
        onPointerMove={dragged}
        onPointerUp={released}
        onPointerCancel={cancelled}
        className={cx(
          'grid touch-pan-y gap-8 select-none',
          months > 1 && 'md:grid-cols-2',
          months > 2 && 'lg:grid-cols-3',
        )}
      >
        {Array.from({ length: months }, (_, index) => addMonths(shown, index)).map((month) => (
          <table
            key={month}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the ARIA date grid is a table
            role="grid"
            aria-labelledby={`${id}-${month}`}
            aria-multiselectable={onChange ? true : undefined}
            aria-readonly={onChange ? undefined : true}
            className="h-fit w-full table-fixed border-separate border-spacing-1"
          >
            <caption id={`${id}-${month}`} className="heading pb-3 text-lg">
              {monthTitle(month, names)}
            </caption>
            <thead>
              <tr>
                {names.weekdays.map((weekday) => (
                  <th
                    key={weekday}
                    scope="col"
                    abbr={weekday}
                    className="pb-1 text-xs font-semibold text-ink-2"
                  >
                    {weekday.slice(0, 2)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeksOfMonth(month).map((week, index) => (
                <tr key={index}>
                  {week.map((day, weekday) =>
                    day === null ? (
                      <td key={weekday} aria-hidden />
                    ) : (
                      <AvailabilityDay
                        key={day}
                        {...{ day, names }}
                        info={day < min || day > max ? { state: 'closed' } : infoOf(day)}
                        focusable={day === focused}
                        selected={selected.has(day)}
                        editable={onChange !== undefined}
                      />
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
      <p className="sr-only" aria-live="polite">
        {selection.length > 1 ? `${selection.length} days selected` : news}
      </p>
      {onChange && (
        <p className="text-sm text-ink-2">
          Press a day to open or close it, drag for several. With the keyboard: arrows to move, Shift to
          extend, space to change.
        </p>
      )}
    </section>
  )
}
