import { useEffect, useState } from 'react'

/** In milliseconds; each pause is a fifth longer than the one before, so that the last look comes after three minutes. */
const [firstPause, growth, mostLooks] = [1_500, 1.2, 18] as const

/**
 * Looks again while something is being done that takes a moment and nobody's doing, such as a payment, less and less
 * often. Once it has given up it answers how somebody can have it look again; null until then.
 */
export function useLook(refresh: () => Promise<unknown>, isAwaited: boolean): (() => void) | null {
  const [hasGivenUp, setGivenUp] = useState(false)
  useEffect(() => {
    if (!isAwaited) return setGivenUp(false)
    if (hasGivenUp) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = (looks: number): void => {
      if (looks === mostLooks) return setGivenUp(true)
      timer = setTimeout(
        () => {
          wait(looks + 1)
          // A look that fails is mended by the next one.
          refresh().catch(() => undefined)
        },
        firstPause * growth ** looks,
      )
    }
    wait(0)
    return () => clearTimeout(timer)
  }, [isAwaited, hasGivenUp, refresh])
  if (!isAwaited || !hasGivenUp) return null
  return () => {
    setGivenUp(false)
    refresh().catch(() => undefined)
  }
}
