import { useViewerZone } from '#web/accounts/own-account.ts'
import { dayIn } from '#web/clock.ts'
import { formatDay } from '#web/format.ts'

/** The day of an instant with its year, which lists of many years need. */
export const DayCell = ({ at }: { at: string }) => (
  <time dateTime={at}>{formatDay(dayIn(at, useViewerZone()), 'long')}</time>
)
