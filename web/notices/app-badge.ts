import { useEffect } from 'react'

/** A browser may refuse, for instance where the app is not installed; then there is no icon to mark. */
const ignoreRefusal = () => undefined

/**
 * Shows the number of unread notices on the icon of the installed app, and removes it at sign-out. Does nothing while
 * the number is not known, and in browsers without such icons.
 */
export function useAppBadge(unread: number | null): void {
  useEffect(() => {
    // Zero removes the badge.
    if (unread !== null) navigator.setAppBadge?.(unread).catch(ignoreRefusal)
  }, [unread])
  useEffect(() => () => void navigator.clearAppBadge?.().catch(ignoreRefusal), [])
}
