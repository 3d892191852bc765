import type { CSSProperties } from 'react'
import { cx } from '#web/ui/cx.ts'
import type { Day } from '#web/ui/dates/days.ts'
import type { DaySpan, WeekBar } from '#web/ui/dates/week-bars.ts'
import { plainLink, type RenderLink } from '#web/ui/render-link.tsx'

export type BarLook = 'agreed' | 'waiting' | 'past'

/** A link that lies over the days of a calendar: "Rex · Olga". `details` is announced after the text. */
export type CalendarBar = DaySpan & { look: BarLook; text: string; details: string; href: string }

export type CalendarBars = {
  items: readonly CalendarBar[]
  /** The page that lists everything on a day, for days with more bars than fit. */
  allHref: (day: Day) => string
  renderLink?: RenderLink
}

const lookStyles: Record<BarLook, string> = {
  agreed: 'border-green bg-green text-on-green',
  waiting: 'border-dashed border-gold-ink bg-gold-soft text-gold-ink',
  past: 'border-green-line bg-green-soft text-green',
}

export const barLegend: readonly [BarLook, string][] = [
  ['agreed', 'Booking'],
  ['waiting', 'Not agreed yet'],
  ['past', 'Completed'],
]
export const barMark = (look: BarLook) => cx('h-4 w-6 rounded-sm border', lookStyles[look])

/** Lanes begin below the day's number. The bar's length counts the gaps and borders of the cells it passes. */
const position =
  'absolute top-[calc(1.875rem+var(--lane)*1.625rem)] left-0.5 z-1 w-[calc(var(--columns)*100%+(var(--columns)-1)*6px-0.25rem)]'
const style =
  'block h-6 overflow-hidden border px-1.5 text-left text-xs/[1.375rem] font-semibold text-ellipsis whitespace-nowrap no-underline max-sm:px-1 max-sm:text-clip'

type DayBarProps = {
  bar: WeekBar<CalendarBar>
  /** Whether an earlier week of the month has a link for the same span, which Tab reaches. */
  repeated: boolean
  renderLink?: RenderLink | undefined
}

export function DayBar({ bar, repeated, renderLink = plainLink }: DayBarProps) {
  const { span, lane, columns, begins, ends } = bar
  const place: CSSProperties & Record<'--lane' | '--columns', number> = {
    '--lane': lane,
    '--columns': columns,
  }
  return (
    <span style={place} className={position} title={`${span.text}${span.details}`}>
      {renderLink({
        href: span.href,
        tabIndex: repeated ? -1 : undefined,
        className: cx(
          style,
          lookStyles[span.look],
          begins && 'rounded-l-md',
          ends && 'rounded-r-md',
          'hover:brightness-105',
        ),
        children: (
          <>
            {span.text}
            <span className="sr-only">{span.details}</span>
          </>
        ),
      })}
    </span>
  )
}

type MoreBarsProps = { count: number; lane: number; href: string; renderLink?: RenderLink | undefined }

/** How many bars of a day do not fit, as a link to all of them. */
export function MoreBars({ count, lane, href, renderLink = plainLink }: MoreBarsProps) {
  const place: CSSProperties & Record<'--lane' | '--columns', number> = { '--lane': lane, '--columns': 1 }
  return (
    <span style={place} className={position}>
      {renderLink({
        href,
        className: cx(style, 'rounded-md border-transparent text-ink-2 hover:bg-green-soft hover:text-green'),
        children: (
          <>
            +{count}
            <span className="sr-only"> more on this day</span>
          </>
        ),
      })}
    </span>
  )
}
