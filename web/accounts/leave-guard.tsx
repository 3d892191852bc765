import { type ReactNode, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { paths } from '#web/paths.ts'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'

type LeaveGuard = {
  /** The confirmation dialog, to be rendered anywhere in the page. */
  dialog: ReactNode
  /** Lets the user leave without a warning, after the form was saved or discarded. */
  release: () => void
}

/** Has the browser ask before it closes or reloads the page while something is not saved. */
export function useUnloadWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsaved])
}

/** Warns once before the user leaves a changed form; navigation within the same page is allowed. */
export function useLeaveGuard(changed: boolean, onLeave?: () => void): LeaveGuard {
  const released = useRef(false)
  const guarded = () => changed && !released.current
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      guarded() &&
      currentLocation.pathname !== nextLocation.pathname &&
      // A user who has to sign in again finds the entered values afterwards.
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
