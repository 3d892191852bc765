import { type ReactNode, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { paths } from '#web/paths.ts'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'

type LeaveGuard = {
  /** Stands somewhere in the page. */
  dialog: ReactNode
  /** What was entered is saved, or given up: leaving is free. */
  release: () => void
}

/** Warns once before a changed form is left; moving about on the same page is not leaving. */
export function useLeaveGuard(changed: boolean, onLeave?: () => void): LeaveGuard {
  const released = useRef(false)
  const guarded = () => changed && !released.current
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      guarded() &&
      currentLocation.pathname !== nextLocation.pathname &&
      // Somebody who has to sign in again comes back to what was kept.
      !nextLocation.pathname.startsWith(paths.signIn()),
  )

  useEffect(() => {
    if (!changed) return
    released.current = false
    const warn = (event: BeforeUnloadEvent) => {
      if (!released.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [changed])

  const leave = () => {
    released.current = true
    onLeave?.()
    blocker.proceed?.()
  }

  return {
    dialog: (
      <AlertDialog
        open={blocker.state === 'blocked'}
        onClose={() => blocker.reset?.()}
        title="Leave without saving?"
        safeLabel="Stay on this page"
        confirmLabel="Leave without saving"
        onConfirm={leave}
      >
        What you changed here has not been saved.
      </AlertDialog>
    ),
    release: () => {
      released.current = true
    },
  }
}
