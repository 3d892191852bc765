import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Booking } from '#contract/bookings/bookings.ts'
import type { BookingMoney } from '#contract/ledger.ts'
import { firstName, formatMoney, formatZone } from '#contract/words.ts'
import { api, ApiProblem, NetworkProblem } from '#web/api.ts'
import { moneyWordsFor, readingOf } from '#web/bookings/life/money-words.ts'
import { useShownZone } from '#web/bookings/life/shown-zone.ts'
import { formatInstant } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { PriceLines } from '#web/ui/price-lines.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

type Read = { money: BookingMoney } | { failed: string } | null

function useMoney({ id }: Pick<Booking, 'id'>): Read {
  const [read, setRead] = useState<Read>(null)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    api('GET /v1/bookings/:bookingId/money', { params: { bookingId: id } }, { signal }).then(
      (money) => setRead({ money }),
      (error: unknown) => {
        if (signal.aborted) return
        if (!(error instanceof ApiProblem || error instanceof NetworkProblem)) throw error
        setRead({ failed: error.message })
      },
    )
    return () => leaving.abort()
  }, [id])
  return read
}

/**
 * Everything paid and refunded, and when the sitter is paid, all from the ledger. Loads once, because the card is
 * remounted when the booking changes.
 */
export default function MoneyCard({ booking }: { booking: Booking }) {
  const read = useMoney(booking)
  return (
    <Card as="section" aria-labelledby="money">
      <h2 id="money" className="mb-4 text-xl">
        Money
      </h2>
      {!read && (
        <Loading label="Loading the payments of this booking" className="grid gap-3">
          <Skeleton className="h-24" />
          <Skeleton className="h-8" />
          <Skeleton className="h-16" />
        </Loading>
      )}
      {read && 'failed' in read && <p className="text-ink-2">{read.failed}</p>}
      {read && 'money' in read && <Account booking={booking} money={read.money} />}
    </Card>
  )
}

const dated = (label: string, when: string): ReactNode => (
  <>
    {label}
    <span className="block text-sm text-ink-2">{when}</span>
  </>
)

/** What the owner pays and what is taken from it; rows of zero are left out. */
function earningRows(booking: Booking, { paid, refunded, tips }: BookingMoney, fees: number) {
  const owner = firstName(booking.owner.name)
  const words = moneyWordsFor(booking)
  const reading = readingOf(booking)
  const invoiced = booking.payment.mode === 'manual'
  return [
    { label: words.charged(reading), value: paid },
    ...(refunded > 0 ? [{ label: words.returned(reading), value: -refunded }] : []),
    ...(tips > 0 ? [{ label: `Tip from ${owner}`, value: tips }] : []),
    ...(fees > 0
      ? [{ label: invoiced ? 'Service fees, invoiced to you' : 'Service fees', value: -fees }]
      : []),
  ]
}

function Account({ booking, money }: { booking: Booking; money: BookingMoney }) {
  const zone = useShownZone()
  const amount = (value: number) => formatMoney(value, money.currency)
  const { earnings, lines } = money
  const words = moneyWordsFor(booking)
  const rows = earnings
    ? earningRows(booking, money, earnings.fees)
    : lines.map((line) => ({
        label: dated(line.label, formatInstant(line.at, zone)),
        value: line.amount,
      }))
  return (
    <>
      <PriceLines
        lines={rows.map(({ label, value }) => ({ label, amount: amount(value) }))}
        total={{
          label: earnings ? 'You receive' : 'You pay in the end',
          amount: amount(earnings ? earnings.receives : (lines.at(-1)?.balance ?? 0)),
        }}
      />
      {earnings && earnings.payouts.length > 0 && (
        <ul className="figures mt-4 grid gap-2 text-[0.9375rem]">
          {earnings.payouts.map(({ at, amount: part, done }) => (
            <li key={at} className="flex items-baseline justify-between gap-4">
              <span className={done ? undefined : 'text-ink-2'}>
                {done ? words.done : words.toCome} {formatInstant(at, zone)}
              </span>
              <span>{amount(part)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-4 text-sm text-ink-2">
        Times are {formatZone(zone)} time.{' '}
        <Link to={paths.receipt(booking.id)} className="link print:hidden">
          {earnings ? 'Statement of earnings' : words.paper}
        </Link>
      </p>
    </>
  )
}
