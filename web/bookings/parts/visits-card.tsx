import type { Booking } from '#contract/bookings.ts'
import { isStay } from '#contract/codes.ts'
import { formatDay, formatMinutes, formatZone } from '#web/format.ts'
import { Card } from '#web/ui/card.tsx'
import { capitalised, unitWord } from '#web/words.ts'

const shownAtFirst = 8

/** When everything happens, as wall clock times of the place. */
export function VisitsCard({ booking }: { booking: Booking }) {
  const { service, startOn, startTime, endOn, endTime, visits, timeZone } = booking
  const rows = isStay(service)
    ? [
        {
          key: 'start',
          label: service === 'boarding' ? 'Drop-off' : 'Arrival',
          text: `${formatDay(startOn, 'long')}, ${startTime}`,
        },
        {
          key: 'end',
          label: service === 'boarding' ? 'Pick-up' : 'Departure',
          text: `${formatDay(endOn, 'long')}, ${endTime}`,
        },
      ]
    : visits.map(({ on, time, minutes, startsAt }, index) => ({
        key: startsAt,
        label: `${capitalised(unitWord(service))} ${index + 1}`,
        text: `${formatDay(on)}, ${time}, ${formatMinutes(minutes)}`,
      }))
  const list = (some: typeof rows) => (
    <dl className="figures grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
      {some.map(({ key, label, text }) => (
        <div key={key} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-ink-2">{label}</dt>
          <dd className="font-medium">{text}</dd>
        </div>
      ))}
    </dl>
  )
  return (
    <Card as="section" aria-labelledby="when">
      <h2 id="when" className="mb-3 text-xl">
        When
      </h2>
      {list(rows.slice(0, shownAtFirst))}
      {rows.length > shownAtFirst && (
        <details className="mt-2">
          <summary className="link w-fit py-2">All {rows.length}</summary>
          {list(rows.slice(shownAtFirst))}
        </details>
      )}
      <p className="mt-3 text-sm text-ink-2">{formatZone(timeZone)} time.</p>
    </Card>
  )
}
