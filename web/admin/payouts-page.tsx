import { Form, Link, useSearchParams } from 'react-router'
import type { DeskPayout } from '#contract/payments/payouts.ts'
import { deskPayoutKinds, deskPayoutStates } from '#contract/payments/codes.ts'
import { mayDo } from '#contract/staff/codes.ts'
import { formatMoney, listWords } from '#contract/words.ts'
import { useAccount } from '#web/accounts/account-layout.tsx'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { moneyPaths } from '#web/admin/money-paths.ts'
import { asOperator } from '#web/admin/operator.ts'
import { DownloadCsv } from '#web/admin/parts/download-csv.tsx'
import { More, usePages } from '#web/admin/parts/pages.tsx'
import { PayoutRetry } from '#web/admin/parts/payout-retry.tsx'
import { payoutReason, payoutStates } from '#web/admin/parts/payout-words.ts'
import { api } from '#web/api.ts'
import { formatInstant, plural } from '#web/format.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { TabLinks } from '#web/ui/tabs.tsx'
import type { Route } from './+types/payouts-page.ts'

type Kind = DeskPayout['kind']
type State = DeskPayout['state']
type Filter = { kind: Kind; state: State; booking?: string }

/** Reads the filter from the address; ignores invalid values. */
function filterOf(address: URLSearchParams): Filter {
  const booking = address.get('booking')?.trim().slice(0, 40)
  return {
    kind: deskPayoutKinds.find((one) => one === address.get('kind')) ?? 'payout',
    state: deskPayoutStates.find((one) => one === address.get('state')) ?? 'failed',
    ...(booking && { booking }),
  }
}

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  const query = filterOf(new URL(request.url).searchParams)
  return asOperator(request, () => api('GET /v1/admin/payouts', { query }))
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Payouts',
  description: 'Money on its way to sitters and back to owners.',
  path: moneyPaths.payouts(),
})

export const HydrateFallback = () => <OwnPageLoading label="Loading the payouts" blocks={['h-24', 'h-64']} />

export default function PayoutsPage({ loaderData }: Route.ComponentProps) {
  const [address] = useSearchParams()
  const filter = filterOf(address)
  const { kind, state, booking = '' } = filter
  return (
    <main className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <header className="grid gap-2">
        <h1>Payouts</h1>
        <p className="max-w-measure text-ink-2">
          {loaderData.mode === 'manual'
            ? 'Owners pay their sitters directly here, so the site pays nothing out. What an earlier payment provider was asked to do is listed below.'
            : 'What the payment provider sends to sitters, and back to owners. It is asked again every hour when it refuses a payout.'}
        </p>
      </header>
      <TabLinks
        label="Direction"
        links={[
          { href: moneyPaths.payouts(), label: 'To sitters', current: kind === 'payout' },
          {
            href: moneyPaths.payouts({ kind: 'refund' }),
            label: 'Back to owners',
            current: kind === 'refund',
          },
        ]}
        renderLink={routerLink}
      />
      <States kind={kind} state={state} totals={loaderData.totals} />
      <Form
        key={`${kind} ${state} ${booking}`}
        role="search"
        aria-label="Payouts"
        className="grid items-end gap-3 sm:grid-cols-[minmax(0,20rem)_auto]"
      >
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="state" value={state} />
        <TextField
          name="booking"
          label="Number of a booking"
          type="search"
          defaultValue={booking}
          maxLength={40}
        />
        <Button type="submit" className="justify-self-start">
          Show
        </Button>
      </Form>
      <Payouts
        key={JSON.stringify([filter, loaderData.items.map(({ id }) => id)])}
        first={loaderData}
        filter={filter}
      />
    </main>
  )
}

type Loaded = Route.ComponentProps['loaderData']
type StatesProps = Pick<Filter, 'kind' | 'state'> & Pick<Loaded, 'totals'>

