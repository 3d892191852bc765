import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { ActionFailed } from '#web/identity/actions/action-failed.tsx'
import { useCode } from '#web/identity/actions/use-code.ts'
import { AuthFrame } from '#web/identity/auth-frame.tsx'
import { NewPasswordField } from '#web/identity/new-password-field.tsx'
import { rememberEmail } from '#web/identity/typed-email.ts'
import { readForm, useIdentityForm } from '#web/identity/use-identity-form.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

export function NewPassword({ code, next }: { code: string; next: string }) {
  const hydrated = useHydrated()
  const { facts, failure } = useCode(code)
  const { pending, errors, attempt, run, refuse, errorFor } = useIdentityForm()
  const [done, setDone] = useState(false)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = readForm(event.currentTarget)('password')
    if (!password) return refuse([{ name: 'password', message: 'Choose a password' }])
    void run(async () => {
      await (await import('#web/identity/session.ts')).applyReset(code, password)
      if (facts?.email) rememberEmail(facts.email)
      setDone(true)
    })
  }

  if (failure) return <ActionFailed message={failure} forPassword />
  if (done)
    return (
      <AuthFrame title="Your new password is set">
        <Notice kind="success" announced>
          Every device was signed out, to be safe. Sign in with the new password.
        </Notice>
        <Link to={paths.signIn(next)} className={buttonStyle({ kind: 'primary', size: 'large', wide: true })}>
          Sign in
        </Link>
      </AuthFrame>
    )
  return (
    <AuthFrame
      title="Choose a new password"
      intro={facts?.email ? `For the account of ${facts.email}.` : undefined}
    >
      <ErrorSummary errors={errors} attempt={attempt} />
      <form method="post" onSubmit={submit} noValidate className="grid gap-5">
        <input type="hidden" name="username" autoComplete="username" value={facts?.email ?? ''} readOnly />
        <NewPasswordField label="New password" error={errorFor('password')} />
        <Button
          type="submit"
          kind="primary"
          size="large"
          wide
          disabled={!hydrated}
          pending={pending && 'Saving…'}
        >
          Save the new password
        </Button>
      </form>
    </AuthFrame>
  )
}
