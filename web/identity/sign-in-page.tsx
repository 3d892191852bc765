import { type FormEvent, lazy, Suspense, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { AuthFrame, quietLink } from '#web/identity/auth-frame.tsx'
import { EmailField } from '#web/identity/email-field.tsx'
import { OtherSignInMethods } from '#web/identity/other-sign-in-methods.tsx'
import { PasswordField } from '#web/identity/password-field.tsx'
import { sessionEnded } from '#web/identity/session-started.ts'
import { useSignInCompletion } from '#web/identity/use-sign-in-completion.ts'
import { type IdentityForm, readForm, useIdentityForm } from '#web/identity/use-identity-form.ts'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { useSiteName } from '#web/layout/use-config.ts'
import { paths, safeNext } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import type { Route } from './+types/sign-in-page.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(configOf(matches), {
    title: 'Sign in',
    description: 'Your bookings, pets and messages.',
    path: paths.signIn(),
    noindex: true,
  })

// Both replace the form after it was submitted.
const FinishAccount = lazy(() => import('#web/identity/finish-account.tsx'))
const MailSent = lazy(() => import('#web/identity/mail-sent.tsx'))
const EndedNotice = lazy(() => import('#web/identity/ended-notice.tsx'))

const session = () => import('#web/identity/session.ts')

/** Signing in by password, and sending a link instead. */
function useSignIn(next: string) {
  const form = useIdentityForm()
  const { run, refuse } = form
  const signInCompletion = useSignInCompletion({ form, next })
  const [linkSentTo, setLinkSentTo] = useState<string | null>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const value = readForm(event.currentTarget)
    const [email, password] = [value('email').trim(), value('password')]
    const missing = [
      ...(email ? [] : [{ name: 'email', message: 'Fill in your e-mail address' }]),
      ...(password ? [] : [{ name: 'password', message: 'Fill in your password' }]),
    ]
    if (missing.length > 0) return refuse(missing)
    void run(async () => signInCompletion.completeSignIn(await (await session()).signIn(email, password)))
  }
  const sendLink = (fields: HTMLFormElement | null) => {
    const email = fields ? readForm(fields)('email').trim() : ''
    if (!email) return refuse([{ name: 'email', message: 'Fill in your e-mail address to get a link' }])
    void run(async () => {
      await (await session()).sendSignInLink(email, `${location.origin}${next}`)
      setLinkSentTo(email)
    }, 'link')
  }
  return { ...signInCompletion, form, linkSentTo, setLinkSentTo, submit, sendLink }
}

export default function SignInPage() {
  const [query] = useSearchParams()
  const nextParam = query.get('next') ?? undefined
  const name = useSiteName()
  const hydrated = useHydrated()
  const fields = useRef<HTMLFormElement>(null)
  const { form, completeSignIn, goToNextPage, unfinished, linkSentTo, setLinkSentTo, submit, sendLink } =
    useSignIn(safeNext(nextParam))
  const { pending, errors, attempt } = form
  if (unfinished || linkSentTo)
    return (
      <Suspense>
        {unfinished ? (
          <FinishAccount user={unfinished} onDone={goToNextPage} />
        ) : (
          <MailSent
            to={linkSentTo ?? ''}
            what="a link that signs you in"
            onBack={() => setLinkSentTo(null)}
          />
        )}
      </Suspense>
    )
  return (
    <AuthFrame
      title="Sign in"
      below={
        <p>
          New to {name}?{' '}
          <Link to={paths.signUp(nextParam)} className={quietLink}>
            Create an account
          </Link>
        </p>
      }
    >
      {sessionEnded() && !pending && errors.length === 0 && (
        <Suspense>
          <EndedNotice />
        </Suspense>
      )}
      <ErrorSummary errors={errors} attempt={attempt} />
      <form ref={fields} method="post" onSubmit={submit} noValidate className="grid gap-5">
        <EmailAndPassword {...form} hydrated={hydrated} />
      </form>
      <OtherSignInMethods form={form} disabled={!hydrated} onUser={completeSignIn}>
        <Button
          wide
          disabled={!hydrated || (pending !== false && pending !== 'link')}
          pending={pending === 'link' && 'Sending…'}
          onClick={() => sendLink(fields.current)}
        >
          Send me a link by e-mail
        </Button>
      </OtherSignInMethods>
    </AuthFrame>
  )
}

type FieldsProps = Pick<IdentityForm, 'pending' | 'attempt' | 'errorFor'> & { hydrated: boolean }

function EmailAndPassword({ pending, attempt, errorFor, hydrated }: FieldsProps) {
  return (
    <>
      <EmailField key={attempt} autoComplete="username" error={errorFor('email')} />
      <div className="grid gap-2">
        <PasswordField error={errorFor('password')} />
        <Link to={paths.forgotPassword()} className={`${quietLink} justify-self-start text-[0.9375rem]`}>
          Forgotten your password?
        </Link>
      </div>
      <Button
        type="submit"
        kind="primary"
        size="large"
        wide
        disabled={!hydrated}
        pending={pending === 'form' && 'Signing in…'}
      >
        Sign in
      </Button>
    </>
  )
}
