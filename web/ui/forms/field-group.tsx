import { type ReactNode, useId } from 'react'
import { cx } from '#web/ui/cx.ts'
import { FieldError, fieldId, labelStyle, notesOf, Optional } from '#web/ui/forms/field.tsx'

type FieldGroupProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean | undefined
  /** Identifies the group for the error summary, which moves focus to its first control. */
  name?: string | undefined
  role?: 'radiogroup' | 'group'
  className?: string | undefined
  children: ReactNode
}

/** Several controls under one label: radios, checkboxes, a date with a time. */
export function FieldGroup(props: FieldGroupProps) {
  const { label, hint, error, optional, name, role, className, children } = props
  const made = useId()
  const id = name ? fieldId(name) : made
  return (
    <fieldset
      id={id}
      role={role}
      aria-describedby={notesOf(id, props)}
      aria-invalid={error && role === 'radiogroup' ? true : undefined}
      className={cx('min-w-0', className)}
    >
      <legend className={cx(labelStyle, 'mb-1.5')}>
        {label}
        {optional && <Optional />}
      </legend>
      <div className="grid gap-2">
        {hint && (
          <p id={`${id}-hint`} className="-mt-1 text-sm text-ink-2">
            {hint}
          </p>
        )}
        {children}
        {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      </div>
    </fieldset>
  )
}
