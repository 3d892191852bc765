import type { User } from 'firebase/auth'
import { type ReactNode, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { clearAccount } from '#web/accounts/account-store.ts'
import { ApiProblem } from '#web/api.ts'
import { nowInstant } from '#web/clock.ts'
import { identityCode } from '#web/identity/messages.ts'
import { isRecentSignIn } from '#web/identity/security/calls.ts'
import type { Person } from '#web/identity/security/person.ts'
import { waitForUser } from '#web/identity/session.ts'
import { useIdentityForm } from '#web/identity/use-identity-form.ts'
import { paths } from '#web/paths.ts'
import { onPress } from '#web/ui/on-press.tsx'

const ConfirmIdentity = onPress(() => import('#web/identity/security/confirm-identity.tsx'))

type PendingConfirmation = { user: User; resolve: () => void; reject: (error: Error) => void }

/** The user closed the dialog: nothing was done, so no error is shown. */
const cancelled = () => Object.assign(new Error('Cancelled'), { name: 'SignInCancelled' })
/** Whether the sign-in service or our API refused because the sign-in is no longer recent. */
const needsReauthentication = (error: unknown): boolean =>
  identityCode(error) === 'auth/requires-recent-login' ||
  (error instanceof ApiProblem && error.problem.code === 'sign-in-too-old')
const endedSessionCodes = new Set([
  'auth/user-token-expired',
  'auth/user-disabled',
  'auth/invalid-user-token',
])

/**
 * A form whose work needs a recent sign-in: if there is none, it asks for one and then continues. If the session has
 * ended meanwhile, it leads to sign-in and back.
 */
export function useProtectedForm(person: Person) {
  const form = useIdentityForm()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [pendingConfirmation, setPendingConfirmation] = useState<PendingConfirmation | null>(null)

  const confirm = (user: User) =>
    new Promise<void>((resolve, reject) => setPendingConfirmation({ user, resolve, reject })).finally(() =>
      setPendingConfirmation(null),
    )
  const signInAgain = async () => {
    clearAccount()
    await navigate(paths.signIn(pathname))
  }
  const attempt = async (user: User, work: (user: User) => Promise<unknown>) => {
    if (!(await isRecentSignIn(user, nowInstant()))) await confirm(user)
    try {
      await work(user)
    } catch (error) {
      if (!needsReauthentication(error)) throw error
      await confirm(user)
      await work(user)
    }
  }
  /** With `prove` the form itself reauthenticates; otherwise a dialog asks if the last sign-in is too long ago. */
  const run = (
    work: (user: User) => Promise<unknown>,
    { what, prove }: { what?: string; prove?: ((user: User) => Promise<void>) | undefined } = {},
  ) =>
    form.run(async () => {
      const user = await waitForUser()
      if (!user) return signInAgain()
      try {
        await prove?.(user)
        await attempt(user, work)
      } catch (error) {
        if (!endedSessionCodes.has(identityCode(error) ?? '')) throw error
        await signInAgain()
      }
    }, what)

  const dialog: ReactNode = pendingConfirmation && (
    <ConfirmIdentity
      user={pendingConfirmation.user}
      person={person}
      onDone={pendingConfirmation.resolve}
      onClose={() => pendingConfirmation.reject(cancelled())}
    />
  )
  return { ...form, run, dialog }
}
