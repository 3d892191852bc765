import type { Booking } from '#contract/bookings/bookings.ts'
import { formatZone } from '#contract/words.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { useShownZone } from '#web/bookings/life/shown-zone.ts'
import { formatInstant } from '#web/format.ts'

type ZoneSwitchProps = { booking: Booking; onShow: (zone: string) => void }

/** Names the zone of the page's times and offers the other one, unless both clocks show the same. */
export function ZoneSwitch({ booking: { timeZone, startsAt }, onShow }: ZoneSwitchProps) {
  const viewerZone = useViewerZone()
  const shown = useShownZone()
  if (formatInstant(startsAt, timeZone) === formatInstant(startsAt, viewerZone)) return null
  const other = shown === timeZone ? viewerZone : timeZone
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
      <span aria-live="polite">All times are {formatZone(shown)} time.</span>
      <button type="button" className="link min-h-8 print:hidden" onClick={() => onShow(other)}>
        Show {formatZone(other)} time
      </button>
    </p>
  )
}
