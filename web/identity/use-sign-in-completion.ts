import type { User } from 'firebase/auth'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { markSessionEnded } from '#web/identity/session-started.ts'
import type { IdentityForm } from '#web/identity/use-identity-form.ts'
import { firstInteraction } from '#web/ui/lazy-on-interaction.tsx'

const accounts = () => import('#web/identity/find-or-create-account.ts')

type SignInCompletionOptions = {
  form: Pick<IdentityForm, 'run'>
  next: string
  /** Name of the new account; asked for if null. */ nameOf?: (user: User) => string | null
}

/**
 * Completes a sign-in: loads the account, creates it, or asks for the missing name (`unfinished`). A user who is
 * already signed in, or who returns from an external provider, continues at once.
 */
export function useSignInCompletion({ form: { run }, next, nameOf }: SignInCompletionOptions) {
  const navigate = useNavigate()
  const [unfinished, setUnfinished] = useState<User | null>(null)
  /** The form was submitted while the stored session was still being read. */
  const submitted = useRef(false)

  const goTo = async (page: string) => {
    markSessionEnded(false)
    await navigate(page, { replace: true })
  }
  const goToNextPage = () => goTo(next)
  const completeSignIn = async (user: User) => {
    submitted.current = true
    const name = nameOf?.(user)
    const { createOwnAccount, findOwnAccount } = await accounts()
    const page = await findOwnAccount(user, next)
    if (!page && name) await createOwnAccount(user, name)
    if (page || name) await goTo(page ?? next)
    else setUnfinished(user)
  }

  useEffect(() => {
    let mounted = true
    const resumeSignIn = async () => {
      const { takeRedirect, waitForUser } = await import('#web/identity/session.ts')
      const failure = await takeRedirect().then(
        () => undefined,
        (error: unknown) => error,
      )
      const user = await waitForUser()
      if (!mounted || submitted.current || (!user && !failure)) return
      await run(async () => {
        if (!user) throw failure
        await completeSignIn(user)
      })
    }
    resumeSignIn().catch((error: unknown) => console.error('The user could not be read.', error))
    // Loaded while the form is filled in; if that fails, it is loaded again when it is needed.
    firstInteraction.then(accounts).catch(() => {})
    return () => {
      mounted = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the page opens
  }, [])

  return { completeSignIn, goToNextPage, unfinished }
}
