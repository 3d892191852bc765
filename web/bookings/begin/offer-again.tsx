import { useState } from 'react'
import type { Booking } from '#contract/bookings/bookings.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { onPress } from '#web/ui/on-press.tsx'

const OfferAgainDialog = onPress(() => import('#web/bookings/begin/offer-again-dialog.tsx'))

type OfferAgainProps = { booking: Booking } & Pick<ButtonProps, 'kind' | 'size' | 'className'>

/** Lets a sitter offer other dates to an owner they already know. */
export function OfferAgain({ booking, ...look }: OfferAgainProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button {...look} onClick={() => setIsOpen(true)}>
        Offer new dates
      </Button>
      {isOpen && <OfferAgainDialog booking={booking} onClose={() => setIsOpen(false)} />}
    </>
  )
}
