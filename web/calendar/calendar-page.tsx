import { useState } from 'react'
import { Link } from 'react-router'
import { ownAccountId, whileSignedIn } from '#web/accounts/own-account.ts'
import { api } from '#web/api.ts'
import { AddressCard } from '#web/calendar/address-card.tsx'
import { readCalendarParts } from '#web/calendar/calendar-panel.tsx'
import { SittingCalendar, WeekCard } from '#web/calendar/sitting-calendar.tsx'
import { UsualWeek } from '#web/calendar/usual-week.tsx'
import { formatDay } from '#web/format.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { defaultsOf } from '#web/sitters/own/sitter-form.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Card } from '#web/ui/card.tsx'
import type { Route } from './+types/calendar-page.ts'

async function load(accountId: string, request: Request) {
  const params = { accountId }
  const [account, address] = await Promise.all([
    api('GET /v1/accounts/by-id/:accountId', { params }),
    api('GET /v1/accounts/:accountId/calendar-address', { params }),
  ])
  if (!account.sitterId) return { accountId, address, sitting: null }
  const [sitter, parts, settings] = await Promise.all([
    api('GET /v1/sitters/by-account-id/:accountId', { params }),
    readCalendarParts(account.sitterId, accountId, request),
    api('GET /v1/settings', {}),
  ])
  return { accountId, address, sitting: { sitter, parts, defaults: defaultsOf(settings) } }
}

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  whileSignedIn(request, load(ownAccountId(request), request))
clientLoader.hydrate = true as const

/** Changes made on this page update its own state, so its data is not loaded again. */
export const shouldRevalidate = () => false

export const meta: Route.MetaFunction = ownMeta({
  title: 'Your calendar',
  description: 'Your free and closed days, your other calendars, and your bookings in them.',
  path: paths.calendar(),
})

export const HydrateFallback = () => (
  <OwnPageLoading label="Loading your calendar" blocks={['h-96', 'h-40', 'h-40']} narrow />
)

export default function CalendarPage({ loaderData }: Route.ComponentProps) {
  const { accountId, address, sitting } = loaderData
  return (
    <main className="page grid max-w-[60rem] grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <Breadcrumbs
        crumbs={[{ label: 'Your account', href: paths.account() }, { label: 'Calendar' }]}
        renderLink={routerLink}
      />
      {sitting ? <Sitting {...sitting} /> : <h1>Your calendar</h1>}
      <Card padding="large">
        <h2 className="mb-2 text-xl">Your bookings in another calendar</h2>
        <AddressCard accountId={accountId} loaded={address} />
      </Card>
      <p className="text-sm text-ink-2">
        <Link to={paths.helpArticle('sitter-calendar')} className="link">
          How calendars work together
        </Link>
      </p>
    </main>
  )
}

type SittingProps = NonNullable<Route.ComponentProps['loaderData']['sitting']>

function Sitting({ sitter: loaded, parts, defaults }: SittingProps) {
  const [sitter, setSitter] = useState(loaded)
  const { calendarConfirmedOn } = sitter
  return (
    <>
      <div className="grid gap-1">
        <h1>Your calendar</h1>
        <p className="text-ink-2">
          {calendarConfirmedOn
            ? `You last confirmed it as up to date on ${formatDay(calendarConfirmedOn, 'long')}.`
            : 'Confirm that it is up to date once you have checked it: owners see who keeps their calendar current.'}
        </p>
      </div>
      <SittingCalendar
        sitter={sitter}
        parts={parts}
        onConfirmed={(on) => setSitter((before) => ({ ...before, calendarConfirmedOn: on }))}
        week={
          <WeekCard>
            <UsualWeek sitter={sitter} defaults={defaults} onSaved={setSitter} />
          </WeekCard>
        }
      />
    </>
  )
}
