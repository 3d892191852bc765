import { useState } from 'react'
import type { Booking } from '#contract/bookings/bookings.ts'
import { isStay } from '#contract/codes.ts'
import { formatZone } from '#contract/words.ts'
import type { BookingInUse } from '#web/bookings/life/use-booking.ts'
import { useShownZone } from '#web/bookings/life/shown-zone.ts'
import { formatDay, formatInstant, formatMinutes } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { onPress } from '#web/ui/on-press.tsx'
import { capitalised, unitWord } from '#web/words.ts'

const CaseDialog = onPress(() => import('#web/bookings/case/case-dialog.tsx'))

const shownAtFirst = 8

type Row = { key: string; label: string; text: string; isMissable: boolean }

const rowsOf = (booking: Booking, zone: string): Row[] => {
  const { service, startOn, startTime, endOn, endTime, startsAt, endsAt, visits, timeZone } = booking
  const isLocal = zone === timeZone
  return isStay(service)
    ? [
        {
          key: 'start',
          label: service === 'boarding' ? 'Drop-off' : 'Arrival',
          text: isLocal ? `${formatDay(startOn, 'long')}, ${startTime}` : formatInstant(startsAt, zone),
          isMissable: false,
        },
        {
          key: 'end',
          label: service === 'boarding' ? 'Pick-up' : 'Departure',
          text: isLocal ? `${formatDay(endOn, 'long')}, ${endTime}` : formatInstant(endsAt, zone),
          isMissable: false,
        },
      ]
    : visits.map(({ on, time, minutes, startsAt: at, reportable }, index) => ({
        key: at,
        label: `${capitalised(unitWord(service))} ${index + 1}`,
        text: `${isLocal ? `${formatDay(on)}, ${time}` : formatInstant(at, zone)}, ${formatMinutes(minutes)}`,
        isMissable: reportable && !reportsWhole(booking),
      }))
}

/** All times of the booking. A visit that may have been missed can be reported. */
export function VisitsCard({ booking, move }: Pick<BookingInUse, 'booking' | 'move'>) {
  const [missed, setMissed] = useState<string | null>(null)
  const zone = useShownZone()
  const rows = rowsOf(booking, zone)
  const more = rows.slice(shownAtFirst)
  return (
    <Card as="section" aria-labelledby="when">
      <h2 id="when" className="mb-3 text-xl">
        When
      </h2>
      <Times rows={rows.slice(0, shownAtFirst)} onMissed={setMissed} />
      {more.length > 0 && (
        <details className="mt-2" open={more.some(({ isMissable }) => isMissable)}>
          <summary className="link w-fit py-2">All {rows.length}</summary>
          <Times rows={more} onMissed={setMissed} />
        </details>
      )}
      <p className="mt-3 text-sm text-ink-2">{formatZone(zone)} time.</p>
      {missed && (
        <CaseDialog
          {...{ booking, move }}
          event="report_missed"
          visitAt={missed}
          onClose={() => setMissed(null)}
        />
      )}
    </Card>
  )
}

function Times({ rows, onMissed }: { rows: readonly Row[]; onMissed: (key: string) => void }) {
  return (
    <dl className="figures grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
      {rows.map(({ key, label, text, isMissable }) => (
        <div key={key} className="col-span-2 grid grid-cols-subgrid items-baseline">
          <dt className="text-ink-2">{label}</dt>
          <dd className="flex flex-wrap items-baseline gap-x-4 gap-y-1.5 font-medium">
            {text}
            {isMissable && (
              <Button
                kind="secondary"
                size="small"
                className="print:hidden"
                aria-label={`Report as missed: ${label}`}
                onClick={() => onMissed(key)}
              >
                Report as missed
              </Button>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** With a single visit, reporting a no-show for the booking says the same. */
const reportsWhole = ({ visits, actions }: Booking): boolean =>
  visits.length === 1 && actions.some(({ event }) => event === 'report_no_show')
