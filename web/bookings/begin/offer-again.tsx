import { lazy, Suspense, useState } from 'react'
import type { Booking } from '#contract/bookings/bookings.ts'
import { Button } from '#web/ui/button.tsx'

const OfferAgainDialog = lazy(() => import('#web/bookings/begin/offer-again-dialog.tsx'))

/** Lets a sitter offer other dates to an owner they already know. */
export function OfferAgain({ booking }: { booking: Booking }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!booking.offerable) return null
  return (
    <>
      <Button kind="secondary" className="justify-self-start print:hidden" onClick={() => setIsOpen(true)}>
        Offer new dates
      </Button>
      {isOpen && (
        <Suspense>
          <OfferAgainDialog booking={booking} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
