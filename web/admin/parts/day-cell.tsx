import { useViewerZone } from '#web/accounts/own-account.ts'
import { formatDatedDay } from '#web/admin/parts/dated.ts'
import { dayIn } from '#web/clock.ts'
import { formatTime } from '#web/format.ts'

/** The day of an instant with its year, which lists of many years need. */
export function DayCell({ at, withTime = false }: { at: string; withTime?: boolean }) {
  const zone = useViewerZone()
  return (
    <time dateTime={at}>
      <span className="whitespace-nowrap">{formatDatedDay(dayIn(at, zone))}</span>
      {withTime && `, ${formatTime(at, zone)}`}
    </time>
  )
}
