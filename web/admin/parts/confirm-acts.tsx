import type { User } from 'firebase/auth'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { freshSignIn } from '#web/api.ts'
import { personOf } from '#web/identity/security/person.ts'

const ConfirmIdentity = lazy(() => import('#web/identity/security/confirm-identity.tsx'))

type Asking = { user: User; answer: (isConfirmed: boolean) => void }

/**
 * Operator actions need a sign-in that is only minutes old. While an operator's page is mounted, an action refused for
 * that reason asks for the password here and is then retried; the page below stays as it is.
 */
export function ConfirmActs() {
  const [asking, setAsking] = useState<Asking | null>(null)
  const { pathname, search } = useLocation()

  useEffect(() => {
    let running: Promise<boolean> | undefined
    const ask = async () => {
      const { waitForUser } = await import('#web/identity/session.ts')
      const user = await waitForUser()
      if (!user) return false
      return new Promise<boolean>((answer) => setAsking({ user, answer })).finally(() => setAsking(null))
    }
    // Concurrent actions share one dialog.
    freshSignIn.ask = () => {
      running ??= ask().finally(() => {
        running = undefined
      })
      return running
    }
    return () => {
      delete freshSignIn.ask
    }
  }, [])

  return (
    asking && (
      <Suspense>
        <ConfirmIdentity
          user={asking.user}
          person={personOf(asking.user)}
          reason="What you do here affects money, settings or other people, so we ask once more. What you entered is kept."
          backTo={`${pathname}${search}`}
          onDone={() => asking.answer(true)}
          onClose={() => asking.answer(false)}
        />
      </Suspense>
    )
  )
}
