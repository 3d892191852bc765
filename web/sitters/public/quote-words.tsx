import type { Quote } from '#contract/bookings/bookings.ts'
import { formatMoney, formatShortMoney } from '#web/format.ts'
import type { PriceLine } from '#web/ui/price-lines.tsx'

/** "Boarding, €28 × 4" beside €112.00: the lines of a quote as the page writes them. */
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

/** What the platform pays in the owner's place; a code that the sitter pays is one of the lines. */
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
