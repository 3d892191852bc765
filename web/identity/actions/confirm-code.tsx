import { useState } from 'react'
import { Link } from 'react-router'
import { ActionFailed } from '#web/identity/actions/action-failed.tsx'
import { useCode } from '#web/identity/actions/use-code.ts'
import { AuthFrame } from '#web/identity/auth-frame.tsx'
import { rememberEmail } from '#web/identity/typed-email.ts'
import { useIdentityForm } from '#web/identity/use-identity-form.ts'
import { useConfig } from '#web/layout/use-config.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

export type ConfirmMode = 'verifyEmail' | 'verifyAndChangeEmail' | 'recoverEmail'

type Words = {
  title: string
  intro: (email: string) => string
  button: string
  done: string
  after: string
  onward: { label: string; to: (next: string) => string }
}

const signInAgain = { label: 'Sign in', to: (next: string) => paths.signIn(next) }

const words: Record<ConfirmMode, Words> = {
  verifyEmail: {
    title: 'Confirm your address',
    intro: (email) => `Is ${email} yours? Then news about your bookings will reach you there.`,
    button: 'Yes, this is my address',
    done: 'Thank you, your address is confirmed',
    after: 'You can continue where you were.',
    onward: { label: 'Continue', to: (next) => next },
  },
  verifyAndChangeEmail: {
    title: 'Use this address',
    intro: (email) => `From now on you sign in with ${email}, and we send our e-mails there.`,
    button: 'Use this address',
    done: 'Your new address is in use',
    after: 'Every device was signed out, to be safe. Sign in with the new address and your password.',
    onward: signInAgain,
  },
  recoverEmail: {
    title: 'Keep your address',
    intro: (email) =>
      `Your account will use ${email}. Every device is signed out and your password is removed; you then choose a new one.`,
    button: 'Keep my address',
    done: 'Your address is safe',
    after: 'Every device is signed out. Choose a new password to sign in again.',
    onward: { label: 'Choose a new password', to: () => paths.forgotPassword() },
  },
}

/** The hosted service restores the address and keeps the password. */
const hostedRecovery: Words = {
  title: 'Take your address back',
  intro: (email) => `Your account will use ${email} again.`,
  button: 'Take my address back',
  done: 'Your address is back',
  after: 'Somebody may know your password, so please choose a new one now.',
  onward: words.recoverEmail.onward,
}

export function ConfirmCode({ mode, code, next }: { mode: ConfirmMode; code: string; next: string }) {
  const hydrated = useHydrated()
  const { facts, failure } = useCode(code)
  const { pending, errors, attempt, run } = useIdentityForm()
  const [done, setDone] = useState(false)
  const isHosted = useConfig()?.identity.mode === 'hosted'
  const { title, intro, button, after, onward, ...otherWords } =
    mode === 'recoverEmail' && isHosted ? hostedRecovery : words[mode]

  const confirm = () =>
    void run(async () => {
      const { applyCode, freshUser } = await import('#web/identity/session.ts')
      await applyCode(code)
      // Refreshes the local session too: the user's data has changed, or the change has ended the session.
      await freshUser()
      if (facts?.email) rememberEmail(facts.email)
      setDone(true)
    })

  if (failure) return <ActionFailed message={failure} />
  if (done)
    return (
      <AuthFrame title={otherWords.done}>
        <Notice kind="success" announced>
          {after}
        </Notice>
        <Link to={onward.to(next)} className={buttonStyle({ kind: 'primary', size: 'large', wide: true })}>
          {onward.label}
        </Link>
      </AuthFrame>
    )
  return (
    <AuthFrame title={title} intro={facts?.email ? intro(facts.email) : undefined}>
      <ErrorSummary errors={errors} attempt={attempt} />
      <Button
        kind="primary"
        size="large"
        wide
        disabled={!hydrated || !facts}
        onClick={confirm}
        pending={pending && 'One moment…'}
      >
        {button}
      </Button>
    </AuthFrame>
  )
}
