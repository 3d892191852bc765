import type { Booking, PriceLine, Quote } from '#contract/bookings/bookings.ts'
import type { BookingStatus, PaymentStatus } from '#contract/codes.ts'
import { firstName, formatMoney } from '#contract/words.ts'
import { isOpenRequest } from '#web/bookings/life/booking-words.ts'
import { moneyWordsFor, readingOf } from '#web/bookings/life/money-words.ts'
import { chargeWords } from '#web/bookings/price/charge-words.ts'
import { formatDayRange } from '#web/format.ts'
import { promotionLine } from '#web/sitters/public/quote-words.tsx'
import { Card } from '#web/ui/card.tsx'
import { PriceLines } from '#web/ui/price-lines.tsx'

/** If a pet is not there for the whole booking, its days are shown next to its price. */
function detailOf({ units, unitAmount, dates, petId }: PriceLine, { units: all, currency }: Quote): string {
  const counted = units === 1 ? '' : `${units} × ${formatMoney(unitAmount, currency)}`
  const days = petId && dates && units < all ? formatDayRange(dates[0]!, dates.at(-1)!) : ''
  return [counted, days].filter(Boolean).join(', ')
}

function lineOf(line: PriceLine, quote: Quote) {
  const detail = detailOf(line, quote)
  return {
    label: (
      <>
        {line.label}
        {detail && <span className="block text-sm text-ink-2">{detail}</span>}
      </>
    ),
    amount: formatMoney(line.amount, quote.currency),
  }
}

const neverDue: readonly BookingStatus[] = ['declined', 'withdrawn', 'expired', 'cancelled']

type Accounts = { owner: string; sitter: string; refunded: string; note: string }

/** Payment status if the owner pays the sitter directly. */
const paymentWords: Record<PaymentStatus, (names: Accounts) => string> = {
  none: () => 'Nothing is due.',
  authorised: () => 'Nothing is due until the request is accepted.',
  captured: ({ owner, sitter }) =>
    `${owner} pays ${sitter} directly, in cash or by bank transfer; we keep a record here. A good moment is the handover.`,
  partially_refunded: ({ refunded, note }) => `${refunded} of it is no longer due. ${note}`,
  refunded: ({ note }) => note,
  failed: () => 'The payment failed.',
  voided: () => 'Nothing is due.',
}

/** Payment status if a provider handles the payment. */
const cardWords: Record<PaymentStatus, (names: Accounts) => string> = {
  none: () => 'Nothing is due.',
  authorised: () => 'Nothing is charged until the request is accepted.',
  captured: () => 'Paid by card.',
  partially_refunded: ({ refunded }) => `${refunded} of it goes back to the card.`,
  refunded: ({ refunded }) => `All of it, ${refunded}, goes back to the card.`,
  failed: () => 'The payment failed.',
  voided: () => 'Nothing is due.',
}

function statusWords(booking: Booking): string {
  const { quote, role, status, payment, owner, sitter } = booking
  const left = payment.paid - payment.refunded
  const names: Accounts = {
    owner: role === 'owner' ? 'You' : firstName(owner.name),
    sitter: role === 'sitter' ? 'you' : firstName(sitter.name),
    refunded: formatMoney(payment.refunded, quote.currency),
    note:
      moneyWordsFor(booking).note(readingOf(booking), left > 0 ? formatMoney(left, quote.currency) : null) ??
      '',
  }
  if (status === 'awaiting_payment')
    return role === 'owner' ? 'Nothing is charged until you pay.' : `${names.owner} has not paid yet.`
  const state = isOpenRequest(booking) ? 'authorised' : payment.status
  const wordsOf = payment.mode === 'stripe' ? cardWords : paymentWords
  return wordsOf[state](names).replace(/^You pays/, 'You pay')
}

/** The itemised price, and what this side pays or receives in total. */
export function PriceCard({ booking }: { booking: Booking }) {
  const { quote, role, payment } = booking
  const money = (amount: number) => formatMoney(amount, quote.currency)
  // After a cancellation or a refund, the agreed price is no longer what anybody pays.
  const calledOff = payment.refunded > 0 || neverDue.includes(booking.status)
  const forSitter = role === 'sitter' && quote.sitterPayout !== undefined
  return (
    <Card as="section" aria-labelledby="price">
      <h2 id="price" className="mb-4 text-xl">
        Price
      </h2>
      <PriceLines
        lines={quote.lines.map((line) => lineOf(line, quote))}
        promo={forSitter ? undefined : promotionLine(quote)}
        subtotal={{ label: 'Subtotal', amount: money(quote.subtotal) }}
        fee={
          forSitter
            ? { label: 'Service fee', amount: money(-(quote.sitterFee ?? 0)), why: quote.sitterFeeRule }
            : { label: 'Service fee', amount: money(quote.ownerFee), why: quote.ownerFeeRule }
        }
        total={{
          label: calledOff ? 'Agreed amount' : forSitter ? 'You receive' : 'You pay',
          amount: money(forSitter ? (quote.sitterPayout ?? 0) : quote.total),
          note: chargeWords(booking) ?? statusWords(booking),
        }}
      />
    </Card>
  )
}
