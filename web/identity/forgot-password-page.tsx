import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { AuthFrame, quietLink } from '#web/identity/auth-frame.tsx'
import { EmailField } from '#web/identity/email-field.tsx'
import MailSent from '#web/identity/mail-sent.tsx'
import { readForm, useIdentityForm } from '#web/identity/use-identity-form.ts'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import type { Route } from './+types/forgot-password-page.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(configOf(matches), {
    title: 'Forgotten password',
    description: 'Choose a new password by a link in a mail.',
    path: paths.forgotPassword(),
    noindex: true,
  })

export default function ForgotPasswordPage() {
  const hydrated = useHydrated()
  const { pending, errors, attempt, run, refuse, errorFor } = useIdentityForm()
  const [sentTo, setSentTo] = useState<string | null>(null)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = readForm(event.currentTarget)('email').trim()
    if (!email) return refuse([{ name: 'email', message: 'Fill in your e-mail address' }])
    void run(async () => {
      await (await import('#web/identity/session.ts')).sendReset(email)
      setSentTo(email)
    })
  }

  if (sentTo)
    return (
      <MailSent
        to={sentTo}
        what="a link to choose a new password, if there is an account with this address"
        onBack={() => setSentTo(null)}
      />
    )
  return (
    <AuthFrame
      title="Choose a new password"
      intro="Tell us your e-mail address and we send you a link."
      below={
        <Link to={paths.signIn()} className={quietLink}>
          Back to sign in
        </Link>
      }
    >
      <ErrorSummary errors={errors} attempt={attempt} />
      <form method="post" onSubmit={submit} noValidate className="grid gap-5">
        <EmailField autoComplete="username" error={errorFor('email')} />
        <Button
          type="submit"
          kind="primary"
          size="large"
          wide
          disabled={!hydrated}
          pending={pending && 'Sending…'}
        >
          Send me the link
        </Button>
      </form>
    </AuthFrame>
  )
}
