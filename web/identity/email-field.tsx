import { rememberEmail, typedEmail } from '#web/identity/typed-email.ts'
import { TextField } from '#web/ui/forms/field.tsx'

type EmailFieldProps = { error?: string | undefined; hint?: string; autoComplete?: 'username' | 'email' }

/** Restores what was typed on the previous page when the field mounts. */
const restoreTyped = (field: HTMLInputElement | null) => {
  if (field && !field.value) field.value = typedEmail()
}

export function EmailField({ error, hint, autoComplete = 'email' }: EmailFieldProps) {
  return (
    <TextField
      label="E-mail"
      name="email"
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      defaultValue={typedEmail()}
      ref={restoreTyped}
      onChange={({ target }) => rememberEmail(target.value)}
      error={error}
      hint={hint}
    />
  )
}
