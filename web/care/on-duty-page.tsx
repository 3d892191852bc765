import { useEffect } from 'react'
import { Link } from 'react-router'
import type { Duty } from '#contract/care/report-cards.ts'
import { useAccount } from '#web/accounts/account-layout.tsx'
import { ownAccountId, whileSignedIn } from '#web/accounts/own-account.ts'
import { useNow } from '#web/accounts/use-now.ts'
import { unitName } from '#web/care/care-words.ts'
import { loadDuties } from '#web/care/duties.ts'
import { bookingDaysOf, dutyTitle } from '#web/care/duty-words.ts'
import { WaitingBar } from '#web/care/parts/waiting-bar.tsx'
import { startCare } from '#web/care/start-care.ts'
import { useReport } from '#web/care/use-report.ts'
import { dayIn, todayIn } from '#web/clock.ts'
import { formatInstant } from '#web/format.ts'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { FirstPet } from '#web/pets/first-pet.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonStyle } from '#web/ui/button.tsx'
import { Card, coverLink } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { Route } from './+types/on-duty-page.ts'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const accountId = ownAccountId(request)
  return whileSignedIn(request, loadDuties(accountId))
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(configOf(matches), {
    title: 'On duty',
    description: 'Today’s and tomorrow’s bookings, online or offline.',
    path: paths.onDuty(),
    noindex: true,
  })

export function HydrateFallback() {
  return (
    <main className="page max-w-[48rem] py-8">
      <Loading label="Loading what is on today" className="grid gap-5">
        <Skeleton className="h-10 w-48" />
        <Skeleton className="h-32 w-full rounded-card" />
        <Skeleton className="h-32 w-full rounded-card" />
      </Loading>
    </main>
  )
}

export default function OnDutyPage({ loaderData: { items, savedAt } }: Route.ComponentProps) {
  const sitterId = useAccount()?.sitterId
  useEffect(() => void startCare(), [])
  return (
    <main className="page grid max-w-[48rem] gap-5 py-8">
      <header className="grid gap-1">
        <h1>On duty</h1>
        <p className="text-ink-2">
          Your bookings now and in the next two days. They are stored on this device, so you can see them
          offline too.
        </p>
      </header>
      <WaitingBar savedAt={savedAt} />
      {items.length === 0 ? (
        <EmptyState
          title={savedAt === null ? 'Nothing is on' : 'Nothing is stored here'}
          action={
            <Link
              to={sitterId ? paths.ownSitter(sitterId, 'calendar') : paths.bookings('sitter')}
              className={buttonStyle({ kind: 'primary' })}
            >
              {sitterId ? 'Look at your calendar' : 'Your bookings'}
            </Link>
          }
        >
          {savedAt === null
            ? 'You have no booking as a sitter now or in the next two days. When you do, you find its care sheets and emergency card here.'
            : 'You are offline, and no bookings are stored on this device. Open this page once while you are online.'}
        </EmptyState>
      ) : (
        <ul className="grid gap-4">
          {items.map((duty) => (
            <DutyCard key={duty.booking.id} duty={duty} />
          ))}
        </ul>
      )}
    </main>
  )
}

function DutyCard({ duty }: { duty: Duty }) {
  const { booking } = duty
  const { report, waiting } = useReport(duty)
  return (
    <Card as="li" interactive padding="small" className="flex gap-4">
      <FirstPet pets={booking.pets} className="size-18" />
      <div className="grid min-w-0 flex-1 content-start gap-1">
        <h2 className="heading text-lg">
          <Link to={paths.care(booking.id)} className={coverLink}>
            {dutyTitle(duty)}
          </Link>
        </h2>
        <p className="text-[0.9375rem] text-ink-2">
          {bookingDaysOf(duty)}, for {booking.owner.name}
        </p>
        <Next duty={{ ...duty, report }} />
        {waiting > 0 && <Badge tone="gold">Waiting for the network: {waiting}</Badge>}
      </div>
    </Card>
  )
}

/** The next visit that is not over, with its time and how many of its tasks are done. */
function Next({ duty: { booking, report } }: { duty: Duty }) {
  const now = useNow()
  const card = report.items.find(({ leftAt, endsAt }) => !leftAt && Date.parse(endsAt) > now)
  if (!card) return <p className="text-sm text-ink-2">All of it is over.</p>
  const isToday = dayIn(card.startsAt, booking.timeZone) === todayIn(booking.timeZone)
  const done = card.tasks.filter((task) => task.done).length
  return (
    <p className="figures text-sm">
      <strong>{unitName(booking.service, card.unit, report.items.length)}</strong>, {isToday && 'today, '}
      {formatInstant(card.startsAt, booking.timeZone)}
      {card.arrivedAt && ` · ${done} of ${card.tasks.length} done`}
    </p>
  )
}
