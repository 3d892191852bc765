import type { Booking, Quote } from '#contract/bookings/bookings.ts'
import { formatMoney } from '#contract/words.ts'
import { formatDay, formatDayRange, plural } from '#web/format.ts'
import { PriceLines } from '#web/ui/price-lines.tsx'
import { unitWord } from '#web/words.ts'

type Before = NonNullable<NonNullable<Booking['offer']>['before']>
type Terms = Omit<Before, 'datesOpen'> & { datesOpen?: boolean }

const daysOf = ({ startOn, startTime, endOn, endTime, visits }: Terms): string =>
  visits.length > 0
    ? visits.map(({ on, time, minutes }) => `${formatDay(on)}, ${time} (${minutes} min)`).join('; ')
    : `${formatDayRange(startOn, endOn)}, ${startTime} to ${endTime}`

type OfferTermsProps = { booking: Booking; before: Before }

/** The request next to the offer, and the difference in words. */
export function OfferTerms({ booking, before }: OfferTermsProps) {
  const { quote, role, sitter, owner, service } = booking
  const { currency } = quote
  const now: Terms = { ...booking, total: quote.total }
  const difference = quote.total - before.total
  const requestedBy = role === 'owner' ? 'You requested' : `${owner.name.split(' ')[0]} requested`
  const giver = role === 'owner' ? `${sitter.name.split(' ')[0]} offers` : 'You offer'
  const rows = [
    {
      label: 'When',
      was: before.datesOpen ? 'no days yet' : daysOf(before),
      is: daysOf(now),
    },
    {
      label: role === 'owner' ? 'You pay' : 'The owner pays',
      was: before.datesOpen
        ? `${formatMoney(before.total, currency)} for one ${unitWord(service)}`
        : formatMoney(before.total, currency),
      is: formatMoney(quote.total, currency),
    },
  ]
  return (
    <div className="grid gap-2">
      <table className="figures w-full border-collapse text-left text-sm sm:text-[0.9375rem]">
        <thead>
          <tr className="border-b text-sm text-ink-2">
            <th className="py-2 pr-3 sm:pr-4 font-semibold">
              <span className="sr-only">What</span>
            </th>
            <th className="py-2 pr-3 sm:pr-4 font-semibold">{requestedBy}</th>
            <th className="py-2 font-semibold">{giver}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, was, is }) => (
            <tr key={label} className="border-b align-top last:border-0">
              <th scope="row" className="py-2 pr-3 sm:pr-4 font-normal text-ink-2">
                {label}
              </th>
              <td className="py-2 pr-3 sm:pr-4">{was}</td>
              <td className="py-2 font-semibold">{is}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {!before.datesOpen && (
        <p className="text-sm">
          {difference === 0
            ? 'The price is the same.'
            : `${formatMoney(Math.abs(difference), currency)} ${difference < 0 ? 'less' : 'more'} than requested, for ${plural(quote.units, unitWord(service))}.`}
        </p>
      )}
    </div>
  )
}

type QuotePriceProps = { quote: Quote; updating: boolean; forSitter: boolean }

/** An itemised quote from the viewer's side. */
export function QuotePrice({ quote, updating, forSitter }: QuotePriceProps) {
  const { currency, lines, subtotal, total, ownerFee, sitterFee = 0, sitterPayout = 0 } = quote
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <PriceLines
      updating={updating}
      lines={lines.map(({ label, units, unitAmount, amount }) => ({
        label: units === 1 ? label : `${label}, ${units} × ${money(unitAmount)}`,
        amount: money(amount),
      }))}
      subtotal={{ label: 'Subtotal', amount: money(subtotal) }}
      fee={{ label: 'Service fee', amount: money(forSitter ? -sitterFee : ownerFee) }}
      total={
        forSitter
          ? {
              label: 'You receive',
              amount: money(sitterPayout),
              note: `The owner pays ${money(total)}.`,
            }
          : { label: 'You pay', amount: money(total) }
      }
    />
  )
}
