import { Icon } from '#web/ui/icon.tsx'
import { lazy, Suspense } from 'react'
import { Link, redirect, useSearchParams } from 'react-router'
import type { Duty } from '#contract/care/report-cards.ts'
import { useAccount } from '#web/accounts/account-layout.tsx'
import { ownAccountId, whileSignedIn } from '#web/accounts/own-account.ts'
import { rhythmWords } from '#web/bookings/care/rhythm-words.ts'
import { loadDuty } from '#web/care/duties.ts'
import { bookingDaysOf, dutyTitle } from '#web/care/duty-words.ts'
import { DutyCards } from '#web/care/parts/duty-cards.tsx'
import { EmergencySheet } from '#web/care/parts/emergency-sheet.tsx'
import { HandoverCards } from '#web/care/parts/handover-cards.tsx'
import { NotStored } from '#web/care/parts/not-stored.tsx'
import { WaitingBar } from '#web/care/parts/waiting-bar.tsx'
import { useOnline } from '#web/care/use-online.ts'
import { useReport } from '#web/care/use-report.ts'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { checkId, orNotFound } from '#web/layout/page-check.ts'
import { paths } from '#web/paths.ts'
import { CareSheet } from '#web/pets/care-sheet.tsx'
import { buttonStyle } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { Route } from './+types/care-page.ts'
import { formatZone } from '#contract/words.ts'

// Needs the server for each view, so it is not shown offline.
const HouseholdCard = lazy(() => import('#web/households/household-card.tsx'))

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const bookingId = checkId(params.bookingId, request)
  const accountId = ownAccountId(request)
  const { items, savedAt } = await whileSignedIn(request, orNotFound(request, loadDuty(accountId, bookingId)))
  const view = new URL(request.url).searchParams.get('view')
  // Owners have the emergency card only.
  if (items?.booking.role === 'owner' && view !== 'emergency') throw redirect(paths.booking(bookingId))
  return { duty: items, savedAt }
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) =>
  pageMeta(configOf(matches), {
    title: loaderData?.duty ? `On duty: ${dutyTitle(loaderData.duty)}` : 'On duty',
    description: 'Care sheet, emergency card and report card of a booking.',
    path: location.pathname,
    noindex: true,
  })

export function HydrateFallback() {
  return (
    <main className="page max-w-[48rem] py-6">
      <Loading label="Loading the booking" className="grid gap-5">
        <Skeleton className="h-10 w-2/3" />
        <Skeleton className="h-14 w-full rounded-control" />
        <Skeleton className="h-96 w-full rounded-card" />
      </Loading>
    </main>
  )
}

export default function CarePage({ loaderData }: Route.ComponentProps) {
  const { duty, savedAt } = loaderData
  const [query] = useSearchParams()
  const view = query.get('view')
  if (!duty) return <NotStored />
  if (view === 'emergency') return <EmergencySheet duty={duty} />
  if (view === 'sheet') return <Sheets duty={duty} />
  return <OnDuty key={duty.booking.id} duty={duty} savedAt={savedAt} />
}

function OnDuty({ duty, savedAt }: { duty: Duty; savedAt: number | null }) {
  const { booking, pets } = duty
  const { report } = useReport(duty)
  const isRunning = pets.length > 0
  const isOnline = useOnline()
  return (
    <main className="page grid max-w-[48rem] gap-5 py-5">
      <Link to={paths.onDuty()} className="link inline-flex min-h-11 w-fit items-center gap-1 print:hidden">
        <Icon name="chevron-left" size={18} />
        On duty
      </Link>
      <header className="grid gap-1">
        <h1 className="text-2xl">{dutyTitle(duty)}</h1>
        <p className="text-ink-2">
          {bookingDaysOf(duty)}, {formatZone(booking.timeZone)} time.
        </p>
        {isRunning && (
          <p>
            <span className="text-ink-2">Updates for {booking.owner.name.split(' ')[0]}: </span>
            {rhythmWords[booking.rhythm].toLowerCase()}
          </p>
        )}
      </header>
      <WaitingBar bookingId={booking.id} savedAt={savedAt} />
      {isRunning ? (
        <QuickLinks duty={duty} />
      ) : (
        <Notice>This booking is over, so care sheets and phone numbers are hidden again.</Notice>
      )}
      <DutyCards duty={duty} report={report} />
      <HandoverCards duty={duty} report={report} />
      {isRunning && isOnline && (
        <Suspense>
          <HouseholdCard booking={booking} />
        </Suspense>
      )}
      <Link to={paths.booking(booking.id)} className="link inline-flex min-h-11 w-fit items-center">
        The whole booking
      </Link>
    </main>
  )
}

function QuickLinks({ duty: { booking, pets } }: { duty: Duty }) {
  const { id, owner } = booking
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <Link
        to={paths.care(id, 'emergency')}
        className={buttonStyle({ kind: 'danger', size: 'large', wide: true })}
      >
        <Icon name="siren" size={20} />
        Emergency card
      </Link>
      <Link
        to={paths.care(id, 'sheet')}
        className={buttonStyle({ kind: 'secondary', size: 'large', wide: true })}
      >
        <Icon name="clipboard-list" size={20} />
        {pets.length === 1 ? 'Care sheet' : 'Care sheets'}
      </Link>
      {owner.phoneNumber && (
        <a
          href={`tel:${owner.phoneNumber}`}
          className={buttonStyle({ kind: 'secondary', size: 'large', wide: true })}
        >
          <Icon name="phone" size={20} />
          Call {owner.name.split(' ')[0]}
        </a>
      )}
    </div>
  )
}

function Sheets({ duty }: { duty: Duty }) {
  const { booking, pets } = duty
  const account = useAccount()
  return (
    <main className="page grid max-w-[56rem] gap-6 py-5">
      <Link
        to={paths.care(booking.id)}
        className="link inline-flex min-h-11 w-fit items-center gap-1 print:hidden"
      >
        <Icon name="chevron-left" size={18} />
        {dutyTitle(duty)}
      </Link>
      <h1 className="sr-only">Care sheets{account ? ` for ${account.name}` : ''}</h1>
      {pets.length === 0 && <Notice>This booking is over, so the care sheets are hidden again.</Notice>}
      {pets.map((pet) => (
        <CareSheet key={pet.id} pet={pet} currency={booking.currency} />
      ))}
    </main>
  )
}
