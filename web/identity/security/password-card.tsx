import type { User } from 'firebase/auth'
import { type FormEvent, useRef } from 'react'
import { NewPasswordField } from '#web/identity/new-password-field.tsx'
import { PasswordField } from '#web/identity/password-field.tsx'
import { choosePassword, confirmByPassword } from '#web/identity/security/calls.ts'
import { hasMethod, passwordMethod, type Person } from '#web/identity/security/person.ts'
import { useProtectedForm } from '#web/identity/security/use-protected-form.tsx'
import { readForm } from '#web/identity/use-identity-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'

type PasswordCardProps = { person: Person; onChanged: () => Promise<unknown> }

/** Changes the password; users who sign in only by other methods set their first one here. */
export function PasswordCard({ person, onChanged }: PasswordCardProps) {
  const { pending, errors, attempt, run, refuse, errorFor, dialog } = useProtectedForm(person)
  const form = useRef<HTMLFormElement>(null)
  const has = hasMethod(person, passwordMethod)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = readForm(event.currentTarget)
    const [current, password] = [read('currentPassword'), read('password')]
    const missing = [
      ...(has && !current ? [{ name: 'currentPassword', message: 'Fill in your current password' }] : []),
      ...(password ? [] : [{ name: 'password', message: 'Choose a password' }]),
    ]
    if (missing.length > 0) return refuse(missing)
    const change = async (user: User) => {
      await choosePassword(user, password)
      form.current?.reset()
      await onChanged()
      const toast = await loadToast()
      toast.success(
        has ? 'Your password is changed. Other devices were signed out.' : 'You have a password now.',
      )
    }
    void run(
      change,
      has ? { prove: (user) => confirmByPassword(user, current, 'currentPassword') } : undefined,
    )
  }

  return (
    <Card as="section" aria-labelledby="password-title" className="grid gap-5">
      <h2 id="password-title" className="text-xl">
        {has ? 'Password' : 'Set a password'}
      </h2>
      <ErrorSummary errors={errors} attempt={attempt} />
      <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
        <input type="hidden" autoComplete="username" value={person.email ?? ''} readOnly />
        {has && (
          <PasswordField
            label="Current password"
            name="currentPassword"
            error={errorFor('currentPassword')}
          />
        )}
        <NewPasswordField label="New password" error={errorFor('password')} />
        <Button type="submit" className="justify-self-start" pending={pending && 'Saving…'}>
          {has ? 'Change password' : 'Set password'}
        </Button>
      </form>
      {dialog}
    </Card>
  )
}
