import type { Booking, ChangePreview } from '#contract/bookings/bookings.ts'
import { isStay } from '#contract/codes.ts'
import { firstName, formatMoney, listWords } from '#contract/words.ts'
import { formatDay, formatInstant } from '#web/format.ts'
import { unitCount } from '#web/words.ts'

type Terms = Pick<ChangePreview, 'startOn' | 'startTime' | 'endOn' | 'endTime' | 'visits' | 'quote'> & {
  pets: readonly { name: string }[]
  petsFrom?: string | null
}
type Row = { label: string; before: string; after: string }

const when = (service: Booking['service'], terms: Terms): string =>
  isStay(service)
    ? `${formatDay(terms.startOn)}, ${terms.startTime} to ${formatDay(terms.endOn)}, ${terms.endTime}`
    : terms.visits.map(({ on, time }) => `${formatDay(on)}, ${time}`).join('; ')

function petsWords({ pets, petsFrom }: Terms, timeZone: string): string {
  const names = listWords(pets.map(({ name }) => name))
  return petsFrom ? `${names}, from ${formatInstant(petsFrom, timeZone)}` : names
}

/** The agreed terms next to the proposed ones, only where they differ, and the price difference. */
export function ChangeTerms({
  booking,
  change,
}: {
  booking: Booking
  change: Omit<ChangePreview, 'changeHash'>
}) {
  const { service, role, quote } = booking
  const money = (amount: number) => formatMoney(amount, quote.currency)
  const share = (of: Terms) => (role === 'sitter' ? (of.quote.sitterPayout ?? 0) : of.quote.total)
  const row = (label: string, words: (terms: Terms) => string): Row => ({
    label,
    before: words(booking),
    after: words(change),
  })
  const rows = [
    row('When', (terms) => when(service, terms)),
    row('How many', (terms) => unitCount(terms.quote.units, service)),
    row('Pets', (terms) => petsWords(terms, booking.timeZone)),
    row(role === 'sitter' ? 'You receive' : 'Total', (terms) => money(share(terms))),
  ].filter(({ before, after }) => before !== after)
  return (
    <div className="grid gap-3">
      <Comparison rows={rows} />
      {change.petsFrom && (
        <p className="text-sm text-ink-2">Anything that begins before then keeps its pets and price.</p>
      )}
      <p className="font-semibold">{differenceWords(booking, change.difference)}</p>
      {change.kept > 0 && (
        <p className="text-sm text-ink-2">
          <span className="font-semibold text-ink">The rule: </span>
          {change.rule} {money(change.kept)} of it is not refunded.
        </p>
      )}
    </div>
  )
}

function Comparison({ rows }: { rows: readonly Row[] }) {
  return (
    <table className="w-full text-left text-[0.9375rem]">
      <thead>
        <tr className="text-sm text-ink-2">
          <th scope="col" className="py-1 pr-3 font-normal">
            <span className="sr-only">What</span>
          </th>
          <th scope="col" className="py-1 pr-3 font-normal">
            Now
          </th>
          <th scope="col" className="py-1 font-normal">
            After the change
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, before, after }) => (
          <tr key={label} className="border-t border-line align-top">
            <th scope="row" className="py-2 pr-3 font-normal text-ink-2">
              {label}
            </th>
            <td className="figures py-2 pr-3 text-ink-2">{before}</td>
            <td className="figures py-2 font-semibold">{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A lower price, said to either side. */
function lessWords({ role, owner, payment }: Booking, amount: string): string {
  const byCard = payment.mode === 'stripe'
  if (role === 'owner') return byCard ? `You get ${amount} back.` : `You pay ${amount} less.`
  const name = firstName(owner.name)
  return `${name} ${byCard ? `gets ${amount} back` : `pays ${amount} less`}, service fee included.`
}

/** Says who pays how much more or less. */
export function differenceWords(booking: Booking, difference: number): string {
  const { role, owner, sitter, quote, payment } = booking
  if (difference === 0) return 'The price stays the same.'
  const amount = formatMoney(Math.abs(difference), quote.currency)
  const who = role === 'owner' ? 'You' : firstName(owner.name)
  if (payment.charge)
    return `${role === 'owner' ? 'You pay' : `${who} pays`} ${amount} ${difference > 0 ? 'more' : 'less'}. The card has not been charged yet; it will be charged the new price.`
  if (difference > 0 && payment.mode === 'stripe')
    return role === 'owner'
      ? `You pay ${amount} more, with the card that paid for the booking.`
      : `${who} pays ${amount} more by card, service fee included.`
  if (difference > 0)
    return role === 'owner'
      ? `You pay ${firstName(sitter.name)} ${amount} more.`
      : `${who} pays you ${amount} more, service fee included.`
  return lessWords(booking, amount)
}
