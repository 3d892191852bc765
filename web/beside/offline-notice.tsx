import { useEffect, useState } from 'react'
import { watchConnection } from '#web/beside/offline.ts'

/**
 * Shown by the page itself, because the library for toasts may not be loaded when the connection is lost. It lies over
 * the header, whose links need the connection, and not over what still works: main buttons are at the bottom.
 */
export function OfflineNotice() {
  const [isShown, setShown] = useState(false)
  useEffect(() => watchConnection(setShown), [])
  return (
    <div role="status">
      {isShown && (
        <p className="fixed inset-x-4 top-2 z-50 rounded-control border bg-card px-4 py-3 text-sm shadow-float sm:left-auto sm:w-89 md:right-6">
          You are offline. What you entered is kept.
        </p>
      )}
    </div>
  )
}
