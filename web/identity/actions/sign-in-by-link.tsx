import type { User } from 'firebase/auth'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { AuthFrame } from '#web/identity/auth-frame.tsx'
import { EmailField } from '#web/identity/email-field.tsx'
import { findOwnAccount } from '#web/identity/find-or-create-account.ts'
import FinishAccount from '#web/identity/finish-account.tsx'
import { deleteLinkEmail, linkEmail } from '#web/identity/link-email.ts'
import { markSessionEnded } from '#web/identity/session-started.ts'
import { readForm, useIdentityForm } from '#web/identity/use-identity-form.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { fieldId } from '#web/ui/forms/field.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** Another device does not know the address, so it asks for it: a forwarded link is useless without the address. */
export function SignInByLink({ next }: { next: string }) {
  const hydrated = useHydrated()
  const navigate = useNavigate()
  const { pending, errors, attempt, run, refuse, errorFor } = useIdentityForm()
  const [unfinished, setUnfinished] = useState<User | null>(null)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    const field = form.current?.querySelector<HTMLInputElement>(`#${fieldId('email')}`)
    if (field && !field.value) field.value = linkEmail() ?? ''
  }, [])

  const completeSignIn = async (user: User) => {
    deleteLinkEmail()
    markSessionEnded(false)
    const page = await findOwnAccount(user, next)
    if (page) await navigate(page, { replace: true })
    else setUnfinished(user)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = readForm(event.currentTarget)('email').trim()
    if (!email)
      return refuse([{ name: 'email', message: 'Fill in the e-mail address that the link was sent to' }])
    void run(async () => {
      const session = await import('#web/identity/session.ts')
      const currentUser = await session.waitForUser()
      // The link works only once; if a later step failed, a retry continues with the user already signed in.
      const isSameUser = currentUser?.email?.toLowerCase() === email.toLowerCase() && errors.length > 0
      await completeSignIn(isSameUser ? currentUser : await session.signInByLink(email, location.href))
    })
  }

  if (unfinished) return <FinishAccount user={unfinished} onDone={() => navigate(next, { replace: true })} />
  return (
    <AuthFrame title="Sign in with your link" intro="Confirm the address that the link was sent to.">
      <ErrorSummary errors={errors} attempt={attempt} />
      <form ref={form} method="post" onSubmit={submit} noValidate className="grid gap-5">
        <EmailField error={errorFor('email')} />
        <Button
          type="submit"
          kind="primary"
          size="large"
          wide
          disabled={!hydrated}
          pending={pending && 'Signing in…'}
        >
          Sign in
        </Button>
      </form>
    </AuthFrame>
  )
}
