import { useViewerZone } from '#web/accounts/own-account.ts'
import { dayIn } from '#web/clock.ts'
import { formatDay, formatTime } from '#web/format.ts'

/** The day of an instant with its year, which lists of many years need. */
export function DayCell({ at, withTime = false }: { at: string; withTime?: boolean }) {
  const zone = useViewerZone()
  const day = formatDay(dayIn(at, zone), 'long')
  return <time dateTime={at}>{withTime ? `${day}, ${formatTime(at, zone)}` : day}</time>
}
