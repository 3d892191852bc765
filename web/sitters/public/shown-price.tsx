import { formatMoney, formatShortMoney } from '#contract/words.ts'
import type { BookingFormState } from '#web/sitters/public/use-booking.ts'
import { cx } from '#web/ui/cx.ts'
import { unitCount, unitWord } from '#web/words.ts'

type ShownPriceProps = { booking: BookingFormState; twoLines?: boolean }

/** The total once it is known, such as "€163.90 total, 6 nights", and the price of a night or visit until then. */
export function ShownPrice({ booking, twoLines = false }: ShownPriceProps) {
  const { priced, service, sitter, state } = booking
  const quote = priced?.quote
  if (!service) return null
  return (
    <>
      <span className={cx('heading', twoLines ? 'text-xl' : 'text-2xl')}>
        {quote
          ? formatMoney(quote.total, quote.currency)
          : formatShortMoney(service.unitPrice, sitter.currency)}
      </span>{' '}
      <span className={cx('text-ink-2', twoLines && 'block truncate text-sm')}>
        {quote
          ? `total, ${unitCount(quote.units, state.service)}`
          : `a ${unitWord(state.service)}, fees included`}
      </span>
    </>
  )
}
