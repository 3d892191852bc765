import { useEffect, useState } from 'react'
import { nowInstant } from '#web/clock.ts'
import { useRendered } from '#web/layout/rendered.ts'

/** Returns the current instant, updated while the page is open. */
export function useNow(everyMilliseconds = 20_000): number {
  const [now, setNow] = useState(nowInstant)
  useEffect(() => {
    const timer = setInterval(() => setNow(nowInstant()), everyMilliseconds)
    return () => clearInterval(timer)
  }, [everyMilliseconds])
  return useRendered()?.at ?? now
}
