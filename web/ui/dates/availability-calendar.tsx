import { Icon } from '#web/ui/icon.tsx'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
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

type Bounds = { min: Day; max: Day }

const firstOf = (day: Day) => `${day.slice(0, 8)}01`

/** The months shown, and the day that has the focus. */
function useFocusedDay({ min, max }: Bounds, months: number) {
  const [focused, setFocused] = useState(min)
  const [shown, setShown] = useState(firstOf(min))
  const moved = useRef(false)
  const grid = useRef<HTMLDivElement>(null)
  const last = addDays(addMonths(shown, months), -1)

  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus()
  })

  const go = (day: Day) => {
    const target = clampDay(day, min, max)
    moved.current = true
    setFocused(target)
    if (target < shown) setShown(firstOf(target))
    if (target > last) setShown(addMonths(firstOf(target), 1 - months))
  }
  const turn = (by: number) => {
    const first = clampDay(addMonths(shown, by), firstOf(min), firstOf(max))
    setShown(first)
    setFocused(clampDay(first, min, max))
  }
  return { focused, shown, last, grid, go, turn }
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

function dayAt(event: PointerEvent, { min, max }: Bounds) {
  const day = document
    .elementFromPoint(event.clientX, event.clientY)
    ?.closest('[data-day]')
    ?.getAttribute('data-day')
  return day && day >= min && day <= max ? day : null
}

type Moving = Pick<ReturnType<typeof useFocusedDay>, 'focused' | 'go'>
type Selecting = ReturnType<typeof useSelection>

/** Handlers for selecting by the keyboard and by dragging. */
function useHandlers(bounds: Bounds, { focused, go }: Moving, selecting: Selecting, editable: boolean) {
  const { anchor, setAnchor, selection, toggle } = selecting
  const dragging = useRef(false)
  return {
    onKeyDown(event: KeyboardEvent) {
      const next = dayAfterKey(event.key, focused)
      if (next) {
        setAnchor(event.shiftKey ? (anchor ?? focused) : null)
        go(next)
      } else if (event.key === ' ' || event.key === 'Enter')
        toggle(selection.length > 0 ? selection : [focused])
      else if (event.key === 'Escape' && anchor) setAnchor(null)
      else return
      event.preventDefault()
    },
    onPointerDown(event: PointerEvent) {
      const day = dayAt(event, bounds)
      if (!day || !editable || event.button !== 0) return
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
  const { label, min, max, infoOf, onChange, months = 2, names = englishDays } = props
  const view = useFocusedDay({ min, max }, months)
  const { focused, shown, last, grid } = view
  const selecting = useSelection(focused, { infoOf, onChange, names })
  const { selection, news } = selecting
  const editable = onChange !== undefined
  const handlers = useHandlers({ min, max }, view, selecting, editable)
  const selected = new Set(selection)
  const turn = (by: number) => {
    view.turn(by)
    selecting.setAnchor(null)
  }
  return (
    <section aria-label={label} className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <TurnButton label="Previous month" disabled={shown <= min} onPress={() => turn(-1)}>
          <Icon name="chevron-left" size={20} />
        </TurnButton>
        <AvailabilityLegend />
        <TurnButton label="Next month" disabled={last >= max} onPress={() => turn(1)}>
          <Icon name="chevron-right" size={20} />
        </TurnButton>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the grids inside have the roles, the keys come from their cells */}
      <div
        ref={grid}
        {...handlers}
        className={cx(
          'grid touch-pan-y gap-8 select-none',
          months > 1 && 'md:grid-cols-2',
          months > 2 && 'lg:grid-cols-3',
        )}
      >
        {Array.from({ length: months }, (_, index) => addMonths(shown, index)).map((month) => (
          <Month
            key={month}
            {...{ month, names, editable }}
            renderDay={(day) => (
              <AvailabilityDay
                key={day}
                {...{ day, names, editable }}
                info={day < min || day > max ? { state: 'closed' } : infoOf(day)}
                focusable={day === focused}
                selected={selected.has(day)}
              />
            )}
          />
        ))}
      </div>
      <p className="sr-only" aria-live="polite">
        {selection.length > 1 ? `${selection.length} days selected` : news}
      </p>
      {editable && <HowToChange />}
    </section>
  )
}

const HowToChange = () => (
  <p className="text-sm text-ink-2">
    Press a day to open or close it, drag for several. With the keyboard: arrows to move, Shift to extend,
    space to change.
  </p>
)

type TurnButtonProps = { label: string; disabled: boolean; onPress: () => void; children: ReactNode }

function TurnButton({ label, disabled, onPress, children }: TurnButtonProps) {
  return (
    <button
      type="button"
      className={buttonStyle({ iconOnly: true })}
      disabled={disabled}
      onClick={onPress}
      aria-label={label}
    >
      {children}
    </button>
  )
}

type MonthProps = { month: Day; names: DayNames; editable: boolean; renderDay: (day: Day) => ReactNode }

function Month({ month, names, editable, renderDay }: MonthProps) {
  const id = useId()
  return (
    <table
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the ARIA date grid is a table
      role="grid"
      aria-labelledby={id}
      aria-multiselectable={editable ? true : undefined}
      aria-readonly={editable ? undefined : true}
      className="h-fit w-full table-fixed border-separate border-spacing-1"
    >
      <caption id={id} className="heading pb-3 text-lg">
        {monthTitle(month, names)}
      </caption>
      <thead>
        <tr>
          {names.weekdays.map((weekday) => (
            <th key={weekday} scope="col" abbr={weekday} className="pb-1 text-xs font-semibold text-ink-2">
              {weekday.slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOfMonth(month).map((week, index) => (
          <tr key={index}>
            {week.map((day, weekday) => (day === null ? <td key={weekday} aria-hidden /> : renderDay(day)))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
