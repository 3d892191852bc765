import { useCallback, useContext } from 'react'
import { type Location, UNSAFE_DataRouterContext } from 'react-router'

/**
 * Returns a function that gives the target of the navigation in progress, or null. It asks the router itself, because
 * `useNavigation` reports a navigation only after React has rendered it, which takes long on a busy device. Code that
 * changes the URL on its own calls it first: a second navigation would cancel the one that the user has started.
 */
export function usePendingNavigation(): () => Location | null {
  const router = useContext(UNSAFE_DataRouterContext)?.router
  return useCallback(() => router?.state.navigation.location ?? null, [router])
}
