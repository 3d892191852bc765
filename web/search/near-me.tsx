import { Icon } from '#web/ui/icon.tsx'
import { useState } from 'react'
import { nearIn, nearMe } from '#web/search/search-state.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

const timeoutMs = 15_000
const maxAgeMs = 600_000

const refusals: Record<number, string> = {
  1: 'Your browser did not share your location. Type a town instead, or allow it in the settings of this page.',
  2: 'Your location could not be found. Type a town instead.',
  3: 'Finding your location took too long. Try again, or type a town.',
}

type NearMeProps = {
  /** Receives the position, rounded to about a kilometre: "lat,lng". */
  onFound: (near: string, button: HTMLElement) => void
}

/** Asks the browser for the position, only on a press; rendered only after hydration. */
export function NearMe({ onFound }: NearMeProps) {
  const isAble = useHydrated()
  const [isAsking, setAsking] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const locate = (button: HTMLElement) => {
    setAsking(true)
    setRefusal(null)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setAsking(false)
        const near = nearIn(`${coords.latitude},${coords.longitude}`)
        if (near) onFound(near, button)
      },
      ({ code }) => {
        setAsking(false)
        setRefusal(refusals[code] ?? refusals[2]!)
      },
      { maximumAge: maxAgeMs, timeout: timeoutMs },
    )
  }
  if (!isAble) return null
  return (
    <>
      <button
        type="button"
        aria-label={isAsking ? 'Finding where you are…' : nearMe}
        title={nearMe}
        aria-disabled={isAsking || undefined}
        onClick={(event) => !isAsking && locate(event.currentTarget)}
        className={buttonStyle({
          kind: 'quiet',
          iconOnly: true,
          size: 'small',
          className: 'absolute top-1/2 right-2 -translate-y-1/2 text-green!',
        })}
      >
        <Icon name="locate-fixed" size={18} className={isAsking ? 'animate-pulse' : undefined} />
      </button>
      <p role="alert" className="px-4 text-sm text-rust empty:hidden">
        {refusal}
      </p>
    </>
  )
}
