import { lazy, type ReactNode, Suspense } from 'react'
import type { Sitter } from '#contract/sitters/sitters.ts'
import { type CalendarParts, CalendarPanel } from '#web/calendar/calendar-panel.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const OwnHolidays = lazy(() => import('#web/sitters/own/own-holidays.tsx'))

type SittingCalendarProps = {
  sitter: Sitter
  parts: CalendarParts
  onConfirmed: (on: string) => void
  /** The usual week's form, which is saved in place. */
  week: ReactNode
}

/** Everything that decides when a sitter can be booked: the days, the usual week, the holidays. */
export function SittingCalendar({ sitter, parts, onConfirmed, week }: SittingCalendarProps) {
  return (
    <>
      <CalendarPanel key={sitter.version} {...{ sitter, onConfirmed }} loaded={parts} />
      {week}
      <Card padding="large">
        <h2 className="mb-2 text-xl">Holidays</h2>
        <p className="mb-6 max-w-measure text-ink-2">
          If you charge a holiday surcharge, it applies in these periods in your region. Changes apply to
          bookings made from now on.
        </p>
        <Suspense fallback={<Skeleton className="h-64 rounded-card" />}>
          <OwnHolidays sitterId={sitter.id} />
        </Suspense>
      </Card>
    </>
  )
}

/** The card around the usual week's form, wherever it is shown. */
export const WeekCard = ({ children }: { children: ReactNode }) => (
  <Card padding="large">
    <h2 className="mb-6 text-xl">Your usual week</h2>
    {children}
  </Card>
)
