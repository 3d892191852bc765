import { type ReactNode, useState } from 'react'
import { controlStyle, Field } from '#web/ui/forms/field.tsx'

type PasswordFieldProps = {
  label?: string
  name?: string
  error?: string | undefined
  hint?: ReactNode
  /** Makes this a new password: password managers suggest one, and the callback receives each change. */
  onTyped?: (password: string) => void
}

/** A password field with a show button; keeps what was typed before hydration. */
export function PasswordField({
  label = 'Password',
  name = 'password',
  error,
  hint,
  onTyped,
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} name={name} error={error} hint={hint}>
      {(control) => (
        <span className="relative grid items-center">
          <input
            {...control}
            name={name}
            type={shown ? 'text' : 'password'}
            autoComplete={onTyped ? 'new-password' : 'current-password'}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={4_096}
            onChange={({ target }) => onTyped?.(target.value)}
            className={`${controlStyle} pr-18!`}
          />
          <button
            type="button"
            aria-label={shown ? 'Hide password' : 'Show password'}
            onClick={() => setShown(!shown)}
            className="absolute right-1 min-h-10 rounded-control px-3 text-sm font-semibold text-green hover:bg-green-soft"
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        </span>
      )}
    </Field>
  )
}
