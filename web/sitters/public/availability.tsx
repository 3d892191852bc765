import { useState } from 'react'
import type { CalendarDay } from '#contract/calendar/calendar.ts'
import { formatDay } from '#web/format.ts'
import { unavailableReason, type DayMap } from '#web/sitters/public/free-days.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { addMonths, type Day, englishDays, longDay, monthTitle, weeksOfMonth } from '#web/ui/dates/days.ts'

type AvailabilityProps = {
  days: DayMap
  needed: number
  today: Day
  name: string
  serviceName: string
  chosen: readonly Day[]
  onMore: () => void
}

const atFirst = 2
const mostMonths = 12

/** Free and unavailable days as tables by month; more months on demand. */
export function Availability({ days, needed, today, name, serviceName, chosen, onMore }: AvailabilityProps) {
  const [months, setMonths] = useState(atFirst)
  const first = `${today.slice(0, 8)}01`
  const picked = new Set(chosen)
  const titles = Array.from({ length: months }, (_, index) => addMonths(first, index))
  return (
    <div className="grid gap-5">
      <div className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
        {titles.map((month) => (
          <Month key={month} {...{ month, days, needed, today, name, serviceName, picked }} />
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-2">
        <li className="flex items-center gap-2">
          <span className="size-4 rounded-full bg-green-soft ring-1 ring-green-line ring-inset" />
          Free
        </li>
        <li className="flex items-center gap-2">
          <span className="grid size-5 place-items-center text-xs text-ink-2 line-through">12</span>
          Not available
        </li>
        <li className="flex items-center gap-2">
          <span className="size-1.5 rounded-full bg-gold" />
          Holiday, higher price
        </li>
      </ul>
      {months < mostMonths && (
        <Button
          size="small"
          className="w-fit"
          onClick={() => {
            onMore()
            setMonths((now) => Math.min(mostMonths, now + 2))
          }}
        >
          Show two more months
        </Button>
      )}
    </div>
  )
}

type MonthProps = {
  month: Day
  days: DayMap
  needed: number
  today: Day
  name: string
  serviceName: string
  picked: ReadonlySet<Day>
}

function Month({ month, days, needed, today, name, serviceName, picked }: MonthProps) {
  const title = monthTitle(month)
  return (
    <table className="w-full table-fixed border-collapse">
      <caption className="heading pb-2 text-left text-lg">
        {title}
        <span className="sr-only">{`, ${serviceName}`}</span>
      </caption>
      <thead>
        <tr>
          {englishDays.weekdays.map((weekday) => (
            <th key={weekday} scope="col" className="pb-1 text-xs font-semibold text-ink-2">
              <abbr title={weekday} className="no-underline">
                {weekday.slice(0, 2)}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOfMonth(month).map((week, index) => (
          <tr key={index}>
            {week.map((on, column) => (
              <td key={column} className="p-0.5 text-center">
                {on && (
                  <DayMark
                    {...{ on, needed, name }}
                    day={days.get(on)}
                    past={on < today}
                    picked={picked.has(on)}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type DayMarkProps = {
  on: Day
  day: CalendarDay | undefined
  needed: number
  name: string
  past: boolean
  picked: boolean
}

const refusalOf = (reason: string | null) => `not available${reason ? `, ${reason}` : ''}`
const dayStyleOf = (isFree: boolean, past: boolean) =>
  isFree ? 'bg-green-soft text-green' : past ? 'text-ink-3' : 'text-ink-2 line-through'

function DayMark({ on, day, needed, name, past, picked }: DayMarkProps) {
  const reason = unavailableReason(day, needed, name)
  const isFree = day !== undefined && reason === null
  const words = `${longDay(on)}: ${isFree ? 'free' : refusalOf(reason)}`
  return (
    <span
      title={reason ?? day?.holiday ?? undefined}
      aria-disabled={!isFree || undefined}
      className={cx(
        'figures relative mx-auto grid size-9 place-items-center rounded-full text-sm',
        picked ? 'bg-green font-semibold text-on-green' : dayStyleOf(isFree, past),
      )}
    >
      <span aria-hidden>{Number(on.slice(8))}</span>
      <span className="sr-only">{day?.holiday ? `${words}, ${day.holiday}` : words}</span>
      {day?.holiday && <span aria-hidden className="absolute bottom-0.5 size-1.5 rounded-full bg-gold" />}
    </span>
  )
}

/** The next day with a free place, for the line above the months. */
export const nextFree = (days: DayMap, needed: number): string | null => {
  const free = [...days.values()]
    .filter((day) => unavailableReason(day, needed, '') === null)
    .map(({ on }) => on)
  const first = free.sort()[0]
  return first === undefined ? null : formatDay(first)
}
