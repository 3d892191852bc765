import { useRef, useState } from 'react'
import type { CoarsePosition } from '#contract/bookings/step.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'

const timeoutMs = 15_000
/** A cached position may be at most a minute old, because the sitter may just have arrived. */
const maxAgeMs = 60_000
const maxErrorMetres = 1_000

/** The position for this step: none, still being requested, or found. */
export type RoughPlaceState = CoarsePosition | 'asking' | null

export const locationPendingError = {
  name: 'location',
  message: 'Your browser is still finding where you are. Wait a moment, or untick the box.',
}

const optionalHint = 'Nothing is added; you can go on without it.'
const notFoundMessage = `Your location could not be found to within about 1 km. ${optionalHint}`
const refusals: Record<number, string> = {
  1: `Your browser did not share your location. ${optionalHint}`,
  3: `Finding your location took too long. ${optionalHint}`,
}

const roundDegrees = (degrees: number): number => Math.round(degrees * 100) / 100

type RoughPlaceBoxProps = {
  /** First name of the person it is shown to. */
  reader: string
  place: RoughPlaceState
  error: string | undefined
  onChange: (place: RoughPlaceState) => void
}

/**
 * Asks the browser for the position only after the box is ticked, as consent. The position is rounded before it is
 * sent.
 */
export function RoughPlaceBox({ reader, place, error, onChange }: RoughPlaceBoxProps) {
  const [refusal, setRefusal] = useState<string | null>(null)
  // Identifies the latest request, so that a position found after the box was unticked is ignored.
  const question = useRef(0)
  const tick = (ticked: boolean) => {
    const mine = ++question.current
    setRefusal(null)
    if (!ticked) return onChange(null)
    onChange('asking')
    const answer = (found: CoarsePosition | null, why: string | null) => {
      if (mine !== question.current) return
      onChange(found)
      setRefusal(why)
    }
    return navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        accuracy > maxErrorMetres
          ? answer(null, notFoundMessage)
          : answer({ lat: roundDegrees(latitude), lng: roundDegrees(longitude) }, null),
      ({ code }) => answer(null, refusals[code] ?? notFoundMessage),
      { maximumAge: maxAgeMs, timeout: timeoutMs },
    )
  }
  return (
    <div className="grid gap-1.5">
      <Checkbox
        name="location"
        label="Add roughly where I am (to about 1 km)"
        hint={`We ask your browser once. Only you and ${reader} see it, in the history of this booking.`}
        checked={place !== null}
        error={error}
        onChange={(event) => tick(event.target.checked)}
      />
      <p role="status" className="pl-9 text-sm text-ink-2 empty:hidden">
        {place === 'asking' ? 'Finding where you are…' : place && 'Found. It is sent with the check-in.'}
      </p>
      <p role="alert" className="pl-9 text-sm text-rust empty:hidden">
        {refusal}
      </p>
    </div>
  )
}
