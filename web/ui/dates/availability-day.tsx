import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { barLegend, barMark } from '#web/ui/dates/availability-bar.tsx'
import { type Day, type DayNames, longDay } from '#web/ui/dates/days.ts'

export type DayState = 'free' | 'blocked' | 'booked' | 'imported' | 'closed' | 'past'

/** `note` is announced and shown: "Boarding: Rex (Olga)", "From your other calendar". */
export type DayInfo = { state: DayState; note?: string | undefined }

export const dayWords: Record<DayState, string> = {
  free: 'free',
  blocked: 'not available',
  booked: 'booked',
  imported: 'not available',
  closed: 'not available',
  past: 'past',
}
export const changeable = (state: DayState) => state === 'free' || state === 'blocked'

const stateStyles: Record<DayState, string> = {
  free: 'bg-card',
  blocked: 'bg-line text-ink-2 forced-colors:bg-[GrayText]',
  booked:
    'bg-green-soft border-green-line font-semibold text-green forced-colors:border-3 forced-colors:border-double',
  imported:
    'text-ink-2 bg-[repeating-linear-gradient(135deg,var(--line)_0_4px,var(--card)_4px_8px)] forced-colors:border-dashed',
  closed: 'bg-transparent border-transparent text-ink-3',
  past: 'bg-transparent border-transparent text-ink-3',
}

const legend: readonly [DayState, string][] = [
  ['free', 'Free'],
  ['booked', 'Full'],
  ['blocked', 'Not available'],
  ['imported', 'From another calendar'],
]

/** What the looks of days and of bars mean, for those that a calendar has. */
export function AvailabilityLegend({ days, bars }: { days: boolean; bars: boolean }) {
  return (
    <ul className="flex flex-wrap justify-center gap-x-5 gap-y-1 text-xs text-ink-2">
      {days &&
        legend.map(([state, text]) => (
          <li key={state} className="flex items-center gap-2">
            <span aria-hidden className={cx('size-4 rounded-sm border', stateStyles[state])} />
            {text}
          </li>
        ))}
      {bars &&
        barLegend.map(([look, text]) => (
          <li key={look} className="flex items-center gap-2">
            <span aria-hidden className={barMark(look)} />
            {text}
          </li>
        ))}
    </ul>
  )
}

type DayCellProps = {
  day: Day
  isToday: boolean
  info: DayInfo
  names: DayNames
  focusable: boolean
  selected: boolean
  editable: boolean
  /** The bars that begin on the day; null if there are none. */
  children: ReactNode
}

/** A day and the bars that begin on it. Its row sets the number of lanes. */
export function AvailabilityDay({
  day,
  isToday,
  info: { state, note },
  names,
  focusable,
  selected,
  editable,
  children,
}: DayCellProps) {
  const label = `${longDay(day, names)}, ${dayWords[state]}${note ? `: ${note}` : ''}`
  return (
    <td
      // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- not every screen reader derives it from the table's own role
      role="gridcell"
      data-day={day}
      aria-current={isToday ? 'date' : undefined}
      tabIndex={focusable ? 0 : -1}
      // A cell with links is named by its content, because a label has to contain what is visible.
      aria-label={children ? undefined : label}
      aria-selected={selected}
      aria-disabled={editable && changeable(state) ? undefined : true}
      title={note}
      className={cx(
        'figures relative h-[max(2.75rem,calc(2.125rem+var(--lanes)*1.625rem))] rounded-lg border px-2 pt-1 text-left align-top text-[0.9375rem]',
        state !== 'past' && 'sm:h-[max(4.5rem,calc(2.125rem+var(--lanes)*1.625rem))]',
        stateStyles[state],
        selected &&
          'ring-2 ring-gold forced-colors:outline-3 forced-colors:-outline-offset-3 forced-colors:outline-[Highlight]',
        editable && changeable(state) && 'cursor-pointer hover:border-control',
      )}
    >
      {children && <span className="sr-only">{label}. </span>}
      <DayNumber {...{ day, isToday, state }} hidden={children !== null} />
      {children}
    </td>
  )
}

type DayNumberProps = { day: Day; isToday: boolean; state: DayState; hidden: boolean }

/** Hidden from screen readers if the cell has another text that says which day it is. */
const DayNumber = ({ day, isToday, state, hidden }: DayNumberProps) => (
  <span
    aria-hidden={hidden ? true : undefined}
    className={cx(
      state === 'blocked' && 'line-through',
      isToday &&
        '-ml-1.5 inline-grid h-6 min-w-6 place-items-center rounded-full bg-green px-1 font-semibold text-on-green forced-colors:border',
    )}
  >
    {Number(day.slice(8))}
  </span>
)
