import type { User } from 'firebase/auth'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { freshSignIn } from '#web/api.ts'
import { personOf } from '#web/identity/security/person.ts'
import { onPress } from '#web/ui/on-press.tsx'

const ConfirmIdentity = onPress(() => import('#web/identity/security/confirm-identity.tsx'))

type SignInPrompt = { user: User; answer: (isConfirmed: boolean) => void }

/**
 * Operator actions need a sign-in that is only minutes old. While an operator's page is mounted, an action refused for
 * that reason asks for the password here and is then retried; the page below stays as it is.
 */
export function ConfirmRecentSignIn() {
  const [prompt, setPrompt] = useState<SignInPrompt | null>(null)
  const { pathname, search } = useLocation()

  useEffect(() => {
    let running: Promise<boolean> | undefined
    const promptForSignIn = async () => {
      const { waitForUser } = await import('#web/identity/session.ts')
      const user = await waitForUser()
      if (!user) return false
      return new Promise<boolean>((answer) => setPrompt({ user, answer })).finally(() => setPrompt(null))
    }
    // Concurrent actions share one dialog.
    freshSignIn.ask = () => {
      running ??= promptForSignIn().finally(() => {
        running = undefined
      })
      return running
    }
    return () => {
      delete freshSignIn.ask
    }
  }, [])

  return (
    prompt && (
      <ConfirmIdentity
        user={prompt.user}
        person={personOf(prompt.user)}
        reason="What you do here affects money, settings or other people, so we ask once more. What you entered is kept."
        backTo={`${pathname}${search}`}
        onDone={() => prompt.answer(true)}
        onClose={() => prompt.answer(false)}
      />
    )
  )
}
