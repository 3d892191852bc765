import { ShownPrice } from '#web/sitters/public/shown-price.tsx'
import type { BookingFormState } from '#web/sitters/public/use-booking.ts'
import { buttonStyle } from '#web/ui/button.tsx'

/** On phones and tablets, keeps the booking action at the bottom, above the navigation bar. */
export function ActionBar({ booking }: { booking: BookingFormState }) {
  const { priced, service } = booking
  if (!service) return null
  const quote = priced?.quote
  return (
    <div className="fixed low:static inset-x-0 bottom-[calc(3.5rem+env(safe-area-inset-bottom)+1px)] z-30 border-t border-line bg-card shadow-float md:bottom-0 lg:hidden print:hidden">
      <div className="page flex min-h-16 items-center justify-between gap-4 py-2">
        <p className="figures min-w-0 leading-tight">
          <ShownPrice booking={booking} twoLines />
        </p>
        <a href="#book" className={buttonStyle({ kind: 'primary' })}>
          {quote?.instant ? 'Book now' : 'Request to book'}
        </a>
      </div>
    </div>
  )
}
