import { useSyncExternalStore } from 'react'

const neverChanges = () => () => undefined

/** Returns false on the server and during hydration, so that parts that need JavaScript are shown only once it runs. */
export function useHydrated() {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}
