import { type FormEvent, useState } from 'react'
import { useFormDraft } from '#web/accounts/use-form-draft.ts'
import { requestEmailChange } from '#web/identity/security/calls.ts'
import type { Person } from '#web/identity/security/person.ts'
import { useProtectedForm } from '#web/identity/security/use-protected-form.tsx'
import { VerifyAddress } from '#web/identity/security/verify-address.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** The address for signing in and for mails; a new one takes effect once its owner has opened the link. */
export function EmailCard({ person }: { person: Person }) {
  const { value: next, change, clear } = useFormDraft('new-email', () => '')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { pending, errors, attempt, run, refuse, errorFor, dialog } = useProtectedForm(person)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const email = next.trim()
    if (!email) return refuse([{ name: 'email', message: 'Fill in the new e-mail address' }])
    if (email.toLowerCase() === person.email?.toLowerCase())
      return refuse([{ name: 'email', message: 'That is already your address' }])
    void run(async (user) => {
      await requestEmailChange(user, email, `${location.origin}${paths.security()}`)
      setSentTo(email)
      clear('')
    })
  }

  return (
    <Card as="section" aria-labelledby="email-title" className="grid gap-5">
      <h2 id="email-title" className="text-xl">
        E-mail address
      </h2>
      {person.email && (
        <p className="flex flex-wrap items-center gap-3">
          <span className="font-semibold wrap-anywhere">{person.email}</span>
          <Badge tone={person.emailVerified ? 'green' : 'gold'}>
            {person.emailVerified ? 'Confirmed' : 'Not confirmed'}
          </Badge>
        </p>
      )}
      {!person.emailVerified && <VerifyAddress backTo={paths.security()} />}
      <ErrorSummary errors={errors} attempt={attempt} />
      {sentTo && (
        <Notice kind="success" announced title={`A link is on its way to ${sentTo}`}>
          Your address changes when you follow it. Until then everything goes to {person.email} as before.
        </Notice>
      )}
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label="New e-mail address"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          value={next}
          error={errorFor('email')}
          hint="We send a link there. Every device is signed out when you follow it."
          onChange={({ target }) => change(target.value)}
        />
        <Button type="submit" className="justify-self-start" pending={pending && 'Sending…'}>
          Change my address
        </Button>
      </form>
      {dialog}
    </Card>
  )
}