/** The states as links, each with how many there are and their sum. */
function States({ kind, state, totals }: StatesProps) {
  const shown = deskPayoutStates.filter((one) => kind === 'payout' || one !== 'withheld')
  return (
    <nav aria-label="State" className="flex flex-wrap gap-3">
      {shown.map((one) => {
        const own = totals.filter((total) => total.state === one)
        const count = own.reduce((sum, total) => sum + total.count, 0)
        const sums = listWords(own.map(({ amount, currency }) => formatMoney(amount, currency)))
        return (
          <Link
            key={one}
            to={moneyPaths.payouts({ kind, state: one })}
            aria-current={one === state ? 'page' : undefined}
            className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-card px-4 font-medium aria-[current]:border-green-line aria-[current]:bg-green-soft"
          >
            {payoutStates[one].words}
            <span className="figures text-sm font-normal text-ink-2">
              {count === 0 ? 'none' : `${count}, ${sums}`}
            </span>
          </Link>
        )
      })}
    </nav>
  )
}

type Page = Pick<Loaded, 'items' | 'nextCursor'>

function Payouts({ first, filter }: { first: Page; filter: Filter }) {
  const { state, kind } = filter
  const { items, foot } = usePages(first, (cursor) =>
    api('GET /v1/admin/payouts', { query: { ...filter, cursor } }),
  )
  if (items.length === 0)
    return (
      <Card>
        <EmptyState title={filter.booking ? 'Nothing found' : payoutStates[state].none}>
          {filter.booking
            ? 'Try another number, or another state above.'
            : kind === 'payout'
              ? 'A payout appears here when the money of a booking is due to its sitter.'
              : 'A refund appears here when an owner gets money back.'}
        </EmptyState>
      </Card>
    )
  return (
    <section aria-labelledby="list" className="grid gap-4">
      <h2 id="list" className="text-xl">
        {state === 'paid' ? 'Newest first' : 'Oldest first'}
      </h2>
      <ul className="grid gap-4">
        {items.map((payout) => (
          <PayoutItem key={payout.id} payout={payout} />
        ))}
      </ul>
      <DownloadCsv
        name={`${kind}s-${state}.csv`}
        read={() => api('GET /v1/admin/payouts.csv', { query: filter })}
      />
      <More {...foot} nouns={kind === 'payout' ? ['payout', 'payouts'] : ['refund', 'refunds']} />
    </section>
  )
}

function PayoutItem({ payout }: { payout: DeskPayout }) {
  const zone = useViewerZone()
  const account = useAccount()
  const { state, amount, currency, person, booking, createdAt, changedAt, attempts, retryable } = payout
  const { words, tone } = payoutStates[state]
  return (
    <Card as="li" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="figures text-lg">
          {formatMoney(amount, currency)} to{' '}
          <Link to={moneyPaths.ledger({ view: 'transfers', personId: person.accountId })} className="link">
            {person.name}
          </Link>
        </h3>
        <Badge tone={tone}>{words}</Badge>
      </div>
      <p>{payoutReason(payout)}</p>
      <p className="text-sm text-ink-2">
        <Link to={paths.adminBooking(booking.id)} className="link">
          Booking {booking.number}
        </Link>
        {' · '}
        <Link to={moneyPaths.ledger({ view: 'transfers', booking: booking.number })} className="link">
          Its transfers
        </Link>
        {' · '}due since <time dateTime={createdAt}>{formatInstant(createdAt, zone)}</time>
        {state !== 'waiting' && (
          <>
            {' · '}
            {state === 'paid' ? 'paid' : 'last tried'}{' '}
            <time dateTime={changedAt}>{formatInstant(changedAt, zone)}</time>
          </>
        )}
        {attempts > 1 && ` · ${plural(attempts, 'attempt')}`}
        {payout.providerId && (
          <>
            {' · '}
            <span className="wrap-anywhere">{payout.providerId}</span>
          </>
        )}
      </p>
      {retryable && mayDo(account?.roles ?? [], 'money.change') && <PayoutRetry payout={payout} />}
    </Card>
  )
}
