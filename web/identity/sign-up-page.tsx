import { type FormEvent, lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Closed } from '#web/beside/closed.tsx'
import { AuthFrame, quietLink } from '#web/identity/auth-frame.tsx'
import { EmailField } from '#web/identity/email-field.tsx'
import { createOwnAccount } from '#web/identity/find-or-create-account.ts'
import { NewPasswordField } from '#web/identity/new-password-field.tsx'
import { OtherSignInMethods } from '#web/identity/other-sign-in-methods.tsx'
import { useSignInCompletion } from '#web/identity/use-sign-in-completion.ts'
import { type IdentityForm, readForm, useIdentityForm } from '#web/identity/use-identity-form.ts'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { useSiteName } from '#web/layout/use-config.ts'
import { paths, safeNext } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import type { Route } from './+types/sign-up-page.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(configOf(matches), {
    title: 'Create an account',
    description: 'Create an account to book a sitter or to become one.',
    path: paths.signUp(),
    noindex: true,
  })

const FinishAccount = lazy(() => import('#web/identity/finish-account.tsx'))

/** Signs up and then creates the account; a second attempt resumes where the first one was interrupted. */
async function signUpAndCreate(email: string, password: string, name: string): Promise<void> {
  const session = await import('#web/identity/session.ts')
  const currentUser = await session.waitForUser()
  const user =
    currentUser?.email?.toLowerCase() === email.toLowerCase()
      ? currentUser
      : await session.signUp(email, password, name)
  await createOwnAccount(user, name)
  session
    .sendVerification(`${location.origin}${paths.account()}`)
    .catch((error: unknown) => console.error('The mail to confirm the address was not sent.', error))
}

const missingOf = (name: string, email: string, password: string) => [
  ...(name ? [] : [{ name: 'name', message: 'Fill in your name' }]),
  ...(email ? [] : [{ name: 'email', message: 'Fill in your e-mail address' }]),
  ...(password ? [] : [{ name: 'password', message: 'Choose a password' }]),
]

export default function SignUpPage() {
  const [query] = useSearchParams()
  const nextParam = query.get('next') ?? undefined
  const hydrated = useHydrated()
  const identityForm = useIdentityForm()
  const { errors, attempt, run, refuse } = identityForm
  const { completeSignIn, goToNextPage, unfinished } = useSignInCompletion({
    form: identityForm,
    next: safeNext(nextParam),
    nameOf: (user) => user.displayName,
  })

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const value = readForm(event.currentTarget)
    const [name, email, password] = [value('name').trim(), value('email').trim(), value('password')]
    const missing = missingOf(name, email, password)
    if (missing.length > 0) return refuse(missing)
    void run(async () => {
      await signUpAndCreate(email, password, name)
      await goToNextPage()
    })
  }

  if (unfinished)
    return (
      <Suspense>
        <FinishAccount user={unfinished} onDone={goToNextPage} />
      </Suspense>
    )
  return (
    <AuthFrame
      title="Create an account"
      intro="One account for everything: book a sitter, or become one."
      below={
        <p>
          Already have an account?{' '}
          <Link to={paths.signIn(nextParam)} className={quietLink}>
            Sign in
          </Link>
        </p>
      }
    >
      <Closed what="signUp" />
      <ErrorSummary errors={errors} attempt={attempt} />
      <form method="post" onSubmit={submit} noValidate className="grid gap-5">
        <NewAccountFields {...identityForm} hydrated={hydrated} />
        <Terms />
      </form>
      <OtherSignInMethods form={identityForm} disabled={!hydrated} onUser={completeSignIn} />
    </AuthFrame>
  )
}

type FieldsProps = Pick<IdentityForm, 'pending' | 'attempt' | 'errorFor'> & { hydrated: boolean }

function NewAccountFields({ pending, attempt, errorFor, hydrated }: FieldsProps) {
  return (
    <>
      <TextField
        label="Your name"
        name="name"
        autoComplete="name"
        maxLength={100}
        error={errorFor('name')}
        hint="Sitters and owners see it when you book."
      />
      <EmailField key={attempt} autoComplete="username" error={errorFor('email')} />
      <NewPasswordField error={errorFor('password')} />
      <Button
        type="submit"
        kind="primary"
        size="large"
        wide
        disabled={!hydrated}
        pending={pending === 'form' && 'Creating your account…'}
      >
        Create my account
      </Button>
    </>
  )
}

function Terms() {
  const site = useSiteName()
  return (
    <p className="text-sm text-ink-2">
      By creating an account you agree to the{' '}
      <Link to={paths.legal('terms-and-conditions')} className={quietLink}>
        terms of {site}
      </Link>
      . The{' '}
      <Link to={paths.legal('privacy-policy')} className={quietLink}>
        privacy policy
      </Link>{' '}
      says what we keep, and why.
    </p>
  )
}
