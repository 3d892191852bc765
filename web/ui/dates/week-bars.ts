import type { Day } from '#web/ui/dates/days.ts'

/** Something that lasts from one day to another, both included. */
export type DaySpan = { id: string; startOn: Day; endOn: Day }

/** The part of a span that lies in one week: `columns` days from `column` on, of which 0 is the first day. */
export type WeekBar<Span> = {
  span: Span
  lane: number
  column: number
  columns: number
  /** Whether the span begins or ends in this week, and not in an earlier or later one. */
  begins: boolean
  ends: boolean
}

/** The longer of two spans that begin on one day gets the upper lane. */
const byStart = (a: DaySpan, b: DaySpan) =>
  a.startOn.localeCompare(b.startOn) || b.endOn.localeCompare(a.endOn) || a.id.localeCompare(b.id)

/** Lays spans over the days of one week, each in the first lane that has room for it. */
export function layBars<Span extends DaySpan>(spans: readonly Span[], week: readonly Day[]): WeekBar<Span>[] {
  const nextFree: number[] = []
  return spans.toSorted(byStart).flatMap((span) => {
    const column = week.findIndex((day) => day >= span.startOn)
    const last = week.findLastIndex((day) => day <= span.endOn)
    if (column === -1 || last < column) return []
    const found = nextFree.findIndex((free) => free <= column)
    const lane = found === -1 ? nextFree.length : found
    nextFree[lane] = last + 1
    const columns = last - column + 1
    return [
      {
        span,
        lane,
        column,
        columns,
        begins: week[column] === span.startOn,
        ends: week[last] === span.endOn,
      },
    ]
  })
}

export type FittedBars<Span> = {
  bars: WeekBar<Span>[]
  /** The lanes that are needed, including the one with the numbers of hidden bars. */
  lanes: number
  /** The number of hidden bars on each day. */
  hidden: number[]
}

/** Limits the lanes of a week; if there are too many, the last one only says how many bars each day hides. */
export function fitBars<Span>(bars: WeekBar<Span>[], days: number, most: number): FittedBars<Span> {
  const lanes = Math.max(0, ...bars.map(({ lane }) => lane + 1))
  const shown = lanes > most ? most - 1 : lanes
  const hidden = Array.from(
    { length: days },
    (_, day) =>
      bars.filter(({ lane, column, columns }) => lane >= shown && column <= day && day < column + columns)
        .length,
  )
  return { bars: bars.filter(({ lane }) => lane < shown), lanes: Math.min(lanes, most), hidden }
}
