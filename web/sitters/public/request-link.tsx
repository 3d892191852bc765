import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import { readHint } from '#web/persisted.ts'
import { nextStep } from '#web/sitters/public/next-step.ts'
import type { BookingFormState } from '#web/sitters/public/use-booking.ts'
import { isPromoRefusal } from '#web/sitters/public/use-quote.ts'
import { buttonStyle, type ButtonStyleOptions } from '#web/ui/button.tsx'

type RequestLinkProps = ButtonStyleOptions & {
  booking: BookingFormState
  onCheck: () => void
  /** Called instead of going on while something is missing. */
  onMissing?: () => void
}

/** Leads to the next step of the request, unless something is missing or the sitter cannot take it. */
export function RequestLink({ booking, onCheck, onMissing, ...style }: RequestLinkProps) {
  const { priced, missing, saved, state, keepPets } = booking
  const next = nextStep(booking)
  const ask = (event: MouseEvent) => {
    if (missing.length > 0) {
      event.preventDefault()
      onMissing?.()
    } else if (priced?.problem && !isPromoRefusal(priced)) {
      event.preventDefault()
      document.getElementById('box-problem')?.focus()
    } else {
      if (state.petIds.length === 0) keepPets()
      // A page that has just been hydrated has not read yet who is signed in.
      const isLoading = saved.status === 'loading' || (saved.status === 'signed-out' && readHint() !== null)
      if (next.check || isLoading) {
        event.preventDefault()
        onCheck()
      }
    }
  }
  return (
    <Link to={next.to} onClick={ask} className={buttonStyle({ kind: 'primary', ...style })}>
      {next.label}
    </Link>
  )
}
