import { useViewerZone } from '#web/accounts/own-account.ts'
import { formatDatedDay, formatDatedInstant } from '#web/admin/parts/dated.ts'
import { dayIn } from '#web/clock.ts'

/** The day of an instant with its year, which lists of many years need. */
export function DayCell({ at, withTime = false }: { at: string; withTime?: boolean }) {
  const zone = useViewerZone()
  return (
    <time dateTime={at}>{withTime ? formatDatedInstant(at, zone) : formatDatedDay(dayIn(at, zone))}</time>
  )
}
