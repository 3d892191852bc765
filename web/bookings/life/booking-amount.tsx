import type { Booking } from '#contract/bookings/bookings.ts'
import { formatMoney } from '#contract/words.ts'
import { cx } from '#web/ui/cx.ts'

type BookingAmountProps = { booking: Booking; className: string }

/** What the viewer pays or receives for a booking; nothing for a question without dates. */
export function BookingAmount({ booking, className }: BookingAmountProps) {
  const { role, quote, circle, datesOpen } = booking
  if (datesOpen) return null
  const amount = role === 'owner' ? quote.total : (quote.sitterPayout ?? quote.total)
  return (
    <p className={cx('figures shrink-0 self-start font-semibold', className)}>
      {circle ? 'Between friends' : formatMoney(amount, quote.currency)}
      <span className="block text-xs font-normal text-ink-2">
        {circle ? 'nothing to pay' : role === 'owner' ? 'you pay' : 'you receive'}
      </span>
    </p>
  )
}
