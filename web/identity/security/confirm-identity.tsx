import type { User } from 'firebase/auth'
import { type FormEvent, useState } from 'react'
import { PasswordField } from '#web/identity/password-field.tsx'
import { ProviderMark } from '#web/identity/provider-mark.tsx'
import { confirmByPassword, confirmByProvider } from '#web/identity/security/calls.ts'
import { hasMethod, passwordMethod, type Person } from '#web/identity/security/person.ts'
import { sendSignInLink } from '#web/identity/session.ts'
import { type IdentityForm, readForm, useIdentityForm } from '#web/identity/use-identity-form.ts'
import { WindowOpen } from '#web/identity/window-open.tsx'
import { useConfig } from '#web/layout/use-config.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

type ConfirmIdentityProps = {
  user: User
  person: Person
  onDone: () => void
  onClose: () => void
  reason?: string
  /** Target of the link in the mail. */
  backTo?: string
}

const defaultReason = 'This part of your account is protected, so we ask once more.'
const passwordName = 'confirmPassword'

/** Asks the user to reauthenticate by any method that the account has. */
export default function ConfirmIdentity(props: ConfirmIdentityProps) {
  const { user, person, onDone, onClose, reason = defaultReason, backTo = paths.security() } = props
  const form = useIdentityForm()
  const { pending, errors, attempt, run } = form
  const [linkSent, setLinkSent] = useState(false)
  const providers = (useConfig()?.identity.providers ?? []).filter(({ id }) => hasMethod(person, id))
  const chosen = providers.find(({ id }) => id === pending)
  const { email } = person
  const confirm = async (work: Promise<unknown>) => {
    await work
    onDone()
  }
  const sendLink = () =>
    run(async () => {
      if (!email) return
      await sendSignInLink(email, `${location.origin}${backTo}`)
      setLinkSent(true)
    }, 'link')
  return (
    <Dialog open onClose={onClose} title="Confirm that it is you" size="small">
      <div className="grid gap-5">
        <p className="text-ink-2">{reason}</p>
        <ErrorSummary errors={errors} attempt={attempt} />
        {chosen && <WindowOpen name={chosen.name} />}
        {hasMethod(person, passwordMethod) && !chosen && (
          <PasswordForm
            {...{ form, email }}
            onPassword={(password) => confirm(confirmByPassword(user, password, passwordName))}
          />
        )}
        {!chosen && (
          <div className="grid gap-3">
            {providers.map(({ id, name }) => (
              <Button
                key={id}
                wide
                icon={<ProviderMark id={id} />}
                disabled={pending !== false}
                onClick={() => void run(() => confirm(confirmByProvider(user, id)), id)}
              >
                Continue with {name}
              </Button>
            ))}
            {email && !linkSent && (
              <LinkButton pending={pending === 'link'} onPress={() => void sendLink()} />
            )}
          </div>
        )}
        {linkSent && <LinkSent email={email} />}
      </div>
    </Dialog>
  )
}

type PasswordFormProps = {
  form: IdentityForm
  email: string | null
  onPassword: (password: string) => Promise<void>
}

function PasswordForm({ form: { pending, run, refuse, errorFor }, email, onPassword }: PasswordFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = readForm(event.currentTarget)(passwordName)
    if (!password) return refuse([{ name: passwordName, message: 'Fill in your password' }])
    void run(() => onPassword(password))
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <input type="hidden" autoComplete="username" value={email ?? ''} readOnly />
      <PasswordField name={passwordName} error={errorFor(passwordName)} />
      <Button type="submit" kind="primary" wide pending={pending === 'form' && 'Checking…'}>
        Confirm
      </Button>
    </form>
  )
}

function LinkButton({ pending, onPress }: { pending: boolean; onPress: () => void }) {
  return (
    <Button wide kind="quiet" pending={pending && 'Sending…'} onClick={onPress}>
      Send me a link by e-mail
    </Button>
  )
}

function LinkSent({ email }: Pick<Person, 'email'>) {
  return (
    <Notice kind="success" announced>
      A link is on its way to {email}. Open it in this browser: it signs you in again and brings you back
      here.
    </Notice>
  )
}
