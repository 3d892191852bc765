import type { Booking } from '#contract/bookings/bookings.ts'
import { firstName, formatMoney } from '#contract/words.ts'
import { OfferTerms } from '#web/bookings/price/offer-terms.tsx'

/** An offer the owner has to answer. If it follows a request, the request is shown next to it. */
export default function OfferCard({ booking }: { booking: Booking }) {
  const { offer, quote, role, sitter } = booking
  if (!offer) return null
  return (
    <div className="grid gap-3">
      {offer.before ? (
        <OfferTerms booking={booking} before={offer.before} />
      ) : (
        <p>
          {role === 'owner'
            ? `${firstName(sitter.name)} offers you these days without a request. You can accept or decline.`
            : 'You offered these days without a request.'}{' '}
          {role === 'owner' ? 'You pay' : 'The owner pays'}{' '}
          <span className="font-semibold">{formatMoney(quote.total, quote.currency)}</span>.
        </p>
      )}
      {offer.discount > 0 && (
        <p className="text-sm">
          The price includes a discount of {formatMoney(offer.discount, quote.currency)}.
        </p>
      )}
      {offer.note && (
        <blockquote className="max-w-measure border-l-4 border-gold pl-4 whitespace-pre-line">
          <p className="sr-only">{role === 'owner' ? `${firstName(sitter.name)} wrote:` : 'You wrote:'}</p>
          {offer.note}
        </blockquote>
      )}
    </div>
  )
}
