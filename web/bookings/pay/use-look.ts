import { useEffect } from 'react'
import type { Booking } from '#contract/bookings.ts'

const lookMilliseconds = 1_500

/** Looks again while something is being done that takes a moment and nobody's doing, such as a payment. */
export function useLook(refresh: () => Promise<Booking>, isAwaited: boolean): void {
  useEffect(() => {
    if (!isAwaited) return
    // A look that fails is mended by the next one.
    const timer = setInterval(() => refresh().catch(() => undefined), lookMilliseconds)
    return () => clearInterval(timer)
  }, [isAwaited, refresh])
}
