import { QuotePrice } from '#web/bookings/price/offer-terms.tsx'
import type { Price } from '#web/bookings/price/use-price.ts'
import { Notice } from '#web/ui/notice.tsx'

/** The current price, or why there is none. */
export function PricePreview({ price, forSitter }: { price: Price; forSitter: boolean }) {
  const { quote, refusal, updating } = price
  if (refusal)
    return (
      <Notice kind="warning" announced>
        {refusal}
      </Notice>
    )
  if (quote) return <QuotePrice {...{ quote, updating, forSitter }} />
  return (
    <p className="border-t pt-3 text-sm text-ink-2">
      {updating ? 'Working out the price…' : 'Choose the days to see the price.'}
    </p>
  )
}
