import type { Quote } from '#contract/bookings/bookings.ts'
import { formatMoney, formatShortMoney } from '#contract/words.ts'
import type { PriceLine } from '#web/ui/price-lines.tsx'

/** Formats the lines of a quote: "Boarding, €28 × 4" with €112.00. */
export const quotedLines = ({ lines, currency }: Pick<Quote, 'lines' | 'currency'>): PriceLine[] =>
  lines.map(({ label, units, unitAmount, amount }) => ({
    label: (
      <>
        {label}
        {units !== 1 && (
          <span className="whitespace-nowrap text-ink-2">{` ${formatShortMoney(unitAmount, currency)} × ${units}`}</span>
        )}
      </>
    ),
    amount: formatMoney(amount, currency),
  }))

/** The discount that the platform pays; a promo code paid by the sitter is one of the quote's lines. */
export const promotionLine = ({
  promo,
  currency,
}: Pick<Quote, 'promo' | 'currency'>): PriceLine | undefined =>
  promo?.paidBy === 'platform'
    ? {
        label: promo.credit ? 'Your credit' : `Promo code ${promo.code}`,
        amount: formatMoney(-promo.amount, currency),
      }
    : undefined
