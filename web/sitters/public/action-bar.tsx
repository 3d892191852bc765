import { nextStep } from '#web/sitters/public/next-step.ts'
import { RequestLink } from '#web/sitters/public/request-link.tsx'
import { ShownPrice } from '#web/sitters/public/shown-price.tsx'
import type { BookingFormState } from '#web/sitters/public/use-booking.ts'
import { buttonStyle } from '#web/ui/button.tsx'

type ActionBarProps = { booking: BookingFormState; onCheck: () => void }

/**
 * On phones and tablets, keeps the booking action at the bottom, above the navigation bar. While something is missing,
 * it leads to the box.
 */
export function ActionBar({ booking, onCheck }: ActionBarProps) {
  if (!booking.service) return null
  return (
    <div className="action-bar fixed low:static inset-x-0 bottom-[calc(3.5rem+env(safe-area-inset-bottom)+1px)] z-30 border-t border-line bg-card shadow-float md:bottom-0 lg:hidden print:hidden">
      <div className="page flex min-h-16 items-center justify-between gap-4 py-2">
        <p className="figures min-w-0 leading-tight">
          <ShownPrice booking={booking} twoLines />
        </p>
        {booking.missing.length > 0 ? (
          <a href="#book" className={buttonStyle({ kind: 'primary' })}>
            {nextStep(booking).label}
          </a>
        ) : (
          <RequestLink booking={booking} onCheck={onCheck} />
        )}
      </div>
    </div>
  )
}
