import { cx } from '#web/ui/cx.ts'
import { type Day, type DayNames, longDay } from '#web/ui/dates/days.ts'

export type DayState = 'free' | 'blocked' | 'booked' | 'imported' | 'closed'

/** `note` is announced and shown: "Rex, boarding", "From your other calendar". */
export type DayInfo = { state: DayState; note?: string | undefined }

export const dayWords: Record<DayState, string> = {
  free: 'free',
  blocked: 'not available',
  booked: 'booked',
  imported: 'not available',
  closed: 'not available',
}
export const changeable = (state: DayState) => state === 'free' || state === 'blocked'

const stateStyles: Record<DayState, string> = {
  free: 'bg-card',
  blocked: 'bg-line text-ink-2 line-through',
  booked: 'bg-green font-semibold text-on-green',
  imported: 'text-ink-2 bg-[repeating-linear-gradient(135deg,var(--line)_0_4px,var(--card)_4px_8px)]',
  closed: 'bg-transparent border-transparent text-ink-3',
}

const legend: readonly [DayState, string][] = [
  ['free', 'Free'],
  ['blocked', 'Not available'],
  ['booked', 'Booked'],
  ['imported', 'From another calendar'],
]

export function AvailabilityLegend() {
  return (
    <ul className="flex flex-wrap justify-center gap-x-5 gap-y-1 text-xs text-ink-2 max-sm:order-last max-sm:w-full">
      {legend.map(([state, text]) => (
        <li key={state} className="flex items-center gap-2">
          <span aria-hidden className={cx('size-4 rounded-sm border', stateStyles[state])} />
          {text}
        </li>
      ))}
    </ul>
  )
}

type DayCellProps = {
  day: Day
  info: DayInfo
  names: DayNames
  focusable: boolean
  selected: boolean
  editable: boolean
}

export function AvailabilityDay({
  day,
  info: { state, note },
  names,
  focusable,
  selected,
  editable,
}: DayCellProps) {
  return (
    <td
      // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- not every screen reader derives it from the table's own role
      role="gridcell"
      data-day={day}
      tabIndex={focusable ? 0 : -1}
      aria-label={`${longDay(day, names)}, ${dayWords[state]}${note ? `: ${note}` : ''}`}
      aria-selected={selected}
      aria-disabled={editable && changeable(state) ? undefined : true}
      title={note}
      className={cx(
        'figures h-11 rounded-lg border text-center text-[0.9375rem]',
        stateStyles[state],
        selected && 'ring-2 ring-gold',
        editable && changeable(state) && 'cursor-pointer hover:border-control',
      )}
    >
      {Number(day.slice(8))}
    </td>
  )
}
