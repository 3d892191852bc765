import { useEffect, useState, useSyncExternalStore } from 'react'

const subscribe = (onChange: () => void) => {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )

/**
 * Whether the server can be reached, as far as known. Browsers may claim to be online without a usable network; that
 * data came from this device (`savedAt` is set) tells otherwise, until the browser reports that the network is back.
 */
export function useReachable(savedAt: number | null): boolean {
  const isOnline = useOnline()
  const [isBack, setBack] = useState(false)
  useEffect(() => {
    const note = () => setBack(true)
    addEventListener('online', note)
    return () => removeEventListener('online', note)
  }, [])
  return isOnline && (savedAt === null || isBack)
}
