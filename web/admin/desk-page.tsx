import { Link } from 'react-router'
import type { Desk } from '#contract/staff/desk.ts'
import { useAccount } from '#web/accounts/account-layout.tsx'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { mailPaths } from '#web/admin/mail-paths.ts'
import { moneyPaths } from '#web/admin/money-paths.ts'
import { asOperator } from '#web/admin/operator.ts'
import { DeskHealth } from '#web/admin/parts/desk-health.tsx'
import { DeskWeeks } from '#web/admin/parts/desk-weeks.tsx'
import { deskPlacesOf } from '#web/admin/places.ts'
import { api } from '#web/api.ts'
import { formatCount, formatCountry, formatInstant, plural } from '#web/format.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { Route } from './+types/desk-page.ts'

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  asOperator(request, () => api('GET /v1/admin/desk', {}))
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'The desk',
  description: 'What waits for those who run the site, and how it is doing.',
  path: paths.desk(),
})

export const HydrateFallback = () => <OwnPageLoading label="Loading the desk" blocks={['h-40', 'h-96']} />

export default function DeskPage({ loaderData: desk }: Route.ComponentProps) {
  return (
    <main className="page grid grid-cols-[minmax(0,1fr)] gap-10 py-8">
      <h1>The desk</h1>
      <WaitingList waiting={desk.waiting} />
      <AllPages />
      <DeskWeeks weeks={desk.weeks} currency={desk.currency} />
      <Cities cities={desk.cities} />
      <DeskHealth health={desk.health} />
    </main>
  )
}

type WaitingOne = Desk['waiting'][number]

const waitingWords: Record<WaitingOne['kind'], { one: string; many?: string; to: string }> = {
  cases: { one: 'case to decide', many: 'cases to decide', to: paths.cases() },
  disputes: { one: 'dispute with a bank', many: 'disputes with banks', to: paths.disputes() },
  reports: { one: 'report to decide', many: 'reports to decide', to: paths.adminReports() },
  profiles: { one: 'profile to check', many: 'profiles to check', to: paths.waitingSitters() },
  payouts: { one: 'payout that waits', many: 'payouts that wait', to: moneyPaths.payouts() },
  refusals: {
    one: 'refund that did not go through',
    many: 'refunds that did not go through',
    to: moneyPaths.payouts({ kind: 'refund' }),
  },
  mails: { one: 'mail that was given up', many: 'mails that were given up', to: mailPaths.mails() },
  corrections: {
    one: 'correction of the ledger to approve',
    many: 'corrections of the ledger to approve',
    to: moneyPaths.ledger({ view: 'corrections' }),
  },
}

/** Those with a deadline first, by deadline; then those that have waited longest. */
const mostUrgentFirst = (a: WaitingOne, b: WaitingOne): number =>
  (a.dueAt ?? '9').localeCompare(b.dueAt ?? '9') || a.since.localeCompare(b.since)

function WaitingList({ waiting }: { waiting: readonly WaitingOne[] }) {
  const zone = useViewerZone()
  return (
    <section aria-labelledby="waiting" className="grid gap-4">
      <h2 id="waiting" className="text-xl">
        Waiting for you
      </h2>
      {waiting.length === 0 ? (
        <Card>
          <EmptyState title="Nothing is waiting">
            Cases, reports and profiles to check appear here.
          </EmptyState>
        </Card>
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2">
          {waiting.toSorted(mostUrgentFirst).map(({ kind, count, since, dueAt }) => {
            const { one, many, to } = waitingWords[kind]
            const words = plural(count, one, many)
            return (
              <Card as="li" padding="small" key={kind} className="grid content-start gap-1">
                <Link to={to} className="link inline-flex min-h-8 items-center font-semibold">
                  {words}
                </Link>
                <span className="text-sm text-ink-2">
                  {dueAt
                    ? `First deadline ${formatInstant(dueAt, zone)}`
                    : `Oldest since ${formatInstant(since, zone)}`}
                </span>
              </Card>
            )
          })}
        </ul>
      )}
    </section>
  )
}

/** Wide screens have these in the menu at the side. */
function AllPages() {
  const account = useAccount()
  const places = deskPlacesOf(account?.roles ?? []).filter(({ to }) => to !== paths.desk())
  return (
    <nav aria-label="Pages of the desk" className="lg:hidden">
      <ul className="grid gap-2 sm:grid-cols-2">
        {places.map(({ to, label, icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-12 items-center gap-3 rounded-control border border-line bg-card px-4 font-medium"
            >
              <Icon name={icon} size={20} />
              {label}
              <Icon name="chevron-right" size={18} className="ml-auto text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type City = Desk['cities'][number]

const cityColumns: Column<City>[] = [
  {
    id: 'city',
    header: 'City',
    rowHeader: true,
    renderCell: ({ name, country }) => `${name}, ${formatCountry(country)}`,
  },
  { id: 'sitters', header: 'Sitters', align: 'end', renderCell: ({ sitters }) => formatCount(sitters) },
  {
    id: 'requested',
    header: 'Requests',
    align: 'end',
    renderCell: ({ requested }) => formatCount(requested),
  },
  {
    id: 'confirmed',
    header: 'Confirmed',
    align: 'end',
    renderCell: ({ confirmed }) => formatCount(confirmed),
  },
  {
    id: 'searches',
    header: 'Searches without a result',
    align: 'end',
    renderCell: ({ searches, searchesWithoutResult }) =>
      searches === 0 ? '–' : `${formatCount(searchesWithoutResult)} of ${formatCount(searches)}`,
  },
]

function Cities({ cities }: { cities: readonly City[] }) {
  if (cities.length === 0) return null
  return (
    <section aria-labelledby="cities" className="grid gap-4">
      <h2 id="cities" className="text-xl">
        Cities
      </h2>
      <DataTable
        caption="Published sitters, and requests and searches of the last four weeks"
        columns={cityColumns}
        rows={cities}
        rowKey={({ placeId }) => `${placeId}`}
      />
    </section>
  )
}
