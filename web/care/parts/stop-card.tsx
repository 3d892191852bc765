import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { isStay } from '#contract/codes.ts'
import { useNow } from '#web/accounts/use-now.ts'
import { stopTitle } from '#web/care/stop-words.ts'
import { nextEntryOf, type Stop } from '#web/care/stops.ts'
import { recordEntry } from '#web/care/sync.ts'
import { useReport } from '#web/care/use-report.ts'
import { formatTime } from '#web/format.ts'
import { FirstPet } from '#web/pets/first-pet.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'

const HomeAddress = lazy(() => import('#web/households/home-address.tsx'))

const hour = 3_600_000

const isAtOwners = ({ duty: { booking } }: Stop): boolean =>
  booking.service !== 'boarding' && booking.service !== 'day_care'

/** One arrival, departure or visit of the day, with what the sitter can do about it there. */
export function StopCard({ stop }: { stop: Stop }) {
  const { duty, at, until } = stop
  const { booking } = duty
  const { report, waiting } = useReport(duty)
  const current = { ...stop, duty: { ...duty, report }, card: report.items[stop.card.unit] ?? stop.card }
  const now = useNow()
  // Home details are shown from a day before the start (decision 54).
  const showsAddress =
    isAtOwners(stop) && booking.status !== 'completed' && Date.parse(booking.startsAt) - 24 * hour <= now
  return (
    <Card as="li" padding="small" className="grid gap-3.5 sm:p-5">
      <div className="flex gap-4">
        <FirstPet pets={booking.pets} className="size-16" />
        <div className="grid min-w-0 flex-1 content-start gap-1">
          <p className="figures font-semibold text-green">
            <time dateTime={at}>{formatTime(at, booking.timeZone)}</time>
            {until && ` – ${formatTime(until, booking.timeZone)}`}
          </p>
          <h3 className="heading text-lg">
            <Link to={paths.care(booking.id)} className="link">
              {stopTitle(stop.kind, booking)}
            </Link>
          </h3>
          <p className="text-[0.9375rem] text-ink-2">{booking.owner.name}</p>
          <Progress stop={current} />
          {waiting > 0 && <Badge tone="gold">Waiting for the network: {waiting}</Badge>}
        </div>
      </div>
      <StopActions stop={current} />
      {showsAddress && (
        <Suspense>
          <HomeAddress booking={booking} />
        </Suspense>
      )}
    </Card>
  )
}

function StopActions({ stop }: { stop: Stop }) {
  const { id, owner } = stop.duty.booking
  const entry = nextEntryOf(stop)
  if (!entry && !owner.phoneNumber) return null
  return (
    <div className="flex flex-wrap gap-3">
      {entry && (
        <Button
          kind="primary"
          icon={<Icon name="door-open" size={18} />}
          onClick={() => void recordEntry(id, { kind: entry, unit: stop.card.unit })}
        >
          Check in
        </Button>
      )}
      {owner.phoneNumber && (
        <a href={`tel:${owner.phoneNumber}`} className={buttonStyle()}>
          <Icon name="phone" size={18} />
          Call {owner.name.split(' ')[0]}
        </a>
      )}
    </div>
  )
}

/** When the sitter arrived and left, and how many tasks are done. */
function Progress({ stop: { kind, duty, card } }: { stop: Stop }) {
  const { timeZone, service } = duty.booking
  const { arrivedAt, leftAt, tasks } = card
  if (kind === 'departure')
    return leftAt ? <p className="figures text-sm">Went home at {formatTime(leftAt, timeZone)}</p> : null
  if (!arrivedAt) return null
  const done = tasks.filter((task) => task.done).length
  return (
    <p className="figures text-sm">
      {isStay(service) ? 'Checked in' : 'Arrived'} at {formatTime(arrivedAt, timeZone)}
      {leftAt
        ? `, left at ${formatTime(leftAt, timeZone)}`
        : tasks.length > 0 && `, ${done} of ${tasks.length} tasks done`}
    </p>
  )
}
