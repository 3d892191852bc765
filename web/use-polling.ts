import { useEffect, useState } from 'react'

/** First pause in milliseconds, growth factor and number of refreshes: the last one comes after about three minutes. */
const [firstPause, growth, maxPolls] = [1_500, 1.2, 18] as const

/**
 * Polls with growing pauses while something is processed in the background, such as a payment. Returns null while
 * polling; once it has given up, returns a function that starts polling again.
 */
export function usePolling(refresh: () => Promise<unknown>, isAwaited: boolean): (() => void) | null {
  const [hasGivenUp, setGivenUp] = useState(false)
  useEffect(() => {
    if (!isAwaited) return setGivenUp(false)
    if (hasGivenUp) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const schedule = (pollCount: number): void => {
      if (pollCount === maxPolls) return setGivenUp(true)
      timer = setTimeout(
        () => {
          schedule(pollCount + 1)
          // A failed refresh is made up for by the next one.
          refresh().catch(() => undefined)
        },
        firstPause * growth ** pollCount,
      )
    }
    schedule(0)
    return () => clearTimeout(timer)
  }, [isAwaited, hasGivenUp, refresh])
  if (!isAwaited || !hasGivenUp) return null
  return () => {
    setGivenUp(false)
    refresh().catch(() => undefined)
  }
}
