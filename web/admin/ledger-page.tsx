import { useSearchParams } from 'react-router'
import { moneyPaths } from '#web/admin/money-paths.ts'
import { asOperator } from '#web/admin/operator.ts'
import { LedgerBalance } from '#web/admin/parts/ledger-balance.tsx'
import { LedgerCorrections } from '#web/admin/parts/ledger-corrections.tsx'
import { LedgerMonth } from '#web/admin/parts/ledger-month.tsx'
import { LedgerTransfers, transferFilterOf } from '#web/admin/parts/ledger-transfers.tsx'
import { api } from '#web/api.ts'
import { deviceZone, todayIn } from '#web/clock.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { routerLink } from '#web/layout/router-link.tsx'
import { addMonths, isDay } from '#web/ui/dates/days.ts'
import { TabLinks } from '#web/ui/tabs.tsx'
import type { Route } from './+types/ledger-page.ts'

type View = 'accounts' | 'transfers' | 'month' | 'corrections'
const viewOf = (address: URLSearchParams): View =>
  (['transfers', 'month', 'corrections'] as const).find((view) => view === address.get('view')) ?? 'accounts'

/** The chosen month, or the one before this: it is the last that is over. */
function monthIn(address: URLSearchParams): string {
  const month = address.get('month') ?? ''
  return /^20\d\d-(0[1-9]|1[0-2])$/.test(month)
    ? month
    : addMonths(`${todayIn(deviceZone()).slice(0, 7)}-01`, -1).slice(0, 7)
}

/** The day until whose end the balances count; null counts everything. */
function dayIn(address: URLSearchParams): string | null {
  const on = address.get('on')
  return on && isDay(on) ? on : null
}

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  asOperator(request, async () => {
    const address = new URL(request.url).searchParams
    const view = viewOf(address)
    if (view === 'transfers') {
      const transfers = await api('GET /v1/admin/ledger/transfers', { query: transferFilterOf(address) })
      return { transfers }
    }
    if (view === 'month') {
      const params = { month: monthIn(address) }
      return { month: await api('GET /v1/admin/ledger/months/:month', { params }) }
    }
    if (view === 'corrections')
      return { corrections: await api('GET /v1/admin/ledger/corrections', { query: {} }) }
    const on = dayIn(address)
    const balance = await api('GET /v1/admin/ledger/trial-balance', { query: on ? { on } : {} })
    return { balance }
  })
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Ledger',
  description: 'All accounts of the site and every movement of money.',
  path: moneyPaths.ledger(),
})

export const HydrateFallback = () => <OwnPageLoading label="Loading the ledger" blocks={['h-24', 'h-96']} />

export default function LedgerPage({ loaderData }: Route.ComponentProps) {
  const [address] = useSearchParams()
  const { balance, transfers, month, corrections } = loaderData
  return (
    <main className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <header className="grid gap-2">
        <h1>Ledger</h1>
        <p className="max-w-measure text-ink-2">
          Every movement of money is two or more entries that sum to zero. Entries are only ever added.
        </p>
      </header>
      <TabLinks
        label="Ledger"
        links={[
          { href: moneyPaths.ledger(), label: 'Accounts', current: balance !== undefined },
          {
            href: moneyPaths.ledger({ view: 'transfers' }),
            label: 'Transfers',
            current: transfers !== undefined,
          },
          {
            href: moneyPaths.ledger({ view: 'month' }),
            label: 'Month’s closing',
            current: month !== undefined,
          },
          {
            href: moneyPaths.ledger({ view: 'corrections' }),
            label: 'Corrections',
            current: corrections !== undefined,
          },
        ]}
        renderLink={routerLink}
      />
      {balance && <LedgerBalance balance={balance} on={dayIn(address)} />}
      {transfers && <LedgerTransfers first={transfers} filter={transferFilterOf(address)} />}
      {month && <LedgerMonth month={month} />}
      {corrections && <LedgerCorrections loaded={corrections} />}
    </main>
  )
}
