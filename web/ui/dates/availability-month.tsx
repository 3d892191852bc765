import type { CSSProperties, ReactNode } from 'react'
import { type CalendarBars, DayBar, MoreBars } from '#web/ui/dates/availability-bar.tsx'
import type { Day, DayNames } from '#web/ui/dates/days.ts'
import { wholeWeeksOfMonth } from '#web/ui/dates/whole-weeks.ts'
import { fitBars, layBars } from '#web/ui/dates/week-bars.ts'

/** Bars shown above each other in a week. */
const mostLanes = 5

type AvailabilityMonthProps = {
  month: Day
  titleId: string
  names: DayNames
  editable: boolean
  bars: CalendarBars | undefined
  renderDay: (day: Day, bars: ReactNode) => ReactNode
}

/** The bars of each week of a month, and which of them Tab has already reached in an earlier week. */
function weeksOf(month: Day, items: CalendarBars['items']) {
  const seen = new Set<string>()
  return wholeWeeksOfMonth(month).map((days) => {
    const fitted = fitBars(layBars(items, days), days.length, mostLanes)
    const bars = fitted.bars.map((bar) => {
      const repeated = seen.has(bar.span.id)
      seen.add(bar.span.id)
      return { ...bar, repeated }
    })
    return { ...fitted, days, bars }
  })
}

/** The whole weeks of a month as a table, with bars over its days. */
export function AvailabilityMonth(props: AvailabilityMonthProps) {
  const { month, titleId, names, editable, bars: shown, renderDay } = props
  return (
    <table
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the ARIA date grid is a table
      role="grid"
      aria-labelledby={titleId}
      aria-multiselectable={editable ? true : undefined}
      aria-readonly={editable ? undefined : true}
      className="w-full table-fixed border-separate border-spacing-1 max-sm:-mx-2 max-sm:w-[calc(100%+1rem)]"
    >
      <thead>
        <tr>
          {names.weekdays.map((weekday) => (
            <th
              key={weekday}
              scope="col"
              abbr={weekday}
              className="px-[calc(0.5rem+1px)] pb-1 text-left text-xs font-semibold text-ink-2"
            >
              {weekday.slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month, shown?.items ?? []).map(({ days, bars, lanes, hidden }) => {
          const height: CSSProperties & Record<'--lanes', number> = { '--lanes': lanes }
          const barsOn = (column: number) => {
            const begun = bars.filter((bar) => bar.column === column)
            const count = hidden[column] ?? 0
            if (!shown || (begun.length === 0 && count === 0)) return null
            const { allHref, renderLink } = shown
            return (
              <>
                {begun.map(({ repeated, ...bar }) => (
                  <DayBar key={bar.span.id} {...{ bar, repeated, renderLink }} />
                ))}
                {count > 0 && (
                  <MoreBars
                    {...{ count, renderLink }}
                    lane={lanes - 1}
                    href={allHref(days[column] ?? month)}
                  />
                )}
              </>
            )
          }
          return (
            <tr key={days[0]} style={height}>
              {days.map((day, column) => renderDay(day, barsOn(column)))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
