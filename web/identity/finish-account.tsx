import type { User } from 'firebase/auth'
import type { FormEvent } from 'react'
import { Closed } from '#web/beside/closed.tsx'
import { AuthFrame } from '#web/identity/auth-frame.tsx'
import { createOwnAccount } from '#web/identity/find-or-create-account.ts'
import { readForm, useIdentityForm } from '#web/identity/use-identity-form.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { TextField } from '#web/ui/forms/field.tsx'

/**
 * For a user who is signed in but has no account yet: sign-up was interrupted, or the sign-in came from a link in a
 * mail.
 */
export default function FinishAccount({ user, onDone }: { user: User; onDone: () => unknown }) {
  const { pending, errors, attempt, run, refuse, errorFor } = useIdentityForm()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = readForm(event.currentTarget)('name').trim()
    if (!name) return refuse([{ name: 'name', message: 'Fill in your name' }])
    void run(async () => {
      await createOwnAccount(user, name)
      await onDone()
    })
  }
  return (
    <AuthFrame
      title="One last step"
      intro={`You are signed in as ${user.email ?? 'a new person'}. Your account is not finished yet.`}
    >
      <Closed what="signUp" />
      <ErrorSummary errors={errors} attempt={attempt} />
      <form method="post" onSubmit={submit} noValidate className="grid gap-5">
        <TextField
          label="Your name"
          name="name"
          autoComplete="name"
          maxLength={100}
          defaultValue={user.displayName ?? ''}
          error={errorFor('name')}
          hint="Sitters and owners see it when you book."
        />
        <Button type="submit" kind="primary" size="large" wide pending={pending && 'Finishing…'}>
          Finish my account
        </Button>
      </form>
    </AuthFrame>
  )
}
