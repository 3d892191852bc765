import { Button } from '#web/ui/button.tsx'
import { clampDay } from '#web/ui/dates/availability-selection.ts'
import { addMonths, type Day, type DayNames, englishDays, monthTitle } from '#web/ui/dates/days.ts'
import { firstOfMonth } from '#web/ui/dates/whole-weeks.ts'
import { Icon } from '#web/ui/icon.tsx'

type MonthHeaderProps = {
  /** The first day of the month shown. */
  month: Day
  min: Day
  max: Day
  onMonth: (month: Day) => void
  names?: DayNames
  /** The id of the month's name, which labels what is below. */
  titleId?: string
}

/** The name of a month between the buttons for the previous and the next one. */
export function MonthHeader({ month, min, max, onMonth, names = englishDays, titleId }: MonthHeaderProps) {
  const turn = (by: number) => onMonth(clampDay(addMonths(month, by), firstOfMonth(min), firstOfMonth(max)))
  return (
    <div className="flex items-center justify-between gap-4">
      <Button
        iconOnly
        aria-label="Previous month"
        disabled={month <= firstOfMonth(min)}
        onClick={() => turn(-1)}
      >
        <Icon name="chevron-left" size={20} />
      </Button>
      <p id={titleId} className="heading text-lg">
        {monthTitle(month, names)}
      </p>
      <Button iconOnly aria-label="Next month" disabled={month >= firstOfMonth(max)} onClick={() => turn(1)}>
        <Icon name="chevron-right" size={20} />
      </Button>
    </div>
  )
}
