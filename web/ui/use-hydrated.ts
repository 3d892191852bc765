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

/** Tells whether the whole page is hydrated, so that what renders first from now on has no HTML from the server. */
export const isHydrated = (): boolean => globalThis.document?.documentElement.dataset['ready'] === 'yes'
